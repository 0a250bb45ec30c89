"""Passes in Python that read and change IR."""

import pytest

INPUT = """
func.func @f(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 8 : i32
  %0 = arith.muli %a, %c {tag = "old"} : i32
  %1 = arith.addi %0, %b : i32
  return %1 : i32
}
"""


def bodies(text):
    return [line.strip() for line in text.splitlines()]


def remarks(stderr):
    return [line.split("remark: ", 1)[1] for line in stderr.splitlines() if "remark: " in line]


def seen(plugopt, body, input=INPUT, anchor="func.func", pipeline="builtin.module(func.func(look))"):
    """The strings that the body of a pass appends to `out`."""
    file = f"""
import plugopt
from plugopt import Attribute, Pass, Type, create

class Look(Pass, name="look", anchor="{anchor}"):
    def run(self, op):
        out = []
{chr(10).join("        " + line for line in body.strip().splitlines())}
        for line in out:
            op.emit_remark("|" + str(line))
"""
    done = plugopt.passes(file, pipeline=pipeline, input=input)
    assert done.returncode == 0, done.stderr
    return [remark.split("|", 1)[1] for remark in remarks(done.stderr)]


def test_reading(plugopt):
    body = """
mul = op.walk()[2]
out += [mul.name, len(mul.operands), len(mul.results), mul.result.type, len(mul.regions)]
out += [mul.parent == op, mul.block == op.regions[0].blocks[0], mul.operands[1].owner.name]
out += [mul.operands[0].owner, mul.result.users[0].name, mul.operands[1].constant]
out += [op.regions[0].blocks[0].arguments[0] == mul.operands[0], op.regions[0].blocks[0].parent.name]
out += [mul.has_trait("Commutative"), mul.has_trait("IsTerminator"), mul.location]
out += [{mul, op.walk()[2]} == {mul}, mul == op, repr(mul)]
"""
    assert seen(plugopt, body) == [
        *["arith.muli", "2", "1", "i32", "0"],
        *["True", "True", "arith.constant"],
        *["None", "arith.addi", "8 : i32"],
        *["True", "func.func"],
        *["True", "False", 'loc("in.mlir":4:8)'],
        *["True", "False", "<plugopt.Op arith.muli>"],
    ]


def test_walking_is_from_outside_to_inside(plugopt):
    input = """
func.func @f(%n: index) {
  %0 = arith.constant 0 : index
  scf.for %i = %0 to %n step %n {
    %1 = arith.addi %i, %n : index
  }
  return
}
"""
    body = "out += [inner.name for inner in op.walk()]"
    expected = ["func.func", "arith.constant", "scf.for", "arith.addi", "scf.yield", "func.return"]
    assert seen(plugopt, body, input=input) == expected


def test_attributes_and_types(plugopt):
    body = """
mul = op.walk()[2]
out += [mul.get("tag").value, mul.get("nope"), sorted(mul.attributes)]
out += [Type.parse("memref<4x?xf32>"), Type.parse("i7").width, Type.parse("i32") == mul.result.type]
out += [Attribute.parse("[1, \\"x\\"]"), Attribute.parse("2.5 : f32").value, Attribute.parse("-3 : i8").value]
out += [Attribute.integer(Type.parse("i8"), -1), Attribute.parse("unit").value, Attribute.parse("3 : i16").type]
mul.set("tag", None)
mul.set("new", Attribute.parse("unit"))
out += [mul.get("tag"), mul.get("new")]
"""
    assert seen(plugopt, body) == [
        *["old", "None", "['overflowFlags', 'tag']"],
        *["memref<4x?xf32>", "7", "True"],
        *['[1, "x"]', "2.5", "-3"],
        *["-1 : i8", "None", "i16"],
        *["None", "unit"],
    ]


EDIT = """
import plugopt
from plugopt import Attribute, Pass, create, option

class Edit(Pass, name="edit", anchor="func.func", dialects=["arith"]):
    def run(self, op):
{body}
"""


def edit(body):
    return EDIT.format(body="\n".join("        " + line for line in body.strip().splitlines()))


def test_creating_replacing_and_erasing(plugopt):
    file = edit(
        """
_, constant, mul, add, ret = op.walk()
three = create("arith.constant", results=["i32"], attributes={"value": Attribute.parse("3 : i32")}, before=mul)
shift = create("arith.shli", [mul.operands[0], three.result], ["i32"], after=three)
mul.replace(shift.result)
constant.erase()
add.set_operand(1, three.result)
"""
    )
    assert bodies(plugopt.changed(file, pipeline="builtin.module(func.func(edit))", input=INPUT)) == [
        "module {",
        "func.func @f(%arg0: i32, %arg1: i32) -> i32 {",
        "%c3_i32 = arith.constant 3 : i32",
        "%0 = arith.shli %arg0, %c3_i32 : i32",
        "%1 = arith.addi %0, %c3_i32 : i32",
        "return %1 : i32",
        "}",
        "}",
        "",
    ]


def test_replacing_all_uses(plugopt):
    file = edit("mul = op.walk()[2]\nmul.result.replace_all_uses_with(mul.operands[0])")
    text = plugopt.changed(file, pipeline="builtin.module(func.func(edit),cse)", input=INPUT)
    assert "%0 = arith.addi %arg0, %arg1 : i32" in text
    assert "muli" not in text


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("op.walk()[2].erase()", "plugopt.IRError: a result of 'arith.muli' is still in use"),
        ("op.walk()[2].set_operand(2, op.walk()[2].result)", "plugopt.IRError: there is no operand 2: there are 2"),
        ("op.result", "plugopt.IRError: the operation has 0 results, not one"),
        ("plugopt.Type.parse('i')", "plugopt.IRError: `i` is not a type: expected non-function type"),
        ("plugopt.Attribute.parse('[1')", "plugopt.IRError: `[1` is not an attribute: expected ',' or ']'"),
        ("plugopt.Attribute.parse('1 2')", "plugopt.IRError: `1 2` is not an attribute: "),
        ("plugopt.Type.parse('index').width", "plugopt.IRError: "),
        ("create('arith.constant')", "TypeError: one of `before` and `after` says where the operation goes"),
        ("create('a.b', results=[3], before=op.walk()[1])", "TypeError: a result type is a Type or the text of one"),
        ("create('a.b', attributes={'x': 3}, before=op.walk()[1])", "TypeError: the attribute x is not a plugopt.Attribute"),
        ("create('a.b', after=op.walk()[-1])\nop.walk()[2].replace([])", "plugopt.IRError: "),
        ("op.parent.set('x', plugopt.Attribute.parse('unit'))", "only the operation of the pass and what is in it may be changed"),
        ("op.erase()", "plugopt.IRError: "),
        ("op.operands = []", "AttributeError: "),
    ],
)
def test_mistakes_raise(plugopt, body, message):
    stderr = plugopt.refused(edit(body), pipeline="builtin.module(func.func(edit))", input=INPUT)
    headline = stderr.splitlines()[0]
    assert headline.startswith("in.mlir:2:1: error: pass 'edit' of plugin 'a' failed: ")
    assert message in headline
    assert "panicked" not in stderr


def test_what_was_raised_can_be_caught(plugopt):
    file = edit(
        """
try:
    op.walk()[2].erase()
except plugopt.IRError as error:
    op.walk()[2].set("caught", Attribute.parse('"' + str(error).replace("'", "") + '"'))
"""
    )
    text = plugopt.changed(file, pipeline="builtin.module(func.func(edit))", input=INPUT)
    assert 'caught = "a result of arith.muli is still in use"' in text


@pytest.mark.parametrize("use", ["gone.name", "gone.operands", "gone.erase()", "value.type", "value.users", "gone.set('x', None)", "str(gone)"])
def test_a_handle_of_what_was_erased_raises(plugopt, use):
    file = edit(f"gone = op.walk()[2]\nvalue = gone.result\ngone.replace(gone.operands[0])\n{use}")
    stderr = plugopt.refused(file, pipeline="builtin.module(func.func(edit))", input=INPUT)
    assert "failed: plugopt.IRError: the operation, block, region or value was erased" in stderr.splitlines()[0]
    assert stderr.count("error: ") == 1


def test_a_handle_is_not_mistaken_for_what_took_the_place(plugopt):
    file = edit(
        """
gone = op.walk()[2]
gone.replace(gone.operands[0])
for _ in range(8):
    create("arith.constant", results=["i32"], attributes={"value": Attribute.parse("3 : i32")}, before=op.walk()[1])
gone.name
"""
    )
    stderr = plugopt.refused(file, pipeline="builtin.module(func.func(edit))", input=INPUT)
    assert "was erased" in stderr.splitlines()[0]


def test_ir_is_not_for_other_threads(plugopt):
    file = edit(
        """
import threading
said = []
def use():
    try:
        op.name
    except RuntimeError as error:
        said.append(str(error))
thread = threading.Thread(target=use)
thread.start()
thread.join()
op.emit_remark(said[0])
"""
    )
    done = plugopt.passes(file, pipeline="builtin.module(func.func(edit))", input=INPUT)
    assert done.returncode == 0, done.stderr
    assert "the IR can only be used by the thread that runs a pass, while it runs" in done.stderr


def test_ir_is_not_for_use_after_the_run(plugopt):
    file = """
from plugopt import Attribute, Pass

kept = []

class Keep(Pass, name="keep"):
    def run(self, op):
        kept.append(op.walk()[1])

    def __del__(self):
        try:
            kept[0].name
        except RuntimeError as error:
            print(error, file=__import__("sys").stderr)

class Use(Pass, name="use", anchor="func.func"):
    def run(self, op):
        kept[0].name
"""
    done = plugopt.passes(file, pipeline="builtin.module(keep)", input=INPUT)
    assert done.returncode == 0
    assert done.stderr == "the IR can only be used by the thread that runs a pass, while it runs\n"
    # What another pass kept is not on loan to this one, which runs on another function.
    two = INPUT + INPUT.replace("@f", "@g")
    keep = "builtin.module(func.func(keep),builtin.module(keep),func.func(use))"
    file = file.replace("kept.append", "kept or kept.append").replace("__del__", "unused")
    stderr = plugopt.refused(file, pipeline=keep, input=two, words=["--mlir-disable-threading"])
    assert "pass 'use' of plugin 'a' failed: plugopt.IRError: the operation was erased, or is not on loan to this callback" in stderr


MARK = """
from plugopt import Attribute, Pass, Type, option

class Mark(Pass, name="{name}"{anchor}):
    count: int = option(1)

    def run(self, op):
        op.set("t.{name}", Attribute.integer(Type.parse("i64"), self.count))
"""


def test_two_files_in_one_run(plugopt):
    files = [MARK.format(name=name, anchor="") for name in ("one", "two")]
    text = plugopt.changed(*files, pipeline="builtin.module(one{count=7},two,one{count=8})", input="")
    assert text == "module attributes {t.one = 8 : i64, t.two = 1 : i64} {\n}\n\n"


def test_two_files_with_one_name_of_a_pass(plugopt):
    files = [MARK.format(name="one", anchor="")] * 2
    stderr = plugopt.refused(*files, pipeline="builtin.module(one)", input="")
    assert "'one'" in stderr and "a/one" in stderr and "b/one" in stderr
    done = plugopt.passes(*files, pipeline="builtin.module(b/one{count=3})", input="")
    assert (done.returncode, done.stdout) == (0, "module attributes {t.one = 3 : i64} {\n}\n\n")


@pytest.mark.parametrize("words", [[], ["--mlir-disable-threading"]])
def test_functions_on_threads(plugopt, words):
    file = MARK.format(name="mark", anchor=', anchor="func.func"')
    input = "".join(f"func.func @f{n}() {{\n  return\n}}\n" for n in range(200))
    text = plugopt.changed(file, pipeline="builtin.module(func.func(mark,cse,mark{count=2}))", input=input, words=words)
    lines = [line for line in text.splitlines() if "@f" in line]
    assert lines == [f"  func.func @f{n}() attributes {{t.mark = 2 : i64}} {{" for n in range(200)]


def test_diagnostics_come_in_the_order_of_the_text(plugopt):
    file = """
from plugopt import Pass

class Say(Pass, name="say", anchor="func.func"):
    def run(self, op):
        op.emit_warning(op.get("sym_name").value)
"""
    input = "".join(f"func.func private @f{n}()\n" for n in range(100))
    done = plugopt.passes(file, pipeline="builtin.module(func.func(say))", input=input)
    assert done.returncode == 0
    lines = [line for line in done.stderr.splitlines() if "warning: " in line]
    assert lines == [f"in.mlir:{n + 1}:1: warning: 'func.func' op f{n}" for n in range(100)]
