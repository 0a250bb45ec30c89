//! No text makes the parser panic, and each failure has an error.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    plugopt_fuzz::parse(&plugopt_fuzz::context(), text);
});
