/// What the plugin AshlarGenerate writes for each class with `@Persisted` that derives from `Object`, `EmbeddedObject` or
/// `AsymmetricObject`. A class that does not conform is in a target without the plugin.
public nonisolated protocol _HandwrittenModel: ObjectBase {
  /// The schema of the class.
  static var _linkedSchema: _LinkedSchema { get }
  /// The column of the property that is declared at a line and at a UTF-8 column of it, in this class or in one that derives
  /// from it. Of linking objects, whose place depends on the class, `_linkingPosition`.
  static func _column(_ line: UInt32, _ column: UInt32) -> Int
}

/// A class written by hand, as emitted code lists it.
public nonisolated struct _HandwrittenClass: Sendable {
  let name: String
  let type: ObjectBase.Type
  /// By property of the schema's type.
  let properties: [_HandwrittenProperty]

  /// Describes a class.
  public init(_ name: String, _ type: ObjectBase.Type, _ properties: [_HandwrittenProperty]) {
    (self.name, self.type, self.properties) = (name, type, properties)
  }
}

/// A property of such a class: where it is declared, and its type as the schema has it.
public nonisolated struct _HandwrittenProperty: Sendable {
  let file: StaticString
  let line: UInt32
  let column: UInt32
  let type: any _Persistable.Type

  /// Describes a property.
  public init(_ file: StaticString, _ line: UInt32, _ column: UInt32, _ type: any _Persistable.Type) {
    (self.file, self.line, self.column, self.type) = (file, line, column, type)
  }
}

/// The column of linking objects until their class is known: minus their position.
@inlinable public nonisolated func _linkingPosition(_ line: UInt32, _ column: UInt32) -> Int { -Int(line &<< 12 | column &<< 1) }

/// A position that the schema does not have: discovery has made sure that there is none.
@inline(never) public nonisolated func _unknownPosition(_ line: UInt32, _ column: UInt32) -> Never {
  misuse(.schema("No property is declared at \(line):\(column). Build again: the schema was made before the class was changed."))
}
