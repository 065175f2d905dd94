import AshlarSchema

/// The raw values that a column of an enum accepts from untyped code. A typed property accepts only cases.
final class ColumnCases: Sendable {
  private enum Source {
    /// The cases that the schema lists.
    case listed(EnumCases)
    /// The cases that Swift declares, for an enum whose cases the schema does not list.
    case type(any PersistableEnum.Type)
  }

  private let source: Source

  /// Creates the cases of a property's enum; nil if it has no enum, or if every raw value is read as a case.
  init?(_ property: PropertyModel, in schema: SchemaModel) {
    guard let name = property.enumName, let model = schema.enums.first(where: { $0.name == name }), let cases = EnumCases(model) else {
      return nil
    }
    source = .listed(cases)
  }

  /// Creates the cases of the enum in a property's Swift type: the type itself, the type in an optional or a collection, or the persisted
  /// type of a custom type. Nil if there is no enum, or if every raw value is read as a case.
  init?(swiftType type: Any.Type) {
    guard let found = ColumnCases.enumType(in: type), !found.hasUnknownCase else { return nil }
    source = .type(found)
  }

  private static func enumType(in type: Any.Type) -> (any PersistableEnum.Type)? {
    func persisted<T: _CustomPersistable>(_ type: T.Type) -> Any.Type { T.PersistedType.self }
    func wrapped<O: OptionalProtocol>(_ type: O.Type) -> Any.Type { O.Wrapped.self }
    switch type {
    case let found as any PersistableEnum.Type: return found
    case let optional as any OptionalProtocol.Type: return enumType(in: wrapped(optional))
    case let collection as _CollectionBase.Type: return enumType(in: collection._elementType)
    case let custom as any _CustomPersistable.Type: return enumType(in: persisted(custom))
    default: return nil
    }
  }

  /// The name of the enum.
  var name: String {
    switch source {
    case .listed(let cases): cases.name
    case .type(let type): "\(type)"
    }
  }

  /// Returns false for a raw value that is not a case. Returns true for nil and raw values of cases, and also for values that the column
  /// itself rejects.
  func admits(_ value: Untyped, _ column: ValueType) -> Bool {
    switch source {
    case .listed(let cases):
      let rawValue: DefaultValue? =
        if column == .string {
          value.string.map { .string($0) }
        } else if column.kind.number == .floatingPoint {
          value.double.map { .double($0) }
        } else {
          value.integer(Int64.self).map { .int($0) }
        }
      return rawValue.map(cases.contains) ?? true
    case .type(let type):
      guard let payload = value.payload else { return true }
      return type.admits(payload)
    }
  }
}

extension PersistableEnum {
  fileprivate static var hasUnknownCase: Bool { _unknownCase != nil }

  fileprivate static func admits(_ value: Any) -> Bool {
    RawValue._converted(from: value).map { Self(rawValue: $0) != nil } ?? true
  }
}
