extension DescriptorParser {
  /// Verifies the rules of the schema model (`ModelRule`) that concern a single property.
  func verify(_ property: PropertyModel, _ record: Int, _ table: RecordTable) throws(DescriptorError) {
    func fail(_ field: Int, _ fault: DescriptorFault) -> DescriptorError { table.error(record, field, fault) }
    let isLink = property.type == .object
    let isSingle = property.collection == .none

    guard isLink || property.target == nil else { throw fail(PropertyRecord.target, .superfluous(field: "target")) }
    guard !isLink || property.target != nil else { throw fail(PropertyRecord.target, .missing(field: "target")) }
    // A custom type may supply a value in place of nil, so its link may be required.
    if isLink, property.customName == nil {
      let isNullable = isSingle || property.collection == .map
      if isNullable, !property.isOptional { throw fail(PropertyRecord.flags, .broken(.optionalLinkRequired)) }
      if !isNullable, property.isOptional { throw fail(PropertyRecord.flags, .broken(.optionalNotAllowed)) }
    }
    if property.type == .any, property.isOptional { throw fail(PropertyRecord.flags, .broken(.optionalAny)) }
    if property.isImplicitlyUnwrapped {
      guard isSingle, property.isOptional, property.type.kind.canBeUnwrapped, property.enumName == nil, property.customName == nil else {
        throw fail(PropertyRecord.flags, .broken(.unwrappingNotAllowed))
      }
    }
    if property.isPrimaryKey, !isSingle || !property.type.kind.canBeKey { throw fail(PropertyRecord.flags, .broken(.keyNotAllowed)) }
    if property.isIndexed, !isSingle || !property.type.kind.canBeIndexed { throw fail(PropertyRecord.flags, .broken(.indexNotAllowed)) }

    if property.collection == .linkingObjects {
      guard isLink else { throw fail(PropertyRecord.type, .invalidValue(field: "type", value: UInt64(property.type.rawValue))) }
      guard property.origin != nil else { throw fail(PropertyRecord.origin, .missing(field: "origin")) }
      guard property.storedName == property.name else { throw fail(PropertyRecord.storedName, .superfluous(field: "stored name")) }
    } else {
      guard property.origin == nil else { throw fail(PropertyRecord.origin, .superfluous(field: "origin")) }
    }

    if property.collection == .linkingObjects, !property.was.isEmpty { throw fail(PropertyRecord.name, .broken(.renameNotAllowed)) }
    if property.foreignType != nil {
      guard property.type == .int, property.enumName == nil, property.customName == nil,
        property.defaultValue == nil || property.defaultValue == .code
      else { throw fail(PropertyRecord.type, .broken(.foreignTypeNotAllowed)) }
    }
    if let name = property.customName, let custom = customTypes[name] {
      guard custom.persistedType == property.type, custom.target == property.target else {
        throw fail(PropertyRecord.enumName, .broken(.customTypeOfOtherType))
      }
    }
    if property.isBackfilled, property.defaultValue?.isLiteral != true {
      throw fail(PropertyRecord.flags, .broken(.backfillNotAllowed))
    }

    var allowed: Set<DefaultValue>?
    if let name = property.enumName {
      guard let index = enumIndices[name] else { throw fail(PropertyRecord.enumName, .unknownName(field: "enum", name: name)) }
      guard enums[index].rawType == property.type else { throw fail(PropertyRecord.enumName, .broken(.enumOfOtherType)) }
      allowed = rawValues[index]
    }
    if let value = property.defaultValue {
      // Links and `AnyRealmValue`s have no literal default; only an expression in Swift can supply one.
      guard isSingle, property.type != .any && !isLink || value == .code else {
        throw fail(PropertyRecord.defaultValue, .broken(.defaultNotAllowed))
      }
      if value == .code { return }
      if let rule = property.type.breach(by: value) { throw fail(PropertyRecord.defaultValue, .broken(rule)) }
      if let allowed, !allowed.contains(value) { throw fail(PropertyRecord.defaultValue, .broken(.defaultOutOfRange)) }
    }
  }

  /// Verifies the rules of the schema model that concern several entities: that targets and origins exist and match.
  func verifyLinks(of entities: [EntityModel]) throws(DescriptorError) {
    let table = try directory.table(.properties)
    var indices: [String: Int] = [:]
    for (index, entity) in entities.enumerated() { indices[entity.name] = index }
    var origins: [Int: [String: Int]] = [:]
    var record = 0
    for entity in entities {
      for property in entity.properties {
        defer { record += 1 }
        guard let target = property.target else { continue }
        guard let index = indices[target] else {
          throw table.error(record, PropertyRecord.target, .unknownName(field: "target", name: target))
        }
        if entities[index].kind == .embedded, property.collection == .set {
          throw table.error(record, PropertyRecord.collection, .broken(.embeddedInSet))
        }
        guard entities[index].kind != .asymmetric else { throw table.error(record, PropertyRecord.target, .broken(.linkToAsymmetric)) }
        guard let origin = property.origin else { continue }
        if origins[index] == nil {
          var byName: [String: Int] = [:]
          for (position, candidate) in entities[index].properties.enumerated() { byName[candidate.name] = position }
          origins[index] = byName
        }
        guard let position = origins[index]?[origin] else {
          throw table.error(record, PropertyRecord.origin, .unknownName(field: "origin", name: "\(target).\(origin)"))
        }
        let source = entities[index].properties[position]
        guard source.collection != .linkingObjects, source.target == entity.name else {
          throw table.error(record, PropertyRecord.origin, .broken(.originDoesNotLinkHere))
        }
      }
    }
  }
}
