"""The Python side of plugopt: how a pass is declared.

A pass is a subclass of `Pass` with a method `run(self, op)`. Its options are class attributes with an annotation and a default
given by `option`. Everything that reads or changes IR works while `run` is running, and not after.
"""

import json
import os
import sys
import traceback
import typing


class _Option:
    def __init__(self, default, help):
        self.default = default
        self.help = help


def option(default, *, help=""):
    """An option of a pass: its default, and one line of help. The annotation of the attribute gives its type."""
    return _Option(default, help)


_KINDS = {bool: "bool", int: "int", float: "float", str: "string"}
_declared = []


def _kind(cls, name, annotation):
    if annotation in _KINDS:
        return _KINDS[annotation]
    arguments = typing.get_args(annotation)
    if typing.get_origin(annotation) is list and len(arguments) == 1 and arguments[0] in _KINDS:
        return f"list<{_KINDS[arguments[0]]}>"
    raise TypeError(
        f"option '{name}' of pass class '{cls.__name__}' has the annotation {annotation!r}, expected bool, int, float, str or a list of one of those"
    )


def _text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "{" + ",".join(_text(element) for element in value) + "}" if value else ""
    return str(value)


class Pass:
    """A pass. The keywords of the class statement give its name, anchor operation and dependent dialects."""

    def __init_subclass__(cls, *, name=None, anchor=None, dialects=(), **keywords):
        super().__init_subclass__(**keywords)
        if name is None:
            return
        if not callable(getattr(cls, "run", None)):
            raise TypeError(f"pass class '{cls.__name__}' has no method run(self, op)")
        hints = typing.get_type_hints(cls)
        options = []
        for attribute in list(vars(cls)):
            value = vars(cls)[attribute]
            if not isinstance(value, _Option):
                continue
            if attribute not in hints:
                raise TypeError(f"option '{attribute}' of pass class '{cls.__name__}' has no annotation")
            kind = _kind(cls, attribute, hints[attribute])
            options.append((attribute, attribute.replace("_", "-"), kind, value))
            setattr(cls, attribute, value.default)
        cls._plugopt_options = options
        _declared.append((cls, name, anchor, tuple(dialects)))


def _manifest(plugin, passes, abi):
    lines = ["plugopt-manifest 1", f"name = {json.dumps(plugin)}", 'version = "0"', f"abi = {abi}"]
    for cls, name, anchor, dialects in passes:
        summary = (cls.__doc__ or "").strip().split("\n")[0]
        lines += ["", "[[pass]]", f"name = {json.dumps(name)}", f"summary = {json.dumps(summary)}"]
        if anchor is not None:
            lines.append(f"anchor = {json.dumps(anchor)}")
        lines.append(f"dialects = {json.dumps(list(dialects))}")
        for _, spelled, kind, value in cls._plugopt_options:
            lines += ["", "[[pass.option]]", f"name = {json.dumps(spelled)}", f"type = {json.dumps(kind)}"]
            lines += [f"default = {json.dumps(_text(value.default))}", f"help = {json.dumps(value.help)}"]
    return "\n".join(lines) + "\n"


def _load(path, abi):
    """Runs a file; gives its manifest, and for each pass its name, class and the attributes of its options."""
    name = os.path.splitext(os.path.basename(path))[0]
    first = len(_declared)
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    namespace = {"__name__": f"plugopt_script_{name}", "__file__": path}
    # Annotations are looked up in the module of their class.
    module = type(sys)(namespace["__name__"])
    module.__dict__.update(namespace)
    sys.modules[module.__name__] = module
    exec(code, module.__dict__)
    passes = _declared[first:]
    if not passes:
        raise TypeError("the file declares no pass: expected a class with `Pass` as its base and a `name`")
    found = [(name, cls, [option[0] for option in cls._plugopt_options]) for cls, name, _, _ in passes]
    return _manifest(name, passes, abi), name, found


def _describe(error):
    """What an exception says: one line, and the lines of its traceback."""
    if isinstance(error, SystemExit):
        headline = f"sys.exit({error.code!r}) was called"
    elif isinstance(error, SyntaxError):
        headline = f"{type(error).__name__}: {error.msg} ({error.filename}, line {error.lineno})"
    else:
        headline = "".join(traceback.format_exception_only(type(error), error)).strip()
    frames = [
        f'{frame.filename}:{frame.lineno}: in {frame.name}'
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<plugopt")
    ]
    return headline, frames
