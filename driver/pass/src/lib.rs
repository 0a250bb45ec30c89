//! Pass manager, textual pipelines, options.
