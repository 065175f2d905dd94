public import AshlarSchema

/// The types of a file by name, and the enums and defaults of their properties. A file stores only values, so the enums and defaults are
/// read from a schema.
public struct ImportedTypes {
  /// The types by name. Their properties contain the enum names and the defaults of the schema.
  public let models: [String: EntityModel]
  /// The enums that do not accept every raw value, by name.
  let enums: [String: EnumCases]

  /// - Parameters:
  ///   - stored: The types of the file.
  ///   - schema: The schema that the file was created with or is compared with; nil if there is none.
  ///   - path: The path of the file, for messages.
  /// - Throws: `RequestFailure` if the schema lacks a type or a property of the file, or describes the storage of a property differently.
  public init(_ stored: [EntityModel], schema: SchemaModel? = nil, path: String = "the file") throws(RequestFailure) {
    var models = Dictionary(uniqueKeysWithValues: stored.map { ($0.name, $0) })
    if let schema {
      for type in stored {
        guard let described = schema.entities.first(where: { $0.storedName == type.name }) else {
          throw RequestFailure("'--schema' has no type '\(type.name)', which '\(path)' stores")
        }
        for (index, column) in type.properties.enumerated() {
          guard let property = described.columns.first(where: { $0.storedName == column.name }), property.isStored(like: column) else {
            throw RequestFailure(
              "'--schema' describes '\(type.name).\(column.name)' differently than '\(path)' stores it; see 'ashlar diff'")
          }
          models[type.name]?.properties[index].enumName = property.enumName
          models[type.name]?.properties[index].defaultValue = property.defaultValue ?? property.freshDefault
        }
      }
    }
    self.models = models
    enums = Dictionary((schema?.enums ?? []).compactMap { model in EnumCases(model).map { (model.name, $0) } }) { first, _ in first }
  }

  /// Throws if the type of the property is one of `enums`, and the value is not the raw value of one of its cases.
  func checkCase(_ value: JSONValue, _ property: PropertyModel) throws(ValueFailure) {
    guard let name = property.enumName, let cases = enums[name] else { return }
    let rawValue: DefaultValue? =
      switch value {
      case .string(let text): .string(text)
      case .number(let text) where property.type.kind.number == .floatingPoint: Double(text).map { .double($0) }
      case .number(let text): Int64(text).map { .int($0) }
      default: nil
      }
    guard let rawValue, cases.contains(rawValue) else { throw ValueFailure(expected: "the raw value of a case of '\(name)'", value) }
  }
}

extension PropertyModel {
  /// Returns whether the cells of both properties have the same form.
  fileprivate func isStored(like other: PropertyModel) -> Bool {
    type.stored == other.type.stored && collection == other.collection && storesNil == other.storesNil
  }
}
