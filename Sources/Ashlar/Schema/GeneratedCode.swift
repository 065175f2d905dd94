/// The versions of generated code that this library runs. Every generated file names the one that it was made for, and does not
/// compile where that is missing.
public nonisolated enum _GeneratedCode {
  /// Code of the first releases.
  public typealias Version1 = Void
  /// Code between the releases of a schema.
  public typealias Version2 = Void
}
