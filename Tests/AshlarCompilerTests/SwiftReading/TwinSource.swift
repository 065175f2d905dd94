import AshlarSchema

/// A schema as classes that are written by hand: what a person would type who has no YAML.
struct TwinSource {
  var schema: SchemaModel
  /// As part of a library: public, coded where they can be, and in no Realm that does not ask for them.
  var isCompiled = false

  private var access: String { isCompiled ? "public " : "" }

  var text: String {
    ((isCompiled ? ["import Foundation\nimport RealmSwift"] : ["import RealmSwift"]) + schema.enums.map(enumeration)
      + (isCompiled ? [] : schema.customTypes.map(custom)) + schema.entities.map(entity))
      .joined(separator: "\n\n") + "\n"
  }

  private func enumeration(_ model: EnumModel) -> String {
    let cases = model.cases.map { "\(comment($0.documentation, 2))  case \(escaped($0.name)) = \(literal($0.rawValue))" }
    return comment(model.documentation, 0)
      + "\(access)enum \(model.name): \(swift(model.rawType)), PersistableEnum\(isCompiled ? ", Codable" : "") {\n\(cases.joined(separator: "\n"))\n}"
  }

  private func custom(_ model: CustomTypeModel) -> String {
    """
    extension \(model.name): \(model.isFailable ? "FailableCustomPersistable" : "CustomPersistable") {
      typealias PersistedType = \(model.target ?? swift(model.persistedType))
    }
    """
  }

  private func entity(_ entity: EntityModel) -> String {
    let base = [EntityKind.object: "Object", .embedded: "EmbeddedObject", .asymmetric: "AsymmetricObject"][entity.kind] ?? ""
    var lines =
      [comment(entity.documentation, 0) + "\(access)class \(escaped(entity.name)): \(base)\(isCoded(entity) ? ", Codable" : "") {"]
      + entity.properties.map(property)
    // A class without '@Persisted' is no model.
    let renamed = entity.properties.filter { $0.collection != .linkingObjects && $0.name != $0.storedName }
    if !renamed.isEmpty {
      let entries = renamed.map { "\(quoted($0.name)): \(quoted($0.storedName))" }
      lines.append("  \(access)override class func propertiesMapping() -> [String: String] { [\(entries.joined(separator: ", "))] }")
    }
    if entity.name != entity.storedName {
      lines.append("  \(access)override class func _realmObjectName() -> String? { \(quoted(entity.storedName)) }")
    }
    if isCompiled { lines.append("\n  public override class func shouldIncludeInDefaultSchema() -> Bool { false }") }
    return (lines + ["}"]).joined(separator: "\n")
  }

  private func isCoded(_ entity: EntityModel) -> Bool {
    isCompiled && !entity.properties.contains { $0.type == .any || $0.type == .object || $0.customName != nil }
  }

  /// Every property read and written by its own accessors, for tests that otherwise know properties by name.
  var typedText: String {
    let extensions = schema.entities.map { entity in
      let stored = entity.properties.filter { $0.collection != .linkingObjects }
      let reads = stored.map { "(\(quoted($0.name)), \(escaped($0.name)) as Any)" }
      let writes = stored.map { "\(escaped($0.name)) = twin.\(escaped($0.name))" }
      return """
        extension \(escaped(entity.name)): TypedTwin {
          public var typedValues: [(name: String, value: Any)] { [\(reads.joined(separator: ", "))] }

          public func setTyped(_ twin: ObjectBase) {
            guard let twin = twin as? \(escaped(entity.name)) else { return }
            \(writes.joined(separator: "; "))
          }
        }
        """
    }
    return "import Foundation\nimport RealmSwift\n\n" + extensions.joined(separator: "\n\n") + "\n"
  }

  private func property(_ property: PropertyModel) -> String {
    let argument =
      if property.isPrimaryKey {
        "(primaryKey: true)"
      } else if property.isIndexed {
        "(indexed: true)"
      } else {
        property.origin.map { "(originProperty: \"\($0)\")" } ?? ""
      }
    return comment(property.documentation, 2)
      + "  @Persisted\(argument) \(access)var \(escaped(property.name)): \(type(property))\(property.defaultValue.map { " = " + value($0, property) } ?? "")"
  }

  private func comment(_ text: String?, _ indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    return text.map { $0.split(separator: "\n", omittingEmptySubsequences: false).map { "\(margin)/// \($0)\n" }.joined() } ?? ""
  }

  /// An initial value; of types that a literal says nothing of, code.
  private func value(_ value: DefaultValue, _ property: PropertyModel) -> String {
    let code = isCompiled ? "made(\(quoted(property.name)))" : "made()"
    if property.customName != nil { return code }
    if let name = property.enumName,
      let known = schema.enums.first(where: { $0.name == name })?.cases.first(where: { $0.rawValue == value })
    {
      return ".\(escaped(known.name))"
    }
    switch value {
    case .bool(let flag): return "\(flag)"
    case .double(let number) where number.isNaN: return ".nan"
    case .double(let number) where number.isInfinite: return number < 0 ? "-.infinity" : ".infinity"
    case .int, .string, .double: return literal(value)
    case .now: return "Date()"
    case .newUUID: return property.type == .string ? "UUID().uuidString" : "UUID()"
    case .newUUIDv7: return property.type == .string ? "UUID._freshOrdered().uuidString" : "UUID._freshOrdered()"
    case .newObjectId: return property.type == .string ? "ObjectId.generate().stringValue" : "ObjectId.generate()"
    case .objectId(let bytes): return "try! ObjectId(string: \"\(hex(bytes))\")"
    case .uuid(let bytes):
      let text = hex(bytes)
      let parts = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)].map { text.dropFirst($0).prefix($1 - $0) }
      return "UUID(uuidString: \"\(parts.joined(separator: "-"))\")!"
    case .data(let bytes) where isCompiled: return "Data(\(bytes))"
    case .date(let seconds, _) where isCompiled: return "Date(timeIntervalSince1970: \(seconds))"
    case .decimal128(let low, let high) where isCompiled: return "try! Decimal128(string: \"\(low)e\(Int(high >> 49 & 0x3FFF) - 6176)\")"
    case .data, .date, .decimal128, .code: return code
    }
  }

  private func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  private func type(_ property: PropertyModel) -> String {
    let name = property.customName ?? property.enumName ?? property.target ?? swift(property.type)
    let isLink =
      property.type == .object && property.customName == nil && property.collection != .list && property.collection != .set
      && property.collection != .linkingObjects
    let element = name + (property.isImplicitlyUnwrapped ? "!" : property.isOptional || isLink ? "?" : "")
    return switch property.collection {
    case .none: element
    case .list: "List<\(element)>"
    case .set: "MutableSet<\(element)>"
    case .map: "Map<String, \(element)>"
    case .linkingObjects: "LinkingObjects<\(name)>"
    }
  }

  private func swift(_ type: ValueType) -> String {
    switch type {
    case .bool: "Bool"
    case .int: "Int"
    case .int8: "Int8"
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int64"
    case .float: "Float"
    case .double: "Double"
    case .string: "String"
    case .data: "Data"
    case .date: "Date"
    case .decimal128: "Decimal128"
    case .objectId: "ObjectId"
    case .uuid: "UUID"
    case .object: "Object"
    case .any: "AnyRealmValue"
    }
  }

  private func literal(_ value: DefaultValue) -> String {
    switch value {
    case .int(let int): "\(int)"
    case .double(let double): "\(double)"
    case .string(let text): quoted(text)
    default: ""
    }
  }

  private func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  private func escaped(_ name: String) -> String { ["class", "default", "in", "self", "init", "Type"].contains(name) ? "`\(name)`" : name }
}
