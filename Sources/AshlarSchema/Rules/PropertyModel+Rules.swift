extension PropertyModel {
  /// Whether the property is a link to one object that is not embedded.
  package func isLink(to target: EntityKind?) -> Bool { collection == .none && type == .object && customName == nil && target != .embedded }

  /// Whether the property is a number or a date, of which a type has an order, and not an enum.
  package var isMeasured: Bool { enumName == nil && (type.kind.isNumeric || type == .date) }

  /// Whether the property may be a part of a rule of a kind, regardless of the kind of its type.
  /// - Parameter target: The kind of the type to which the property links; nil if it is no link.
  package func allows(_ kind: RuleKind, target: EntityKind?) -> Bool {
    let isSingle = collection == .none
    switch kind {
    case .primaryKey: return isSingle && !isOptional && (type.kind.canBeKey || type == .bool || type == .date)
    case .unique: return isSingle && type != .any && type.kind.canBeIndexed || isLink(to: target)
    case .index: return allows(.unique, target: target) || isSingle && type.kind.number == .floatingPoint
    case .range: return isSingle && isMeasured
    case .length: return isSingle && enumName == nil && (type == .string || type == .data)
    case .count: return collection == .list || collection == .set || collection == .map
    case .pattern: return isSingle && enumName == nil && type == .string
    case .oneOf: return isSingle && type.kind.canBeRaw && type.kind.number != .floatingPoint
    case .required: return isLink(to: target) || isSingle && type == .any
    case .order: return isSingle && type != .any && type != .object
    case .holderDeleted, .targetDeleted:
      return type == .object && customName == nil && collection != .linkingObjects && target != .embedded
    }
  }

  /// Whether the property may be that of the condition of a unique rule.
  package func allowsCondition(_ value: Bool?, target: EntityKind?) -> Bool {
    guard value == nil else { return collection == .none && type == .bool }
    return storesNil && allows(.index, target: target)
  }

  /// Whether the property and another one may be the sides of a relation: both have one type, of which `<` and `<=` require an order.
  package func isComparable(_ relation: OrderRelation, to other: PropertyModel) -> Bool {
    guard allows(.order, target: nil), other.allows(.order, target: nil), type.stored == other.type.stored,
      enumName == other.enumName, customName == other.customName
    else { return false }
    return relation.isSymmetric || isMeasured
  }
}
