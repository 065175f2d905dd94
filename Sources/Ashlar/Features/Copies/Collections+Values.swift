// The functions that generated code calls to copy collections and to fill them.

extension List where Element: KeyedValueConvertible {
  /// Returns links to the objects. The links contain copies of the objects if `depth` is positive.
  public nonisolated func _links(_ depth: Int) -> [Linked<Element>] { map { Linked($0, depth: depth) } }

  /// Appends the linked objects. Throws the errors of `Linked.object(in:)`.
  public nonisolated func _fill(_ links: [Linked<Element>], _ realm: Realm?) throws {
    append(objectsIn: try links.map { try $0.object(in: realm) })
  }
}

extension MutableSet where Element: KeyedValueConvertible {
  /// Returns links to the objects. The links contain copies of the objects if `depth` is positive.
  public nonisolated func _links(_ depth: Int) -> Set<Linked<Element>> { Set(map { Linked($0, depth: depth) }) }

  /// Inserts the linked objects. Throws the errors of `Linked.object(in:)`.
  public nonisolated func _fill(_ links: Set<Linked<Element>>, _ realm: Realm?) throws {
    insert(objectsIn: try links.map { try $0.object(in: realm) })
  }
}

extension List where Element: ValueConvertible {
  /// Returns copies of the embedded objects.
  public nonisolated func _values(_ depth: Int) -> [Element.Value] { map { $0.value(depth: depth) } }

  /// Appends embedded objects with the contents of `values`. Throws the errors of `ValueConvertible.init(_:in:)`.
  public nonisolated func _fillEmbedded(_ values: [Element.Value], _ realm: Realm?) throws {
    append(objectsIn: try values.map { try Element($0, in: realm) })
  }
}

extension Map {
  /// The entries as a dictionary. If several keys are equal as Swift strings, such as a composed and a decomposed "é", the dictionary
  /// contains only the first in the order of their bytes.
  public nonisolated var _dictionary: [Key: Value] { Dictionary(map { ($0.key, $0.value) }) { first, _ in first } }

  /// Sets the entries in `values`, and keeps other entries.
  public nonisolated func _fill(_ values: [Key: Value]) {
    for (key, value) in values { self[key] = value }
  }
}
