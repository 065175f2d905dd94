/// The version of the package that the plugin is part of. The command has the same constant, which a test compares with this one.
enum PackageVersion {
  static let current = "0.1.0"
}
