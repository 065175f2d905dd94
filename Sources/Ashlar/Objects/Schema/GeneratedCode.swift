/// The versions of generated code that this library runs. Every generated file names the one that it was made for, and does not
/// compile where that is missing.
public nonisolated enum _GeneratedCode {
  /// Classes that make their own accessors, and code between the releases of a schema.
  public typealias Version3 = Void
}
