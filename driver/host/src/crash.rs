//! Last words: a pass of a plugin that ends the process, by a signal or by `exit`, is named before the process is gone.
//!
//! While a pass runs, its thread knows who it is ([`enter`]). Handlers of the fatal signals and of `exit` write a message that is put
//! together from that without allocating, remove the unfinished output file, and let the process end as it would have.

use std::cell::Cell;
use std::path::Path;

/// Who runs on a thread.
#[derive(Clone, Copy)]
struct Running {
    pass: (*const u8, usize),
    plugin: (*const u8, usize),
    op: (*const u8, usize),
}

thread_local! {
    // Const and without a destructor, so that a signal handler may read it.
    static RUNNING: Cell<Option<Running>> = const { Cell::new(None) };
}

/// The time in which a pass runs on this thread.
pub(crate) struct Entered<'a> {
    before: Option<Running>,
    names: std::marker::PhantomData<&'a [u8]>,
}

/// Begins it.
pub(crate) fn enter<'a>(pass: &'a [u8], plugin: &'a [u8], op: &'a [u8]) -> Entered<'a> {
    let now = Running {
        pass: (pass.as_ptr(), pass.len()),
        plugin: (plugin.as_ptr(), plugin.len()),
        op: (op.as_ptr(), op.len()),
    };
    Entered { before: RUNNING.replace(Some(now)), names: std::marker::PhantomData }
}

/// Begins the time in which the code of a plugin file is opened; there is no pass yet.
pub(crate) fn opening(file: &[u8]) -> Entered<'_> {
    enter(&[], file, &[])
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        RUNNING.set(self.before);
    }
}

/// Removes a file if a pass ends the process. Only the last file that was named counts.
pub fn remove_on_crash(file: &Path) {
    #[cfg(unix)]
    unix::remove_on_crash(file);
    #[cfg(not(unix))]
    let _ = file;
}

/// Sets the handlers, once; to be called before code of a plugin file runs.
pub(crate) fn install() {
    #[cfg(unix)]
    unix::install();
}

#[cfg(unix)]
mod unix {
    use super::{RUNNING, Running};
    use std::ffi::CString;
    use std::mem::MaybeUninit;
    use std::os::unix::ffi::OsStrExt as _;
    use std::path::Path;
    use std::ptr;
    use std::sync::Once;
    use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

    const SIGNALS: [(libc::c_int, &str); 5] = [
        (libc::SIGABRT, "SIGABRT, abort"),
        (libc::SIGSEGV, "SIGSEGV, invalid memory access"),
        (libc::SIGBUS, "SIGBUS, invalid memory access"),
        (libc::SIGFPE, "SIGFPE, invalid arithmetic"),
        (libc::SIGILL, "SIGILL, invalid instruction"),
    ];

    /// Whether a message was written: what then ends the process is its consequence.
    static SAID: AtomicBool = AtomicBool::new(false);
    static UNFINISHED: AtomicPtr<libc::c_char> = AtomicPtr::new(ptr::null_mut());
    static BEFORE: [AtomicPtr<libc::sigaction>; SIGNALS.len()] =
        [const { AtomicPtr::new(ptr::null_mut()) }; SIGNALS.len()];

    pub(super) fn remove_on_crash(file: &Path) {
        if let Ok(path) = CString::new(file.as_os_str().as_bytes()) {
            // Never freed, as a handler may be reading it.
            UNFINISHED.store(path.into_raw(), Ordering::Release);
        }
    }

    pub(super) fn install() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            for (&(signal, _), before) in SIGNALS.iter().zip(&BEFORE) {
                // SAFETY: the struct may be all zero; the handler does only what a handler may do.
                unsafe {
                    let mut action: libc::sigaction = std::mem::zeroed();
                    action.sa_sigaction = on_signal as *const () as libc::sighandler_t;
                    // On the stack that Rust has made for handlers: the other one may have overflowed.
                    action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                    let mut old = MaybeUninit::<libc::sigaction>::uninit();
                    if libc::sigaction(signal, &raw const action, old.as_mut_ptr()) == 0 {
                        before.store(Box::into_raw(Box::new(old.assume_init())), Ordering::Release);
                    }
                }
            }
            // SAFETY: the function has the expected type and does not unwind.
            unsafe { libc::atexit(on_exit) };
        });
    }

    extern "C" fn on_signal(signal: libc::c_int, information: *mut libc::siginfo_t, _: *mut libc::c_void) {
        let known = SIGNALS.iter().zip(&BEFORE).find(|((known, _), _)| *known == signal);
        let Some(((_, name), before)) = known else { return };
        match RUNNING.take() {
            Some(running) => {
                say(&running, "ended the process: ");
                write(name.as_bytes());
                write(b"\n");
            }
            None if !SAID.load(Ordering::Relaxed) => {
                write(b"<unknown>:0: error: the process ended outside of a pass: ");
                write(name.as_bytes());
                write(b"\n");
            }
            None => {}
        }
        remove_unfinished();
        // The signal comes again once this handler returns, and does what it would have done without it: an instruction that
        // faults is executed again, what was sent is sent again.
        let before = before.load(Ordering::Acquire);
        // SAFETY: these functions may be called by handlers; the struct is never freed.
        unsafe {
            if before.is_null() {
                libc::signal(signal, libc::SIG_DFL);
            } else {
                libc::sigaction(signal, before, ptr::null_mut());
            }
            if information.is_null() || (*information).si_code <= 0 {
                libc::raise(signal);
            }
        }
    }

    extern "C" fn on_exit() {
        if let Some(running) = RUNNING.take() {
            let opening = running.pass.1 == 0;
            let who = if opening { "a plugin" } else { "a pass" };
            say(&running, "called exit, which ");
            write(who.as_bytes());
            write(b" must not do\n");
            remove_unfinished();
            // SAFETY: nothing else of this process is to run.
            unsafe { libc::_exit(1) };
        }
    }

    /// Writes the beginning of the message.
    fn say(running: &Running, what: &str) {
        SAID.store(true, Ordering::Relaxed);
        // SAFETY: the names live while the pass runs, which is on this thread.
        let text = |(pointer, length): (*const u8, usize)| unsafe { std::slice::from_raw_parts(pointer, length) };
        if running.pass.1 == 0 {
            write(b"plugopt: cannot load plugin '");
            write(text(running.plugin));
            write(b"': its code ");
            write(what.as_bytes());
            return;
        }
        write(b"<unknown>:0: error: pass '");
        write(text(running.pass));
        write(b"' of plugin '");
        write(text(running.plugin));
        write(b"' on '");
        write(text(running.op));
        write(b"' ");
        write(what.as_bytes());
    }

    fn remove_unfinished() {
        let unfinished = UNFINISHED.swap(ptr::null_mut(), Ordering::AcqRel);
        if !unfinished.is_null() {
            // SAFETY: the path is never freed.
            unsafe { libc::unlink(unfinished) };
        }
    }

    fn write(mut bytes: &[u8]) {
        while !bytes.is_empty() {
            // SAFETY: the bytes are valid.
            let written = unsafe { libc::write(libc::STDERR_FILENO, bytes.as_ptr().cast(), bytes.len()) };
            match usize::try_from(written) {
                Ok(count) if count > 0 => bytes = &bytes[count.min(bytes.len())..],
                _ => return,
            }
        }
    }
}
