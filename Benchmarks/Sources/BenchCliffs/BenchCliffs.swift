// All of this target is generated; a target needs a source file.
