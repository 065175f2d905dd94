import AshlarStore

extension Query where T == AnyRealmValue {
  /// Whether the value is a string or data that begins with `value`; false if `value` is empty.
  ///
  /// ```swift
  /// people.where { $0.note.starts(with: "a") }
  /// ```
  public func starts(with value: String, options: StringOptions = []) -> Query<Bool> { match(.begins, value, options) }
  /// Whether the value is a string or data that ends with `value`; false if `value` is empty.
  public func ends(with value: String, options: StringOptions = []) -> Query<Bool> { match(.ends, value, options) }
  /// Whether the value is a string or data that contains `value`; false if `value` is empty.
  public func contains(_ value: String, options: StringOptions = []) -> Query<Bool> { match(.contains, value, options) }

  /// Whether the value is of the given type.
  ///
  /// ```swift
  /// people.where { $0.note.isType(.string) }
  /// ```
  ///
  /// `.any` and `.linkingObjects` match only nil.
  public func isType(_ type: PropertyType) -> Query<Bool> { Query<Bool>(.hasType(path, type.tags)) }
  /// Whether the value is a number of any type.
  public var isNumber: Query<Bool> { Query<Bool>(.hasType(path, [.int, .float, .double, .decimal128])) }
  /// Whether the value is a list.
  public var isList: Query<Bool> { Query<Bool>(.hasType(path, [.list])) }
  /// Whether the value is a dictionary.
  public var isDictionary: Query<Bool> { Query<Bool>(.hasType(path, [.dictionary])) }

  /// The element at a position in a list.
  ///
  /// ```swift
  /// people.where { $0.note[0] == "a" }
  /// ```
  ///
  /// Nil if the list does not contain the position or the value is not a list.
  public subscript(position: Int) -> Query<AnyRealmValue> { Query<AnyRealmValue>(path: path + [.index(position)]) }

  /// The value of a key in a dictionary.
  ///
  /// ```swift
  /// people.where { $0.note["color"] == "red" }
  /// ```
  ///
  /// Nil if the dictionary does not contain the key or the value is not a dictionary.
  public subscript(key: String) -> Query<AnyRealmValue> { Query<AnyRealmValue>(path: path + [.key(key)]) }

  /// Any element of a list, or any value of a dictionary.
  ///
  /// ```swift
  /// people.where { $0.note.any == 3 }
  /// ```
  public var any: Query<AnyRealmValue> { Query<AnyRealmValue>(path: path + [.values]) }

  private func match(_ match: TextMatch, _ text: String, _ options: StringOptions) -> Query<Bool> {
    Query<Bool>(.relates(path, .text(match), .string(text), options))
  }
}

extension PropertyType {
  fileprivate var tags: [AnyTag] {
    switch self {
    case .int: [.int]
    case .bool: [.bool]
    case .float: [.float]
    case .double: [.double]
    case .string: [.string]
    case .data: [.data]
    case .date: [.date]
    case .object: [.link]
    case .objectId: [.objectId]
    case .decimal128: [.decimal128]
    case .UUID: [.uuid]
    case .any, .linkingObjects: [.none]
    }
  }
}
