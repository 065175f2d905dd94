import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of any storable type; the type is chosen at run time. It is never optional: `.none` represents the absence of a value.
///
/// ```swift
/// class Person: Object {
///   @Persisted var extra: AnyRealmValue
/// }
///
/// try realm.write { person.extra = .fromArray([.int(1), .string("one")]) }
/// let first = person.extra.listValue?.first?.intValue  // 1
/// ```
///
/// `==` compares case and value: `.int(1)` and `.double(1)` differ. Conditions, sorting and sets compare numbers of all types by value.
/// Unmanaged lists and dictionaries are equal if their contents are equal, managed ones if they are the same collection. See the guide,
/// *Values*.
public nonisolated enum AnyRealmValue: Hashable {
  /// No value.
  case none
  /// An Int.
  case int(Int)
  /// A Bool.
  case bool(Bool)
  /// A Float.
  case float(Float)
  /// A Double.
  case double(Double)
  /// A string.
  case string(String)
  /// Binary data.
  case data(Data)
  /// A date.
  case date(Date)
  /// An object that is not embedded. When the object is deleted, the value becomes `.none`; a value that is an element of a list or set is
  /// removed instead.
  case object(Object)
  /// An ObjectId.
  case objectId(ObjectId)
  /// A decimal number.
  case decimal128(Decimal128)
  /// A UUID.
  case uuid(UUID)
  /// A dictionary with string keys. Storing a dictionary in a managed object copies it; reading the property returns an accessor for the
  /// stored dictionary.
  case dictionary(Map<String, AnyRealmValue>)
  /// A list of values. Storing a list in a managed object copies it; reading the property returns an accessor for the stored list.
  case list(List<AnyRealmValue>)

  /// Creates `.none`.
  public init() { self = .none }

  /// The Int; nil for any other case, including other numbers: `AnyRealmValue.int(1).intValue` is 1.
  public var intValue: Int? { if case .int(let value) = self { value } else { nil } }
  /// The Bool; nil for any other case: `AnyRealmValue.bool(true).boolValue` is true.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The Float; nil for any other case, including other numbers: `AnyRealmValue.double(1).floatValue` is nil.
  public var floatValue: Float? { if case .float(let value) = self { value } else { nil } }
  /// The Double; nil for any other case, including other numbers: `AnyRealmValue.int(1).doubleValue` is nil.
  public var doubleValue: Double? { if case .double(let value) = self { value } else { nil } }
  /// The string; nil for any other case.
  ///
  /// ```swift
  /// let text = person.extra.stringValue ?? "-"
  /// ```
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The data; nil for any other case.
  public var dataValue: Data? { if case .data(let value) = self { value } else { nil } }
  /// The date; nil for any other case.
  public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }
  /// The ObjectId; nil for any other case.
  public var objectIdValue: ObjectId? { if case .objectId(let value) = self { value } else { nil } }
  /// The decimal number; nil for any other case, including other numbers.
  public var decimal128Value: Decimal128? { if case .decimal128(let value) = self { value } else { nil } }
  /// The UUID; nil for any other case.
  public var uuidValue: UUID? { if case .uuid(let value) = self { value } else { nil } }
  /// Returns the object; nil for any other case, or if the object is not an instance of the class.
  ///
  /// ```swift
  /// let name = person.extra.object(Dog.self)?.name
  /// ```
  public func object<T: Object>(_ objectType: T.Type) -> T? { if case .object(let value) = self { value as? T } else { nil } }
  /// The dictionary; nil for any other case.
  ///
  /// ```swift
  /// try realm.write { person.extra.dictionaryValue?["copies"] = .int(3) }
  /// ```
  public var dictionaryValue: Map<String, AnyRealmValue>? { if case .dictionary(let value) = self { value } else { nil } }
  /// The list; nil for any other case.
  ///
  /// ```swift
  /// try realm.write { person.extra.listValue?.append(.int(3)) }
  /// ```
  public var listValue: List<AnyRealmValue>? { if case .list(let value) = self { value } else { nil } }

  /// Creates a dictionary with the given values. A key that a map must not contain stops the program. Complexity: O(n).
  ///
  /// ```swift
  /// try realm.write { person.extra = .fromDictionary(["copies": .int(3)]) }
  /// ```
  public static func fromDictionary(_ dictionary: [String: AnyRealmValue]) -> AnyRealmValue {
    let map = Map<String, AnyRealmValue>()
    for (key, value) in dictionary { map[key] = value }
    return .dictionary(map)
  }

  /// Creates a list with the given values. Complexity: O(n).
  ///
  /// ```swift
  /// try realm.write { person.extra = .fromArray([.int(1), .string("one")]) }
  /// ```
  public static func fromArray(_ array: [AnyRealmValue]) -> AnyRealmValue {
    let list = List<AnyRealmValue>()
    list.append(objectsIn: array)
    return .list(list)
  }

  /// Returns whether both values have the same case and equal associated values.
  public static func == (a: AnyRealmValue, b: AnyRealmValue) -> Bool {
    switch (a, b) {
    case (.none, .none): true
    case (.int(let a), .int(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.float(let a), .float(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.objectId(let a), .objectId(let b)): a == b
    case (.decimal128(let a), .decimal128(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    default: false
    }
  }

  /// Hashes the value; for `.none` and collections, a constant.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .none: hasher.combine(0)
    case .int(let value): hasher.combine(value)
    case .bool(let value): hasher.combine(value)
    case .float(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    case .objectId(let value): hasher.combine(value)
    case .decimal128(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .dictionary: hasher.combine(12)
    case .list: hasher.combine(13)
    }
  }
}

extension AnyRealmValue: CustomStringConvertible {
  /// The value as text: `(null)` for `.none`; for data, its size and at most its first 24 bytes.
  public var description: String {
    if case .data(let data) = self { return CollectionDescription.text(data) }
    return payload.map { String(describing: $0) } ?? "(null)"
  }

  /// The associated value; nil for `.none`.
  var payload: Any? {
    switch self {
    case .none: nil
    case .int(let value): value
    case .bool(let value): value
    case .float(let value): value
    case .double(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .object(let value): value
    case .objectId(let value): value
    case .decimal128(let value): value
    case .uuid(let value): value
    case .dictionary(let value): value
    case .list(let value): value
    }
  }

  /// Returns the objects in the value, at any depth.
  func objects(depth: Int = 0) -> [ObjectBase] {
    switch self {
    case .object(let object): return [object]
    case .list(let list):
      AnyRealmValue.checkDepth(depth)
      return list.flatMap { $0.objects(depth: depth + 1) }
    case .dictionary(let map):
      AnyRealmValue.checkDepth(depth)
      return map.flatMap { $0.value.objects(depth: depth + 1) }
    default: return []
    }
  }

  /// Stops the program if a collection is nested too deeply, as is a collection that contains itself.
  static func checkDepth(_ depth: Int) {
    if depth >= AnyStored.depthLimit { misuse(.tooDeep(limit: AnyStored.depthLimit)) }
  }
}

extension AnyRealmValue {
  /// Whether the value is a `.list` or a `.dictionary`.
  var isCollection: Bool {
    switch self {
    case .list, .dictionary: true
    default: false
    }
  }
}
