//! Where the result goes: standard output, or a file that is only replaced once all went well.

use crate::args::PROGRAM;
use crate::input::reason;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// An open output. Dropped without [`Output::finish`], a file of the user is as it was.
pub enum Output {
    /// Standard output.
    Stdout(io::Stdout),
    /// What is no regular file, such as `/dev/null` or a pipe.
    Direct(File),
    /// A file whose folder takes no new one: overwritten at the end.
    InPlace {
        /// The file.
        file: File,
        /// What it will hold.
        bytes: Vec<u8>,
    },
    /// Written beside the file and renamed at the end.
    Aside {
        /// The file beside.
        file: NamedTempFile,
        /// The file to replace.
        target: PathBuf,
    },
}

impl Output {
    /// Opens the output; `-` is standard output. The error is a text for people.
    pub fn open(path: &Path) -> Result<Output, String> {
        if path == Path::new("-") {
            return Ok(Output::Stdout(io::stdout()));
        }
        Output::open_file(path)
            .map_err(|error| format!("cannot open output file '{}': {}", path.display(), reason(&error)))
    }

    fn open_file(path: &Path) -> io::Result<Output> {
        // The file behind a symbolic link is replaced, not the link.
        let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let existing = match std::fs::metadata(&target) {
            Ok(metadata) if !metadata.is_file() => {
                return OpenOptions::new().write(true).open(&target).map(Output::Direct);
            }
            Ok(metadata) => {
                // Renaming would replace a file that may not be written.
                OpenOptions::new().write(true).open(&target)?;
                Some(metadata.permissions())
            }
            Err(_) => None,
        };
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".plugopt-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        match (builder.tempfile_in(folder), existing) {
            (Ok(file), permissions) => {
                if let Some(permissions) = permissions {
                    file.as_file().set_permissions(permissions)?;
                }
                plugopt_host::remove_on_crash(file.path());
                Ok(Output::Aside { file, target })
            }
            (Err(_), Some(_)) => {
                let file = OpenOptions::new().write(true).open(&target)?;
                Ok(Output::InPlace { file, bytes: Vec::new() })
            }
            (Err(error), None) => Err(error),
        }
    }

    /// Makes what was written the content of the output.
    pub fn finish(self) -> Result<(), WriteError> {
        match self {
            Output::Stdout(mut stdout) => stdout.flush().map_err(WriteError),
            Output::Direct(mut file) => file.flush().map_err(WriteError),
            Output::InPlace { mut file, bytes } => {
                file.set_len(0).and_then(|()| file.write_all(&bytes)).map_err(WriteError)
            }
            Output::Aside { file, target } => file.persist(target).map(drop).map_err(|failed| WriteError(failed.error)),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(stdout) => stdout.write(bytes),
            Output::Direct(file) => file.write(bytes),
            Output::InPlace { bytes: pending, .. } => pending.write(bytes),
            Output::Aside { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(stdout) => stdout.flush(),
            Output::Direct(file) => file.flush(),
            Output::InPlace { .. } => Ok(()),
            Output::Aside { file, .. } => file.flush(),
        }
    }
}

/// The output could not be written.
#[derive(Debug)]
pub struct WriteError(io::Error);

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError(error)
    }
}

impl WriteError {
    /// Says so, and gives the exit code: that of a process ended by SIGPIPE, silently, if nobody reads any more.
    pub fn report(&self) -> u8 {
        if self.0.kind() == io::ErrorKind::BrokenPipe {
            return 141;
        }
        eprintln!("{PROGRAM}: IO failure on output stream: {}", reason(&self.0));
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_at_the_end_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.mlir");
        std::fs::write(&path, "before").unwrap();
        let mut output = Output::open(&path).unwrap();
        output.write_all(b"lost").unwrap();
        drop(output);
        assert_eq!(std::fs::read(&path).unwrap(), b"before");
        let mut output = Output::open(&path).unwrap();
        output.write_all(b"after").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"before");
        output.finish().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"after");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_permissions() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::fs::write(&file, "").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let mut output = Output::open(&link).unwrap();
        output.write_all(b"x").unwrap();
        output.finish().unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"x");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(matches!(Output::open(Path::new("/dev/null")), Ok(Output::Direct(_))));
    }

    #[test]
    fn a_folder_that_is_not_there() {
        let error = Output::open(Path::new("/nonexist/x.mlir")).err().unwrap();
        assert_eq!(error, "cannot open output file '/nonexist/x.mlir': No such file or directory");
    }
}
