// Exists to carry the precompiled header.
