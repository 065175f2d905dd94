/// The numbers of the file formats.
enum FormatVersion {
  /// Of the database file.
  static let file = 7
  /// Of the checkpoint beside it.
  static let checkpoint: UInt32 = 1
}
