//! Plugins written in Python: choosing an interpreter, opening its library and the component that runs files.
//!
//! The driver is not linked with libpython. When the first `.py` is loaded, the library of the chosen interpreter is opened with global
//! symbols, because extension modules look for them there, and then the component `libplugopt_python.so`.

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
use plugopt_plugin::raw;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

const COMPONENT: &str = if cfg!(target_os = "macos") { "libplugopt_python.dylib" } else { "libplugopt_python.so" };
const ENTRY: &[u8] = b"plugopt_script_entry\0";
const OLDEST: (u32, u32) = (3, 11);

/// What a Python interpreter says of itself, one value a line.
const QUESTION: &str = "import sys, sysconfig\n\
    v = sysconfig.get_config_var\n\
    print(sys.version_info[0], sys.version_info[1], sep='\\n')\n\
    print(sys.executable, v('LIBDIR') or '', v('INSTSONAME') or v('LDLIBRARY') or '', v('Py_ENABLE_SHARED') or 0, sep='\\n')";

struct Interpreter {
    executable: String,
    library: PathBuf,
}

/// The entry point of the component; the interpreter, `named` or another, is chosen and opened at the first call.
pub(crate) fn entry(named: Option<&Path>) -> Result<raw::ScriptEntryFn, String> {
    static OPENED: OnceLock<Result<raw::ScriptEntryFn, String>> = OnceLock::new();
    OPENED.get_or_init(|| open(named)).clone()
}

fn open(named: Option<&Path>) -> Result<raw::ScriptEntryFn, String> {
    let component = component()?;
    let python = interpreter(named)?;
    // SAFETY: the library of an interpreter may be opened; its initialisers do nothing but for itself.
    let library = unsafe { Library::open(Some(&python.library), RTLD_NOW | RTLD_GLOBAL) }
        .map_err(|error| format!("the library of Python cannot be opened: {error}"))?;
    name_program(&library, &python.executable);
    std::mem::forget(library);
    // SAFETY: the component is a part of this project.
    let library = unsafe { libloading::Library::new(&component) }
        .map_err(|error| format!("the Python component cannot be opened: {error}"))?;
    // SAFETY: the specification gives the symbol this type.
    let entry = unsafe { library.get::<raw::ScriptEntryFn>(ENTRY) }
        .map(|symbol| *symbol)
        .map_err(|_| format!("'{}' does not export `plugopt_script_entry`", component.display()))?;
    std::mem::forget(library);
    Ok(entry)
}

/// Tells Python which executable it is, so that it finds the packages of that one's environment.
fn name_program(library: &Library, executable: &str) {
    #[cfg(target_os = "linux")]
    {
        type SetProgramName = unsafe extern "C" fn(*const u32);
        // SAFETY: the function has this type wherever it exists; on Linux a `wchar_t` has 32 bits.
        let Ok(set) = (unsafe { library.get::<SetProgramName>(b"Py_SetProgramName\0") }) else { return };
        let wide: Vec<u32> = executable.chars().map(u32::from).chain([0]).collect();
        // SAFETY: Python keeps the pointer; the text lives as long as the process.
        unsafe { set(Box::leak(wide.into_boxed_slice()).as_ptr()) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (library, executable);
}

/// The component, beside the driver or where an installation puts it.
fn component() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os("PLUGOPT_PYTHON_COMPONENT") {
        return Ok(path.into());
    }
    let driver = std::env::current_exe().map_err(|error| format!("the driver does not know where it is: {error}"))?;
    let folder = driver.parent().unwrap_or(Path::new("."));
    let places = [folder.join(COMPONENT), folder.join("../lib/plugopt").join(COMPONENT)];
    places.iter().find(|p| p.is_file()).cloned().ok_or_else(|| {
        let looked: Vec<String> = places.iter().map(|p| format!("'{}'", p.display())).collect();
        format!(
            "the Python component is not installed: looked for {}; `PLUGOPT_PYTHON_COMPONENT` can name another place",
            looked.join(" and ")
        )
    })
}

/// The program to ask, and who named it: `--python`, `PLUGOPT_PYTHON`, `VIRTUAL_ENV`, or nobody and it is `python3` on the path. The
/// folder of an environment stands for the Python in it.
fn program(named: Option<&Path>) -> (PathBuf, &'static str) {
    let in_folder = |path: PathBuf| if path.is_dir() { path.join("bin/python") } else { path };
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(path) = named {
        (in_folder(path.to_path_buf()), "named by --python")
    } else if let Some(path) = variable("PLUGOPT_PYTHON") {
        (in_folder(path), "named by PLUGOPT_PYTHON")
    } else if let Some(environment) = variable("VIRTUAL_ENV") {
        (environment.join("bin/python"), "of VIRTUAL_ENV")
    } else {
        (PathBuf::from("python3"), "on the path")
    }
}

fn interpreter(named: Option<&Path>) -> Result<Interpreter, String> {
    let (program, why) = program(named);
    let asked = format!("'{}' ({why})", program.display());
    let (major, minor) = OLDEST;
    let expected = format!("a Python {major}.{minor} or newer with a shared library was expected");
    let output = Command::new(&program)
        .args(["-c", QUESTION])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{asked} cannot be started: {}; {expected}", crate::library::io_reason(&error)))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    let [.., major, minor, executable, folder, name, shared] = lines[..] else {
        let (said, errors) = (text.trim(), String::from_utf8_lossy(&output.stderr));
        let said = if said.is_empty() { errors.trim() } else { said };
        let said = said.lines().last().map(|line| format!(", it says '{line}'")).unwrap_or_default();
        return Err(format!("{asked} is no Python that can be used{said}; {expected}"));
    };
    let version = (major.parse().unwrap_or(0), minor.parse().unwrap_or(0));
    if version < OLDEST {
        return Err(format!("{asked} is Python {major}.{minor}; {expected}"));
    }
    let library = Path::new(folder).join(name);
    if shared == "0" || !library.is_file() {
        return Err(format!(
            "{asked} is Python {major}.{minor} without a shared library (looked for '{}'); {expected}",
            library.display()
        ));
    }
    Ok(Interpreter { executable: executable.to_owned(), library })
}
