/// What the plugin AshlarGenerate writes for each class with `@Persisted` that derives from `Object`, `EmbeddedObject` or
/// `AsymmetricObject`. A class that does not conform is in a target without the plugin.
public nonisolated protocol _HandwrittenModel: ObjectBase {
  /// The schema of the class.
  static var _linkedSchema: _LinkedSchema { get }
  /// The column of the property that is declared at a place, in this class or in one that derives from it. Of linking objects, whose
  /// column depends on the class, minus the place.
  static func _column(_ place: UInt32) -> Int
  /// Whether `primaryKey()` names the primary key of this class, or of one that derives from it, and no wrapper does.
  static var _namesKeyByMethod: Bool { get }
}

extension _HandwrittenModel {
  /// By default a wrapper says which property is the primary key.
  @inlinable @inline(__always) public static var _namesKeyByMethod: Bool { false }
}

/// A class written by hand, as emitted code lists it.
public nonisolated struct _HandwrittenClass: Sendable {
  let name: String
  let type: ObjectBase.Type
  /// By property of the schema's type.
  let properties: [_HandwrittenProperty]
  /// Makes an accessor; nil for classes with designated initializers, of which `init()` makes one.
  let accessor: (@Sendable (_Row, AnyObject?) -> ObjectBase)?
  /// Whether Swift makes `init(from:)`.
  let isDecodable: Bool

  /// Describes a class.
  public init(
    _ name: String, _ type: ObjectBase.Type, isDecodable: Bool = false, accessor: (@Sendable (_Row, AnyObject?) -> ObjectBase)?,
    _ properties: [_HandwrittenProperty]
  ) {
    (self.name, self.type, self.isDecodable, self.accessor, self.properties) = (name, type, isDecodable, accessor, properties)
  }
}

/// A property of such a class: where it is declared, and its type as the schema has it.
public nonisolated struct _HandwrittenProperty: Sendable {
  let file: StaticString
  let line: UInt32
  let column: UInt32
  let type: any (_Persistable & SendableMetatype).Type

  /// Describes a property.
  public init(_ file: StaticString, _ line: UInt32, _ column: UInt32, _ type: any (_Persistable & SendableMetatype).Type) {
    (self.file, self.line, self.column, self.type) = (file, line, column, type)
  }

  var place: UInt32 { _place(line, column) }
}

/// Packs a line and a column. The lowest bit, which marks a primary key, is clear.
@inlinable @inline(__always) nonisolated func _place(_ line: UInt32, _ column: UInt32) -> UInt32 { line &<< 12 | column &<< 1 }

/// The column of a place by its line, from a table that begins with a line; or 127 where the table does not tell. The table
/// is a constant: a load and two comparisons that always come out alike.
@inlinable @inline(__always)
public nonisolated func _tableColumn(_ place: UInt32, from line: UInt32, _ table: StaticString) -> Int {
  let index = (place &>> 12) &- line
  guard index < UInt32(truncatingIfNeeded: table.utf8CodeUnitCount) else { return 0x7F }
  return Int(table.utf8Start[Int(index)])
}

/// The column of linking objects until their class is known: minus their place.
@inlinable public nonisolated func _linkingColumn(_ place: UInt32) -> Int { -Int(place & ~1) }

/// A place that the schema does not have: discovery has made sure that there is none.
@inline(never) public nonisolated func _unknownPlace(_ place: UInt32) -> Never {
  misuse(
    .schema(
      "No property is declared at \(place >> 12):\(place >> 1 & 0x7FF). Build again: the schema was made before the class was changed."))
}
