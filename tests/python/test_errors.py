"""What is said when a file or a pass in Python is wrong."""

import os
import stat
import sys

import pytest

INPUT = "func.func @f() {\n  return\n}\n"
PIPELINE = "builtin.module(func.func(p))"
PASS = """
import os, sys
import plugopt
from plugopt import Pass

def helper(op):
    {body}

class P(Pass, name="p", anchor="func.func"):
    def run(self, op):
        helper(op)
"""


def ran(plugopt, body, **keywords):
    return plugopt.refused(PASS.format(body=body), pipeline=PIPELINE, input=INPUT, **keywords)


def test_an_exception_becomes_a_diagnostic_with_its_traceback(plugopt):
    assert ran(plugopt, 'raise ValueError("boom")') == (
        "in.mlir:1:1: error: pass 'p' of plugin 'a' failed: ValueError: boom\n"
        "func.func @f() {\n"
        "^\n"
        'in.mlir:1:1: note: a.py:7: in helper: raise ValueError("boom")\n'
        "in.mlir:1:1: note: a.py:11: in run: helper(op)\n"
    )


def test_each_function_has_its_own(plugopt):
    stderr = plugopt.refused(PASS.format(body="1 / 0"), pipeline=PIPELINE, input=INPUT + INPUT.replace("@f", "@g"))
    errors = [line for line in stderr.splitlines() if "error: " in line]
    assert errors == [
        f"in.mlir:{line}:1: error: pass 'p' of plugin 'a' failed: ZeroDivisionError: division by zero" for line in (1, 4)
    ]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("sys.exit(3)", "sys.exit(3) was called"),
        ("sys.exit()", "sys.exit(None) was called"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("helper(op)", "RecursionError: maximum recursion depth exceeded"),
        ("raise Exception", "Exception"),
    ],
)
def test_whatever_ends_a_pass_fails_it(plugopt, call, message):
    stderr = ran(plugopt, call)
    assert stderr.startswith(f"in.mlir:1:1: error: pass 'p' of plugin 'a' failed: {message}")
    assert "note: a.py:7: in helper" in stderr
    assert len(stderr.splitlines()) < 25


def test_verified_diagnostics(plugopt):
    plugopt.write("a.py", PASS.format(body="raise ValueError('boom')"))
    plugopt.write("in.mlir", "// expected-error@below {{pass 'p' of plugin 'a' failed: ValueError: boom}}\n" + INPUT)
    done = plugopt("in.mlir", "--load", "a.py", "-p", PIPELINE, "--verify-diagnostics=only-expected")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_error_that_a_pass_reports_fails_it(plugopt):
    stderr = ran(plugopt, 'op.emit_error("is odd")')
    assert stderr.startswith("in.mlir:1:1: error: 'func.func' op is odd\n")
    assert 'note: see current operation: \n"func.func"() <{' in stderr
    assert stderr.endswith("in.mlir:1:1: note: in pass 'p' of plugin 'a'\n")


def test_what_a_pass_leaves_behind_is_verified(plugopt):
    stderr = ran(plugopt, "op.walk()[1].erase()")
    assert stderr.startswith("in.mlir:1:1: error: empty block: expect at least a terminator\n")
    assert stderr.endswith("in.mlir:1:1: note: after pass 'p' of plugin 'a'\n")


@pytest.mark.parametrize(
    ("body", "message", "code"),
    [
        ("os.abort()", "ended the process: SIGABRT, abort", -6),
        ("import ctypes; ctypes.string_at(0)", "ended the process: SIGSEGV, invalid memory access", -11),
        ("import ctypes; ctypes.CDLL(None).exit(0)", "called exit, which a pass must not do", 1),
    ],
)
def test_a_pass_that_ends_the_process_is_named_first(plugopt, body, message, code):
    plugopt.write("a.py", PASS.format(body=body))
    plugopt.write("in.mlir", INPUT)
    plugopt.write("out.mlir", "before")
    done = plugopt("in.mlir", "--load", "a.py", "-p", PIPELINE, "-o", "out.mlir")
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr == f"<unknown>:0: error: pass 'p' of plugin 'a' on 'func.func' {message}\n"
    assert sorted(path.name for path in plugopt.folder.iterdir()) == ["a.py", "in.mlir", "out.mlir"]
    assert (plugopt.folder / "out.mlir").read_text() == "before"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def f(:\n  pass\n", "SyntaxError: invalid syntax\n  a.py:1: def f(:\n"),
        ("x = 1\n  y = 2\n", "IndentationError: unexpected indent\n  a.py:2: y = 2\n"),
        ("x = 1\nimport nosuch\n", "ModuleNotFoundError: No module named 'nosuch'\n  a.py:2: in <module>: import nosuch\n"),
        (
            "def f():\n    raise ValueError('no')\nf()\n",
            "ValueError: no\n  a.py:3: in <module>: f()\n  a.py:2: in f: raise ValueError('no')\n",
        ),
        ("import sys\nsys.exit(0)\n", "sys.exit(0) was called\n  a.py:2: in <module>: sys.exit(0)\n"),
        (
            "x = 1\n",
            "it declares no pass, expected a class with `Pass` as its base and a `name`: class Mine(Pass, name=\"mine\")\n",
        ),
        (
            "import plugopt\nclass P(plugopt.Pass, name='p'):\n    pass\n",
            "TypeError: pass class 'P' has no method run(self, op)\n  a.py:2: in <module>: class P(plugopt.Pass, name='p'):\n",
        ),
    ],
)
def test_a_file_that_cannot_be_loaded(plugopt, text, said):
    assert plugopt.refused(text, pipeline=PIPELINE, input=INPUT) == f"plugopt: cannot load plugin 'a.py': {said}"


def test_a_file_with_bytes_that_are_no_text(plugopt):
    (plugopt.folder / "a.py").write_bytes(b"x = '\xff'\n")
    done = plugopt("--load", "a.py")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("plugopt: cannot load plugin 'a.py': SyntaxError: (unicode error) 'utf-8' codec can't decode byte 0xff")


def test_a_file_that_is_missing_and_a_folder(plugopt):
    (plugopt.folder / "folder.py").mkdir()
    for name, reason in [("missing.py", "No such file or directory"), ("folder.py", "Is a directory")]:
        done = plugopt("--load", name)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"plugopt: cannot load plugin '{name}': {reason}\n"


def test_an_unknown_pass_gets_a_suggestion(plugopt):
    file = PASS.format(body="pass").replace('name="p"', 'name="my-pass"')
    stderr = plugopt.refused(file, pipeline="builtin.module(func.func(my-pas))", input=INPUT)
    assert "error: MLIR Textual PassPipeline Parser:1:11: error: 'my-pas' does not refer to a registered pass or pass pipeline" in stderr
    assert "did you mean 'my-pass'?" in stderr
    done = plugopt("in.mlir", "--load", "a.py", "--my-pas")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("plugopt: Did you mean '--my-pass'?\n")


def program(plugopt, name, text):
    plugopt.write(name, text)
    path = plugopt.folder / name
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_which_python(plugopt):
    """`--python`, then PLUGOPT_PYTHON, then VIRTUAL_ENV, then python3 on the path."""
    plugopt.write("a.py", PASS.format(body="op.emit_remark(sys.executable)"))
    plugopt.write("in.mlir", INPUT)
    folder = plugopt.folder / "environment"
    (folder / "bin").mkdir(parents=True)
    names = {}
    for name in ["option", "variable", "environment/bin/python", "python3"]:
        names[name] = program(plugopt, name, f"#!/bin/sh\necho 3; echo 2; echo x; echo y; echo {name}; echo 0\n")
    words = ["in.mlir", "--load", "a.py"]
    env = {"PLUGOPT_PYTHON": names["variable"], "VIRTUAL_ENV": str(folder), "PATH": str(plugopt.folder)}
    expected = "is Python 3.2; a Python 3.11 or newer with a shared library was expected\n"
    for where, who in [
        (names["option"], "named by --python"),
        (names["variable"], "named by PLUGOPT_PYTHON"),
        (str(folder / "bin" / "python"), "of VIRTUAL_ENV"),
        ("python3", "on the path"),
    ]:
        done = plugopt(*words, *(["--python", where] if "--python" in who else []), env=env)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"plugopt: cannot load plugin 'a.py': '{where}' ({who}) {expected}"
        env["VIRTUAL_ENV" if "VIRTUAL" in who else "PLUGOPT_PYTHON"] = "" if "--python" not in who else env["PLUGOPT_PYTHON"]
    # A `.py` is not asked for: no Python is looked for.
    assert plugopt("in.mlir", "--python", names["option"]).returncode == 0


def test_the_packages_of_an_environment_can_be_imported(plugopt):
    if not os.path.exists(os.path.join(sys.prefix, "pyvenv.cfg")):
        pytest.skip("the tests do not run in an environment")
    plugopt.write("a.py", PASS.format(body="import pytest; op.emit_remark(sys.prefix)"))
    plugopt.write("in.mlir", INPUT)
    for python in [sys.executable, sys.prefix]:
        done = plugopt("in.mlir", "--load", "a.py", "-p", PIPELINE, "--python", python)
        assert done.returncode == 0, done.stderr
        assert sys.prefix in done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("exit 0", "is no Python that can be used"),
        ("echo hello", "is no Python that can be used, it says 'hello'"),
        ("echo no such option >&2; exit 2", "is no Python that can be used, it says 'no such option'"),
        (
            "echo 3; echo 12; echo x; echo /lib; echo libpython.a; echo 0",
            "is Python 3.12 without a shared library (looked for '/lib/libpython.a')",
        ),
        (
            "echo 3; echo 12; echo x; echo /nosuch; echo libpython.so; echo 1",
            "is Python 3.12 without a shared library (looked for '/nosuch/libpython.so')",
        ),
    ],
)
def test_a_program_that_is_no_python(plugopt, text, said):
    path = program(plugopt, "odd", f"#!/bin/sh\n{text}\n")
    plugopt.write("a.py", PASS.format(body="pass"))
    done = plugopt("--load", "a.py", "--python", path)
    assert (done.returncode, done.stdout) == (1, "")
    expected = "; a Python 3.11 or newer with a shared library was expected\n"
    assert done.stderr == f"plugopt: cannot load plugin 'a.py': '{path}' (named by --python) {said}{expected}"


def test_a_python_that_is_not_there(plugopt):
    plugopt.write("a.py", PASS.format(body="pass"))
    done = plugopt("--load", "a.py", "--python", "nosuch")
    assert done.returncode == 1
    assert "'nosuch' (named by --python) cannot be started: No such file or directory" in done.stderr
