"""Typed options of passes in Python: kinds, defaults, help, and what is refused."""

import pytest

SHOW = """
from typing import Literal
from plugopt import Pass, option

class Common(Pass):
    shared_level: int = option(1, help="of a class without a name")

class Show(Common, name="show"):
    \"\"\"Shows its options.\"\"\"

    flag: bool = option(False, help="a switch")
    count: int = option(-3, help="a number")
    ratio: float = option(0.5, help="a share")
    title: str = option("a b}", help="a text")
    mode: Literal["fast", "small"] = option("fast", help="a choice")
    sizes: list[int] = option([1, 2], help="numbers")
    names: list[str] = option([], help="texts")
    modes: list[Literal["x", "y"]] = option(["y"], help="choices")

    def run(self, op):
        values = (self.shared_level, self.flag, self.count, self.ratio, self.title, self.mode, self.sizes, self.names, self.modes)
        op.emit_remark(repr(values))
"""


def shown(plugopt, options=""):
    """The values that the pass sees."""
    done = plugopt.passes(SHOW, pipeline=f"builtin.module(show{options})", input="")
    assert done.returncode == 0, done.stderr
    line = next(line for line in done.stderr.splitlines() if "remark: " in line)
    return eval(line.split("remark: 'builtin.module' op ", 1)[1])


def test_defaults(plugopt):
    assert shown(plugopt) == (1, False, -3, 0.5, "a b}", "fast", [1, 2], [], ["y"])


@pytest.mark.parametrize(
    ("options", "index", "value"),
    [
        ("shared-level=7", 0, 7),
        ("flag", 1, True),
        ("flag=0", 1, False),
        ("count=0x10", 2, 16),
        ("count=-9223372036854775808", 2, -(2**63)),
        ("ratio=1e3", 3, 1000.0),
        ("title=", 4, ""),
        ("title={two words}", 4, "two words"),
        ("mode=small", 5, "small"),
        ("sizes=4,5 sizes={6}", 6, [4, 5, 6]),
        ("sizes=", 6, []),
        ("names=a,{b,c},'d,e'", 7, ["a", "b", "c", "d,e"]),
        ("modes=x,y", 8, ["x", "y"]),
    ],
)
def test_a_value_has_the_type_of_its_annotation(plugopt, options, index, value):
    found = shown(plugopt, f"{{{options}}}")[index]
    assert found == value
    assert type(found) is type(value)


def test_pass_flags(plugopt):
    plugopt.write("a.py", SHOW)
    done = plugopt("--load", "a.py", "--show=count=5 flag", stdin="")
    assert "(1, True, 5, " in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("coutn=1", "no such option coutn, did you mean 'count'?"),
        ("count=many", "for the --count option: 'many' value invalid for integer argument!"),
        ("count=9223372036854775808", "for the --count option: '9223372036854775808' value invalid for integer argument!"),
        ("count", "for the --count option: requires a value!"),
        ("flag=maybe", "for the --flag option: 'maybe' is invalid value for boolean argument! Try 0 or 1"),
        ("ratio=half", "for the --ratio option: 'half' value invalid for floating point argument!"),
        ("mode=huge", "for the --mode option: Cannot find option named 'huge'! Expected one of: fast, small"),
        ("sizes=1,b", "for the --sizes option: 'b' value invalid for integer argument!"),
        ("modes=x,z", "for the --modes option: Cannot find option named 'z'! Expected one of: x, y"),
    ],
)
def test_wrong_values_are_refused_before_anything_runs(plugopt, options, message):
    stderr = plugopt.refused(SHOW, pipeline=f"builtin.module(show{{{options}}})", input="not mlir")
    assert message in stderr
    assert f"failed to add `show` with options `{options}`" in stderr
    assert "in.mlir" not in stderr


@pytest.mark.parametrize("word", ["--help", "--list-passes"])
def test_passes_and_options_are_listed_with_their_help(plugopt, word):
    plugopt.write("a.py", SHOW)
    done = plugopt("--load", "a.py", word)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    first = next(index for index, line in enumerate(lines) if line.startswith("  --show "))
    listed = [" ".join(line.split()) for line in lines[first : first + 14]]
    assert listed == [
        "--show - Shows its options. [a]",
        "--count=<int> - a number (default: -3)",
        "--flag - a switch (default: false)",
        "--mode=<value> - a choice (default: fast)",
        "=fast",
        "=small",
        "--modes=<value,...> - choices (default: y)",
        "=x",
        "=y",
        "--names=<string,...> - texts",
        "--ratio=<number> - a share (default: 0.5)",
        "--shared-level=<int> - of a class without a name (default: 1)",
        "--sizes=<int,...> - numbers (default: 1,2)",
        "--title=<string> - a text (default: a b})",
    ]


DECLARED = """
from typing import Literal
from plugopt import Pass, option

class P(Pass, name="p"):
    o{annotation} = option({default})

    def run(self, op):
        pass
"""


@pytest.mark.parametrize(
    ("annotation", "default", "message"),
    [
        ("", "1", "option 'o' of pass class 'P' has no annotation"),
        (": dict", "{}", "has the annotation <class 'dict'>, expected bool, int, float, str, Literal[...] of strings, or a list"),
        (": list[list[int]]", "[]", "has the annotation list[list[int]], expected bool"),
        (": Literal[1, 2]", "1", "expected bool, int, float, str, Literal[...] of strings"),
        (": int", "'x'", "option 'o' of pass class 'P' has the default 'x', expected int"),
        (": int", "True", "has the default True, expected int"),
        (": bool", "0", "has the default 0, expected bool"),
        (": list[int]", "3", "has the default 3, expected a list"),
        (": Literal['a', 'b']", "'c'", "has the default 'c', expected one of 'a', 'b'"),
        (": int", "", "missing 1 required positional argument: 'default'"),
        (": int", "2 ** 80", "pass `p`: the default of option `o`: for the --o option: '1208925819614629174706176' value invalid"),
    ],
)
def test_wrong_declarations_are_refused(plugopt, annotation, default, message):
    file = DECLARED.format(annotation=annotation, default=default)
    stderr = plugopt.refused(file, pipeline="builtin.module(p)", input="")
    assert stderr.startswith("plugopt: cannot load plugin 'a.py': ")
    assert message in stderr
