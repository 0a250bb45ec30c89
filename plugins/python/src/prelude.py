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

    def __get__(self, instance, owner):
        # Instances that the driver makes have an attribute of the same name with the value that was given.
        return self.default


def option(default, *, help=""):
    """An option of a pass: its default, and one line of help. The annotation of the attribute gives its type: `bool`, `int`, `float`,
    `str`, a choice `Literal["a", "b"]`, or a list of one of these."""
    return _Option(default, help)


_KINDS = {bool: "bool", int: "int", float: "float", str: "string"}
_declared = []


def _scalar(annotation):
    """The kind of an annotation that is no list, with the words of a choice; None for no such annotation."""
    if annotation in _KINDS:
        return _KINDS[annotation], annotation, ()
    words = typing.get_args(annotation)
    if typing.get_origin(annotation) is typing.Literal and all(isinstance(word, str) for word in words):
        return "enum", str, words
    return None


def _kind(cls, name, annotation, default):
    """The kind of an option and the words of a choice, if the default fits."""
    of = f"option '{name}' of pass class '{cls.__name__}'"
    is_list = typing.get_origin(annotation) is list
    found = _scalar(typing.get_args(annotation)[0] if is_list else annotation)
    if found is None:
        raise TypeError(
            f"{of} has the annotation {annotation!r}, expected bool, int, float, str, Literal[...] of strings, or a list of one of those"
        )
    kind, type_, words = found
    if is_list and not isinstance(default, (list, tuple)):
        raise TypeError(f"{of} has the default {default!r}, expected a list")
    for value in default if is_list else [default]:
        fits = type(value) is type_ or (type_ is float and type(value) is int)
        if not fits or (words and value not in words):
            expected = "one of " + ", ".join(map(repr, words)) if words else type_.__name__
            raise TypeError(f"{of} has the default {value!r}, expected {expected}")
    return (f"list<{kind}>" if is_list else kind), words


def _text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        # Quotes keep commas and blanks within an element.
        texts = [_text(element) for element in value]
        for text in texts:
            if "'" in text and '"' in text:
                raise ValueError(f"the default of a list cannot have the element {text!r}, which holds both kinds of quotes")
        return ",".join(f'"{text}"' if "'" in text else f"'{text}'" for text in texts)
    return str(value)


def _toml(text):
    """A string in TOML, which knows JSON's escapes but no surrogates."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


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
        # Those of its bases are options of a class too.
        found = {name: value for base in reversed(cls.__mro__) for name, value in vars(base).items()}
        for attribute, value in found.items():
            if not isinstance(value, _Option):
                continue
            if attribute not in hints:
                raise TypeError(f"option '{attribute}' of pass class '{cls.__name__}' has no annotation")
            kind, words = _kind(cls, attribute, hints[attribute], value.default)
            options.append((attribute, attribute.replace("_", "-"), kind, words, value))
        cls._plugopt_options = options
        _declared.append((cls, name, anchor, tuple(dialects)))


def _manifest(plugin, passes, abi):
    lines = ["plugopt-manifest 1", f"name = {_toml(plugin)}", 'version = "0"', f"abi = {abi}"]
    for cls, name, anchor, dialects in passes:
        summary = (cls.__doc__ or "").strip().split("\n")[0]
        lines += ["", "[[pass]]", f"name = {_toml(name)}", f"summary = {_toml(summary)}"]
        if anchor is not None:
            lines.append(f"anchor = {_toml(anchor)}")
        lines.append(f"dialects = [{', '.join(map(_toml, dialects))}]")
        for _, spelled, kind, words, value in cls._plugopt_options:
            lines += ["", "[[pass.option]]", f"name = {_toml(spelled)}", f"type = {_toml(kind)}"]
            if words:
                lines.append(f"values = [{', '.join(map(_toml, words))}]")
            lines += [f"default = {_toml(_text(value.default))}", f"help = {_toml(value.help)}"]
    return "\n".join(lines) + "\n"


def _load(path, abi):
    """Runs a file; gives its manifest, and for each pass its name, class and the attributes of its options."""
    plugin = os.path.splitext(os.path.basename(path))[0]
    first = len(_declared)
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    # Annotations are looked up in the module of their class.
    module = type(sys)(f"plugopt_script_{plugin}")
    module.__file__ = path
    sys.modules[module.__name__] = module
    exec(code, module.__dict__)
    passes = _declared[first:]
    if not passes:
        raise _NoPass("it declares no pass, expected a class with `Pass` as its base and a `name`: class Mine(Pass, name=\"mine\")")
    found = [(name, cls, [option[0] for option in cls._plugopt_options]) for cls, name, _, _ in passes]
    return _manifest(plugin, passes, abi), plugin, found


class _NoPass(Exception):
    pass


# Most places of a traceback that are shown, half of them from each end.
_MOST_PLACES = 16


def _file(name):
    """A file as people would name it from where they are."""
    try:
        near = os.path.relpath(name)
    except (OSError, ValueError):
        return name
    return name if near.startswith("..") else near


def _describe(error, trace):
    """What an exception says: one line, and the places of its traceback."""
    if isinstance(error, _NoPass):
        return str(error), []
    if isinstance(error, SystemExit):
        headline = f"sys.exit({error.code!r}) was called"
    elif isinstance(error, SyntaxError):
        headline = f"{type(error).__name__}: {error.msg}"
    else:
        headline = "".join(traceback.format_exception_only(type(error), error)).strip()
    places = [
        f"{_file(frame.filename)}:{frame.lineno}: in {frame.name}" + (f": {frame.line}" if frame.line else "")
        for frame in traceback.extract_tb(trace)
        if not frame.filename.startswith(("<plugopt", "<frozen "))
    ]
    if isinstance(error, SyntaxError) and error.filename is not None:
        places.append(f"{_file(error.filename)}:{error.lineno}: {(error.text or '').strip()}")
    if len(places) > _MOST_PLACES:
        half = _MOST_PLACES // 2
        places[half:-half] = [f"… {len(places) - 2 * half} more …"]
    return headline, places
