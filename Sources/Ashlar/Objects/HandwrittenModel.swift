/// A handwritten model class. The plugin AshlarGenerate emits a conformance for each class with `@Persisted` that inherits from `Object`,
/// `EmbeddedObject` or `AsymmetricObject`; a class without a conformance is in a target that does not use the plugin.
public nonisolated protocol _HandwrittenModel: ObjectBase {
  /// The schema of the class.
  static var _linkedSchema: _LinkedSchema { get }
  /// Returns the column of the property that this class or a subclass declares at a packed source location. For linking objects, whose
  /// column depends on the class, returns the negated location.
  static func _column(_ place: UInt32) -> Int
  /// Whether `primaryKey()`, and not a wrapper, names the primary key of this class or of a subclass.
  static var _namesKeyByMethod: Bool { get }
}

extension _HandwrittenModel {
  /// False: by default a wrapper declares the primary key.
  @inlinable @inline(__always) public static var _namesKeyByMethod: Bool { false }
}

/// A handwritten class, as emitted code describes it.
public nonisolated struct _HandwrittenClass: Sendable {
  let name: String
  let type: ObjectBase.Type
  /// The properties, in the order in which the schema lists them.
  let properties: [_HandwrittenProperty]
  /// Creates an accessor; nil for classes with designated initializers, whose accessors `init()` creates.
  let accessor: (@Sendable (_Row, AnyObject?) -> ObjectBase)?
  /// Whether Swift synthesizes `init(from:)`.
  let isDecodable: Bool

  /// Creates the description of a class.
  public init(
    _ name: String, _ type: ObjectBase.Type, isDecodable: Bool = false, accessor: (@Sendable (_Row, AnyObject?) -> ObjectBase)?,
    _ properties: [_HandwrittenProperty]
  ) {
    (self.name, self.type, self.isDecodable, self.accessor, self.properties) = (name, type, isDecodable, accessor, properties)
  }
}

/// A property of a handwritten class: its source location and its Swift type when the schema was generated.
public nonisolated struct _HandwrittenProperty: Sendable {
  let file: StaticString
  let line: UInt32
  let column: UInt32
  let type: any (_Persistable & SendableMetatype).Type

  /// Creates the description of a property.
  public init(_ file: StaticString, _ line: UInt32, _ column: UInt32, _ type: any (_Persistable & SendableMetatype).Type) {
    (self.file, self.line, self.column, self.type) = (file, line, column, type)
  }

  var place: UInt32 { _place(line, column) }
}

/// Packs a line and a column into a source location. The lowest bit, which marks a primary key, is clear.
@inlinable @inline(__always) nonisolated func _place(_ line: UInt32, _ column: UInt32) -> UInt32 { line &<< 12 | column &<< 1 }

/// Looks up the property column of a packed source location by its line, in a table whose first entry is for `line`. Returns 127 if the
/// line does not determine the property. The table is a constant, so a look-up is a load and two comparisons with predictable results.
@inlinable @inline(__always)
public nonisolated func _tableColumn(_ place: UInt32, from line: UInt32, _ table: StaticString) -> Int {
  let index = (place &>> 12) &- line
  guard index < UInt32(truncatingIfNeeded: table.utf8CodeUnitCount) else { return 0x7F }
  return Int(table.utf8Start[Int(index)])
}

/// Returns the provisional column of a linking objects property, used until the class of its object is known: the negated source location.
@inlinable public nonisolated func _linkingColumn(_ place: UInt32) -> Int { -Int(place & ~1) }

/// Stops the program for a source location that is not in the schema. Discovery has already rejected the class of such a property, unless
/// the program contains no reflection metadata.
@inline(never) public nonisolated func _unknownPlace(_ place: UInt32) -> Never {
  misuse(
    .schema(
      "No property is declared at \(place >> 12):\(place >> 1 & 0x7FF). Build again: the schema was generated before the class was "
        + "changed."))
}
