"""A pass in one Python file: multiplications by powers of two become shifts.

    plugopt in.mlir --load strength_reduce.py -p 'builtin.module(func.func(py-strength-reduce{max-shift=8}))'
"""

import plugopt
from plugopt import Attribute, Pass, option


class StrengthReduce(Pass, name="py-strength-reduce", anchor="func.func", dialects=["arith"]):
    """Replaces multiplications by powers of two with shifts."""

    max_shift: int = option(31, help="largest shift to emit")

    def run(self, op):
        for mul in op.walk():
            if mul.name != "arith.muli":
                continue
            constant = mul.operands[1].constant
            factor = constant.value if constant is not None else None
            if not isinstance(factor, int) or factor <= 0 or factor & (factor - 1):
                continue
            shift = factor.bit_length() - 1
            if shift > self.max_shift:
                continue
            ty = mul.result.type
            amount = plugopt.create(
                "arith.constant", results=[ty], attributes={"value": Attribute.integer(ty, shift)}, before=mul
            )
            shifted = plugopt.create("arith.shli", [mul.operands[0], amount.result], [ty], before=mul)
            mul.replace(shifted.result)
