/// Determines the properties that RealmSwift stores in a class without `@Persisted`: `@objc dynamic var`, collections, `RealmOptional`,
/// `RealmProperty` and linking objects.
package struct OlderStyle {
  let types: SwiftTypes

  package init(types: SwiftTypes) { self.types = types }

  /// Types of properties that are stored without `dynamic`, whether declared with `let` or with `var`.
  static let boxes: Set<String> = ["LinkingObjects", "List", "Map", "MutableSet", "RealmOptional", "RealmProperty"]

  /// Returns the properties that a class stores if none of its properties has `@Persisted`.
  ///
  /// - Parameter classes: The superclasses, topmost first, followed by the class itself.
  package func stored(_ type: ScannedType, in classes: [ScannedType]) -> [ScannedProperty] {
    let isObjCMembers = classes.contains(where: \.isObjCMembers)
    let candidates = type.properties.filter { property in
      property.wrapper == nil && property.isStored && (isDynamic(property, isObjCMembers) || isBox(property, in: type.path))
    }
    guard !candidates.isEmpty else { return [] }
    let ignored = Set(classes.last { $0.methods["ignoredProperties"] != nil }?.methods["ignoredProperties"]?.literalWords ?? [])
    return candidates.filter { !ignored.contains($0.name.text) }
  }

  private func isDynamic(_ property: ScannedProperty, _ isObjCMembers: Bool) -> Bool {
    property.modifiers.contains { $0.text == "dynamic" }
      && (isObjCMembers || property.attributes.contains { $0.text.hasPrefix("@objc") })
  }

  /// Returns whether a class resembles a model, regardless of its superclass.
  package func suggestsModel(_ type: ScannedType) -> Bool {
    ["primaryKey", "indexedProperties", "ignoredProperties"].contains { type.methods[$0] != nil }
      || type.properties.contains { $0.wrapper != nil || $0.isStored && isBox($0, in: type.path) }
  }

  /// Returns whether the property's type is one of `boxes`.
  package func isBox(_ property: ScannedProperty, in scope: [String]) -> Bool {
    guard let text = property.type?.text ?? property.value.flatMap(WrittenValue.type) else { return false }
    guard let last = text.utf8.last, last != UInt8(ascii: "?"), last != UInt8(ascii: "!") else { return false }
    let head = Self.head(text)
    guard types.path(of: head, in: scope) == nil else { return false }
    return Self.boxes.contains(SwiftTypes.withoutModule(Self.head(types.alias(of: head, in: scope)?.text ?? head)))
  }

  /// Returns a type without its generic arguments, such as `List` for `List<Int>`.
  private static func head(_ text: String) -> String { String(text.prefix { $0 != "<" && !$0.isWhitespace }) }

  /// Returns whether the property is stored and has no type annotation, and only the Swift compiler can infer its type. The result is false
  /// for array and dictionary literals.
  package static func isUnclear(_ property: ScannedProperty) -> Bool {
    guard property.isStored, property.type == nil, let value = property.value, WrittenValue.type(of: value) == nil else { return false }
    return value.literal == nil && value.text.text.first != "["
  }
}
