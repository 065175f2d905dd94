/// The version numbers of the file formats.
package enum FormatVersion {
  /// The format of new database files.
  package static let file = 8
  /// The oldest supported format. A file of this format is also written in this format, until its catalog requires the newer one. In this
  /// format, each table has one layout.
  static let oldestFile = 7
  /// The format of files that list features; everything else is as in format 8. Additions to the format are features, so no addition needs
  /// a later format.
  static let fileWithFeatures = 9
  /// The format of new checkpoint files. Format 1 is also read.
  static let checkpoint: UInt32 = 2
}
