//! Plugin discovery, manifests, loading, and the ABI tables over the IR.
