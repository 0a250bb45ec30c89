//! Dialects that a plugin declares as text: what a macro of the Rust SDK does when it is compiled is done here when the plugin is loaded.
//!
//! The functions that a declaration names are found in the plugin's list by name and role; the list is put into the order of the
//! descriptor that the declaration becomes.

use crate::plugin::Owner;
use plugopt_descriptor as decl;
use plugopt_plugin::raw;

/// The descriptors of all declarations in `text`, and the functions in their order. Both live as long as the process, as libraries do.
pub(crate) fn compile(
    owner: &Owner,
    text: &'static [u8],
    hooks: &'static [raw::Hook],
) -> Result<(&'static [u8], &'static [raw::Hook]), String> {
    let (mut descriptors, mut ordered, mut used) = (Vec::new(), Vec::new(), vec![false; hooks.len()]);
    for (number, text) in text.split(|byte| *byte == 0).enumerate() {
        let named =
            || format!("its declaration{}", if number == 0 { String::new() } else { format!(" {}", number + 1) });
        let text = std::str::from_utf8(text).map_err(|_| format!("{} is neither a descriptor nor UTF-8", named()))?;
        let parsed = decl::parse(text).map_err(|error| {
            let (line, column) = decl::line_and_column(text, error.at);
            format!("{}:{line}:{column}: {}", named(), error.message)
        })?;
        for (hook, at) in parsed.dialect.hooks.iter().zip(&parsed.hooks) {
            let place = || {
                let (line, column) = decl::line_and_column(text, *at);
                format!("{}:{line}:{column}", named())
            };
            let called = |given: &&raw::Hook| owner.bytes(given.name) == hook.path.as_bytes();
            let same_role = |given: &raw::Hook| given.role.0 == hook.role as u32;
            let Some(index) = hooks.iter().position(|given| called(&given) && same_role(given)) else {
                let role = hook.role.as_str();
                let other = hooks.iter().find(called).map(|given| given.role.0);
                return Err(match other.and_then(|role| decl::Role::from_code(role as u16)) {
                    Some(other) => format!(
                        "{}: it names the function '{}' as `{role}`, the plugin's list has it as `{}`",
                        place(),
                        hook.path,
                        other.as_str()
                    ),
                    None => format!(
                        "{}: it names the function '{}' as `{role}`, which is not in the plugin's list",
                        place(),
                        hook.path
                    ),
                });
            };
            used[index] = true;
            ordered.push(hooks[index]);
        }
        descriptors.extend(decl::encode(&parsed.dialect));
    }
    if let Some(unused) = used.iter().position(|used| !used) {
        let name = owner.text(hooks[unused].name);
        return Err(format!("its list has the function '{name}', which no declaration names"));
    }
    Ok((descriptors.leak(), ordered.leak()))
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" fn nothing() {}

    fn hook(role: decl::Role, name: &'static str) -> raw::Hook {
        raw::Hook {
            role: raw::HookRole(role as u32),
            reserved: 0,
            function: Some(nothing),
            data: std::ptr::null_mut(),
            name: raw::Bytes { pointer: name.as_ptr(), length: name.len() },
        }
    }

    fn check(text: &'static str, hooks: Vec<raw::Hook>) -> Result<Vec<String>, String> {
        let owner = Owner { name: "p".into() };
        let (bytes, hooks) = compile(&owner, text.as_bytes(), hooks.leak())?;
        let found = decl::Descriptor::sequence(bytes).unwrap();
        assert_eq!(found.iter().map(decl::Descriptor::hook_count).sum::<usize>(), hooks.len());
        Ok(hooks.iter().map(|hook| owner.text(hook.name)).collect())
    }

    const TEXT: &str = "dialect a; op x verify check; op y fold fold_y;\0dialect b; op z verify check;";

    #[test]
    fn functions_are_put_into_the_order_of_the_declarations() {
        use decl::Role::{Fold, Verify};
        let hooks = vec![hook(Fold, "fold_y"), hook(Verify, "check")];
        assert_eq!(check(TEXT, hooks), Ok(vec!["check".into(), "fold_y".into(), "check".into()]));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_place() {
        use decl::Role::{Fold, Verify};
        let error = |text, hooks| check(text, hooks).unwrap_err();
        assert_eq!(
            error(TEXT, vec![hook(Verify, "check")]),
            "its declaration:1:41: it names the function 'fold_y' as `fold`, which is not in the plugin's list"
        );
        assert_eq!(
            error(TEXT, vec![hook(Verify, "check"), hook(Verify, "fold_y")]),
            "its declaration:1:41: it names the function 'fold_y' as `fold`, the plugin's list has it as `verify`"
        );
        assert_eq!(
            error("dialect a;", vec![hook(Fold, "f")]),
            "its list has the function 'f', which no declaration names"
        );
        assert_eq!(
            error("dialect a;\0dialect b;\n  op x(a: Foo);", vec![]),
            "its declaration 2:2:11: there is no constraint, type, attribute or enum `Foo`"
        );
    }
}
