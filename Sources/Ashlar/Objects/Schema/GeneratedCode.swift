/// The versions of generated code that this library supports. Every generated file refers to its own version, and does not compile if that
/// version is missing.
public nonisolated enum _GeneratedCode {
  /// Version 3: classes that create their own accessors, and migration code between the releases of a schema.
  public typealias Version3 = Void
}
