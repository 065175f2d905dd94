// The table of features: each row is a feature that has a number. Numbers are assigned here and never reused; they do not state the order
// in which features appear in releases. A feature whose stored form changes receives a new name.
extension FileFeature {
  /// Properties whose values are unique in their type.
  package static let unique = FileFeature("unique", number: 1, .write)
  /// Indexes of several columns.
  package static let indexes = FileFeature("indexes", number: 2, .write)
  /// Rules about what is deleted together with an object.
  package static let deletes = FileFeature("deletes", number: 3, .write)
  /// Rules about the values of properties.
  package static let checks = FileFeature("checks", number: 4, .write)
  /// Primary keys of several columns.
  package static let keys = FileFeature("keys", number: 5, .write)
  /// Columns whose values are ascending numbers that the file assigns.
  package static let sequences = FileFeature("sequences", number: 6, .write, metaValues: ["sequences"])
  /// A record of each commit.
  package static let history = FileFeature(
    "history", number: 7, .write, tree: 7, mainValues: ["history head"], metaValues: ["history consumers"])
  /// Indexes that are derived from the text of columns.
  package static let derived = FileFeature("derived", number: 8, .write, tree: 6)
  /// Columns of vectors.
  package static let vectors = FileFeature("vectors", number: 9, .read)
  /// Encrypted contents.
  package static let sealed = FileFeature("sealed", number: 10, .read, tree: 8, metaValues: ["seal"])

  /// All rows, ascending by number.
  package static let rows = [unique, indexes, deletes, checks, keys, sequences, history, derived, vectors, sealed]

  /// The features that this release reads and maintains.
  static let built: Set<FileFeature> = [unique, indexes, deletes, checks, keys, sealed]

  /// The features that openings in the current task know: those of this release, unless a test simulates another release, which may also
  /// know features without a row. An open file retains the set with which it was opened.
  @TaskLocal package static var known: Set<FileFeature> = built
}
