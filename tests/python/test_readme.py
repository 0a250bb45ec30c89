"""The worked example of the README: its files, its command and its output."""

import re
import shlex
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_pass_of_your_own(plugopt):
    text = README.read_text().split("## A pass of your own", 1)[1].split("\n## ", 1)[0]
    [code], [input], [session] = (blocks(text, language) for language in ("python", "mlir", "console"))
    plugopt.write("op_count.py", code)
    plugopt.write("in.mlir", input)
    command, expected = session.split("\n", 1)
    prompt, _, *words = shlex.split(command)
    done = plugopt(*words)
    assert prompt == "$"
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip("\n") == expected.rstrip("\n")
