//! What is printed can be parsed, and then prints the same, in both forms.
#![no_main]

use plugopt_fuzz::{context, is_valid, parse, print};

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    let Some(ir) = parse(&context(), text) else { return };
    if !is_valid(&ir) {
        return;
    }
    for generic in [false, true] {
        let first = print(&ir, generic);
        let Some(again) = parse(&context(), &first) else {
            panic!("cannot parse what was printed:\n{}", String::from_utf8_lossy(&first));
        };
        assert!(is_valid(&again), "invalid after printing and parsing:\n{}", String::from_utf8_lossy(&first));
        let second = print(&again, generic);
        assert!(
            first == second,
            "prints otherwise after parsing\n{}\n{}",
            String::from_utf8_lossy(&first),
            String::from_utf8_lossy(&second)
        );
    }
});
