//! What follows the text of a file: `{-# … #-}` with resources.

use super::{Printer, text};
use crate::resources::{ResourceValue, Resources};
use plugopt_ir::Ident;
use rustc_hash::FxHashSet;

impl Printer<'_> {
    /// The resources that were referred to, and those of others.
    pub(super) fn metadata(&mut self) {
        let resources = Resources::of(self.context);
        let mut seen = FxHashSet::default();
        let mut referenced = std::mem::take(&mut self.resources);
        referenced.retain(|&key| seen.insert(key));
        let builtin: Vec<(Ident, ResourceValue)> =
            referenced.iter().filter_map(|&key| Some((key, resources.dialect(Ident::BUILTIN, key)?))).collect();
        let mut sections: Vec<(&[u8], Vec<Group>)> = Vec::new();
        let dialects: Vec<Group> = self.group(Ident::BUILTIN, &builtin).into_iter().collect();
        sections.push((b"dialect", dialects));
        let mut others = Vec::new();
        for group in resources.external() {
            let entries: Vec<(Ident, ResourceValue)> = group.entries.into_iter().map(|e| (e.key, e.value)).collect();
            others.extend(self.group(group.owner, &entries));
        }
        sections.push((b"external", others));
        sections.retain(|(_, groups)| !groups.is_empty());
        if sections.is_empty() {
            return;
        }
        self.text(b"\n{-#\n");
        for (i, (kind, groups)) in sections.into_iter().enumerate() {
            self.text(if i > 0 { b",\n  " } else { b"  " });
            self.text(kind);
            self.text(b"_resources: {\n");
            for (i, group) in groups.into_iter().enumerate() {
                self.text(if i > 0 { b",\n    " } else { b"    " });
                self.keyword_or_string(self.context.bytes(group.owner));
                self.text(b": {\n");
                for (i, (key, value)) in group.entries.into_iter().enumerate() {
                    self.text(if i > 0 { b",\n      " } else { b"      " });
                    self.keyword_or_string(self.context.bytes(key));
                    self.text(b": ");
                    self.resource(&value);
                    self.flush_some();
                }
                self.text(b"\n    }");
            }
            self.text(b"\n  }");
        }
        self.text(b"\n#-}\n");
    }

    /// The entries of a group that are not too long to be printed.
    fn group(&self, owner: Ident, entries: &[(Ident, ResourceValue)]) -> Option<Group> {
        let length = |value: &ResourceValue| match value {
            ResourceValue::Bool(value) => 5 - usize::from(*value),
            ResourceValue::Blob(blob) => 12 + 2 * blob.data.len(),
            ResourceValue::String(value) => {
                let mut text = Vec::new();
                text::push_string(&mut text, value);
                text.len()
            }
        };
        let fits =
            |value: &ResourceValue| self.options.elide_resources.is_none_or(|limit| length(value) as u64 <= limit);
        let entries: Vec<_> = entries.iter().filter(|(_, value)| fits(value)).cloned().collect();
        (!entries.is_empty()).then_some(Group { owner, entries })
    }

    fn resource(&mut self, value: &ResourceValue) {
        match value {
            ResourceValue::Bool(value) => self.text(if *value { b"true" } else { b"false" }),
            ResourceValue::String(value) => self.string(value),
            ResourceValue::Blob(blob) => {
                self.text(b"\"0x");
                text::push_hex(&mut self.out, blob.alignment.to_le_bytes());
                for part in blob.data.chunks(super::ops::FLUSH) {
                    text::push_hex(&mut self.out, part.iter().copied());
                    self.flush_some();
                }
                self.byte(b'"');
            }
        }
    }
}

struct Group {
    owner: Ident,
    entries: Vec<(Ident, ResourceValue)>,
}
