//! Input files, mapped where they are large.

use memmap2::Mmap;
use plugopt_ir::location::SourceText;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

/// Files of at least this many bytes are mapped.
const WORTH_MAPPING: u64 = 1 << 16;

struct Mapped(Mmap);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl SourceText for Mapped {
    #[cfg(unix)]
    fn release(&self, length: usize) {
        let length = length.min(self.0.len());
        // SAFETY: the mapping is of a file, shared and never written to, so that pages which are dropped are read again with the
        // same bytes when somebody looks at them.
        let result = unsafe { self.0.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, 0, length) };
        if let Err(error) = result {
            tracing::debug!("cannot release the text that was read: {error}");
        }
    }
}

/// Opens a text file. As with `mlir-opt`, a large file must not be shortened by others while it is being read.
pub fn open_text(path: &Path) -> io::Result<Arc<dyn SourceText>> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() && metadata.len() >= WORTH_MAPPING {
        // SAFETY: nothing in this process writes to the file: output goes to a new file that is renamed.
        return Ok(Arc::new(Mapped(unsafe { Mmap::map(&file) }?)));
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok(Arc::new(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_released_text_reads_the_same() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        for size in [10, 3 * WORTH_MAPPING as usize + 7] {
            let bytes: Vec<u8> = (0..size).map(|i| (i % 251) as u8).collect();
            std::fs::write(file.path(), &bytes).unwrap();
            let text = open_text(file.path()).unwrap();
            assert_eq!((*text).as_ref(), bytes);
            text.release(size / 2);
            text.release(size * 2);
            assert_eq!((*text).as_ref(), bytes);
        }
        file.as_file_mut().sync_all().unwrap();
        assert!(open_text(Path::new("nosuch.mlir")).is_err());
    }
}
