"""Runs the driver that was just built on pass files that the tests write."""

import os
import subprocess
from pathlib import Path

import pytest

BIN_DIR = "PLUGOPT_BIN_DIR"


class Runner:
    """Writes files into a folder and runs the driver in it."""

    def __init__(self, folder):
        self.folder = folder
        self.driver = Path(os.environ[BIN_DIR]) / "plugopt"

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def __call__(self, *words, stdin="", env=None):
        return subprocess.run(
            [self.driver, *words],
            cwd=self.folder,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            env={**os.environ, **(env or {})},
        )

    def passes(self, *files, pipeline, input, words=()):
        """Runs a pipeline over an input with Python files loaded, all given as text; files are called `a.py`, `b.py`, …"""
        load = []
        for name, text in zip("abcdef", files):
            self.write(f"{name}.py", text)
            load += ["--load", f"{name}.py"]
        self.write("in.mlir", input)
        return self("in.mlir", *load, "-p", pipeline, *words)

    def changed(self, *files, pipeline, input, words=()):
        """The output of such a run, which must go well and be silent."""
        done = self.passes(*files, pipeline=pipeline, input=input, words=words)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def refused(self, *files, pipeline, input, words=()):
        """What such a run says, which must fail without output and leave the output file as it was."""
        self.write("out.mlir", "before")
        done = self.passes(*files, pipeline=pipeline, input=input, words=["-o", "out.mlir", *words])
        assert (done.returncode, done.stdout) == (1, "")
        assert (self.folder / "out.mlir").read_text() == "before"
        assert [path.name for path in self.folder.iterdir() if path.name.startswith(".plugopt")] == []
        return done.stderr


@pytest.fixture
def plugopt(tmp_path):
    if BIN_DIR not in os.environ:
        pytest.fail(f"{BIN_DIR} names the folder of the built driver; `cargo xtask test` sets it")
    return Runner(tmp_path)
