import AshlarSchema
import AshlarStore

/// Determines whether a property of a handwritten class has a default. Swift's synthesized `init(from:)` decodes each wrapper before the
/// object exists, and passes only a case of the class's `CodingKeys`: the type of the case determines the class, and the case itself
/// determines the property.
enum AbsentKeys {
  // The classes by the type of their coding keys; nil for keys that belong to no model class.
  private static let classes = Guarded<[ObjectIdentifier: ObjectBase.Type?]>([:])

  /// Returns whether the property that `key` names has a default for absent keys. Complexity: O(properties); the first call for a type of
  /// keys compares the names of all model classes.
  static func haveDefault<Key: CodingKey>(_ key: Key) -> Bool {
    guard let type = owner(of: Key.self) else { return false }
    let name = caseName(key).map { String(cString: $0) } ?? key.stringValue
    return type._entity.property(named: name)?.property.hasDefaultForAbsentKeys ?? false
  }

  private static func owner<Key: CodingKey>(of keys: Key.Type) -> ObjectBase.Type? {
    let identifier = ObjectIdentifier(keys)
    if let known = classes.withLock({ $0[identifier] }) { return known }
    let name = path(of: keys).dropLast()
    // A model class is not private, so its path is unique.
    let owner = ((try? SchemaRegistry.allTypes()) ?? []).first { path(of: $0).elementsEqual(name) }
    classes.withLock { $0[identifier] = .some(owner) }
    return owner
  }

  /// Returns the module, the enclosing types and the name of a type, without the part in parentheses that identifies the file of a private
  /// type.
  private static func path(of type: Any.Type) -> [Substring] {
    String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(") }
  }
}

// The function with which the standard library prints enum cases. Compiled programs have linked to this symbol since Swift 5. The function
// returns nil for types that are not enums, and in programs without reflection metadata.
@_silgen_name("swift_EnumCaseName")
private func caseName<Key>(_ key: Key) -> UnsafePointer<CChar>?
