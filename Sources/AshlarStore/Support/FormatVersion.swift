/// The numbers of the file formats.
enum FormatVersion {
  /// Of new database files.
  static let file = 8
  /// The oldest that is read, and written as it is until its catalog cannot say what it has to. Every table has one layout in it.
  static let oldestFile = 7
  /// Of the checkpoint beside it. Format 1 is read.
  static let checkpoint: UInt32 = 2
}
