"""The plugin @NAME@: a pass in Python.

    plugopt in.mlir --load @IDENT@.py -p 'builtin.module(func.func(@NAME@{attribute=size}))'
"""

from plugopt import Attribute, Pass, Type, option


class @TYPE@(Pass, name="@NAME@", anchor="func.func"):
    """Writes into an attribute of a function how many operations are in it."""

    attribute: str = option("op_count", help="name of the attribute")

    def run(self, op):
        # The walk comes by the function itself too.
        count = sum(1 for _ in op.walk()) - 1
        op.set(self.attribute, Attribute.integer(Type.parse("i64"), count))
