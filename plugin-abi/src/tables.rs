//! The host's tables, kept once per library. All hosts of a process are one host, so that they never change.

use crate::raw;
use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};

macro_rules! tables {
    ($($name:ident: $ty:ident, $text:ident, $hash:ident;)*) => {
        struct Tables {
            $($name: AtomicPtr<raw::$ty>,)*
        }

        static TABLES: Tables = Tables { $($name: AtomicPtr::new(std::ptr::null_mut()),)* };

        /// Fetches all tables. Gives name and hash of the first one that the host lacks.
        pub(crate) fn fetch(get: impl Fn(&'static str, u64) -> *const c_void) -> Result<(), (&'static str, u64)> {
            $(
                let table = get(raw::$text, raw::$hash);
                if table.is_null() {
                    return Err((raw::$text, raw::$hash));
                }
                TABLES.$name.store(table.cast_mut().cast(), Ordering::Relaxed);
            )*
            Ok(())
        }

        $(
            /// The table. Sessions exist only in callbacks, and those come after the tables were fetched.
            #[inline(always)]
            pub(crate) fn $name() -> &'static raw::$ty {
                let table = TABLES.$name.load(Ordering::Relaxed);
                debug_assert!(!table.is_null());
                // SAFETY: set before the first callback, to a table that lives as long as the process.
                unsafe { &*table }
            }
        )*
    };
}

tables! {
    core: CoreTable, CORE, CORE_HASH;
    ir_read: IrReadTable, IR_READ, IR_READ_HASH;
    ir_build: IrBuildTable, IR_BUILD, IR_BUILD_HASH;
    parse: ParseTable, PARSE, PARSE_HASH;
    print: PrintTable, PRINT, PRINT_HASH;
    rewrite: RewriteTable, REWRITE, REWRITE_HASH;
    pass: PassTable, PASS, PASS_HASH;
}
