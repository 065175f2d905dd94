/// An object as one release of a schema knows it, for the code between two releases. The compiler emits such a type for each that
/// this code concerns. Enums and custom types are what is stored; collections are arrays, sets and dictionaries.
///
/// It is valid while its closure runs.
public nonisolated protocol HistoricalObject: Hashable, SendableMetatype {
  /// The name that files have for the type.
  static var _storedName: String { get }
  /// The names that files have for its properties.
  static var _storedNames: [String] { get }
  /// Where its values are.
  var _row: _HistoricalRow { get }
  /// Makes it of a row.
  init(_ row: _HistoricalRow)
}

nonisolated extension HistoricalObject {
  /// The same object in the other release: `V3.Person(old.mother)` is what becomes of the mother. Nil when it was deleted, or has no
  /// such type there.
  public init?(_ other: some HistoricalObject) {
    guard let row = other._row.counterpart(Self.self) else { return nil }
    self.init(row)
  }

  /// Whether both are the same object of the same side of a migration.
  public static func == (a: Self, b: Self) -> Bool { a._row.identity == b._row.identity }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(_row.identity) }
}
