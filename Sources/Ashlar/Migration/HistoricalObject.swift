/// An object as one release of a schema defines it, for the code that migrates objects between two releases.
///
/// ```swift
/// configuration.migration = PeopleSchema.migration(person2to3: { old, new, migration in
///   new.mother = old.mother.flatMap { V3.Person($0) }
/// })
/// ```
///
/// The compiler generates a conforming type for each type that this code migrates, and for all types that are reachable from it through
/// links. Properties of enums and custom types have the types in which they are stored; collections are arrays, sets and dictionaries. An
/// object must not be used after the file has reached the next release. See the guide, *Changing a schema*.
public nonisolated protocol HistoricalObject: Hashable, SendableMetatype {
  /// The name of the type in files.
  static var _storedName: String { get }
  /// The names of the type's properties in files.
  static var _storedNames: [String] { get }
  /// The row that stores the object's values.
  var _row: _HistoricalRow { get }
  /// Creates an object for a row.
  init(_ row: _HistoricalRow)
}

nonisolated extension HistoricalObject {
  /// Creates the counterpart, in this release, of an object of the other release: `V3.Person(old.mother)` is the migrated mother.
  ///
  /// The result is nil if the object has been deleted, if it does not exist in this release or has a different type here, or if the
  /// migration has failed.
  public init?(_ other: some HistoricalObject) {
    guard let row = other._row.counterpart(Self.self) else { return nil }
    self.init(row)
  }

  /// Returns whether both are the same object on the same side of a migration.
  public static func == (a: Self, b: Self) -> Bool { a._row.identity == b._row.identity }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(_row.identity) }
}
