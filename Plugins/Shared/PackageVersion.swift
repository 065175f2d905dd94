/// The version of the package that contains the plugin. The command has the same constant; a test compares the two.
enum PackageVersion {
  static let current = "0.9.0"
}
