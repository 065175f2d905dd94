/// A feature of a file: data that a file contains only if something uses it. A file lists the names of its features, so that a process that
/// does not know one of them can name it; see `StoredFormat`. Two features are equal if their names are.
public struct FileFeature: Sendable {
  /// The name, which identifies the feature in files: 1 to 31 letters a–z and digits.
  public let name: String
  /// The number of the feature's lock bytes, less than 2^28, which is not stored in files; 0 if this release has no row for the feature.
  package let number: UInt32
  package let effect: FeatureClass
  /// The number of the feature's tree, which has the feature's name; 0 if the feature has no tree. See `KeySpace.index`.
  package let tree: UInt8
  /// The names of the feature's values in the main tree, which also contains the trees: no value may have the name of a tree.
  package let mainValues: [String]
  /// The names of the feature's values in the space `meta`.
  package let metaValues: [String]

  /// Creates a row, or, without a number, a feature for which this release has no row.
  package init(
    _ name: String, number: UInt32 = 0, _ effect: FeatureClass, tree: UInt8 = 0, mainValues: [String] = [], metaValues: [String] = []
  ) {
    assert(FileFeature.isName(name.utf8), "a feature has a name that a list can contain")
    assert(number < 1 << 28, "the lock bytes of all features are below the bytes that pair the files")
    assert(effect != .ignorable || tree == 0, "a writer that does not know a feature cannot maintain the sum of its tree")
    assert(tree == 0 || tree >= FileFeature.firstTree, "the other trees are in every file")
    self.name = name
    self.number = number
    self.effect = effect
    self.tree = tree
    self.mainValues = mainValues
    self.metaValues = metaValues
  }

  /// The lowest number of a feature's tree.
  static let firstTree: UInt8 = 6

  /// Returns whether a list can contain a name.
  static func isName(_ name: some Collection<UInt8>) -> Bool {
    (1...31).contains(name.count)
      && name.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}

extension FileFeature: Hashable {
  /// Returns whether two features have the same name.
  public static func == (a: FileFeature, b: FileFeature) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FileFeature: Comparable {
  /// Returns whether the UTF-8 of the first name is before that of the second: the order of a list.
  public static func < (a: FileFeature, b: FileFeature) -> Bool { a.name.utf8.lexicographicallyPrecedes(b.name.utf8) }
}
