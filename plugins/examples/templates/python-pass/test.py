"""Runs the plugin on tests/in.mlir and compares what comes out with tests/expected.mlir: python3 -m unittest"""

import os
import subprocess
import unittest
from pathlib import Path

HERE = Path(__file__).parent
# PLUGOPT names another driver than that on the path.
PLUGOPT = os.environ.get("PLUGOPT", "plugopt")


class Test(unittest.TestCase):
    def run_plugopt(self, *words):
        done = subprocess.run([PLUGOPT, *map(str, words)], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_the_plugin_can_be_used(self):
        self.assertIn("1 pass", self.run_plugopt("plugin", "check", HERE / "@IDENT@.py"))

    def test_what_comes_out(self):
        found = self.run_plugopt(HERE / "tests/in.mlir", "--load", HERE / "@IDENT@.py", "--@NAME@")
        self.assertEqual(found, (HERE / "tests/expected.mlir").read_text())


if __name__ == "__main__":
    unittest.main()
