extension PropertyModel {
  /// Returns whether the property is a link to one object that is not embedded, and not a custom type.
  package func isLink(to target: EntityKind?) -> Bool { collection == .none && type == .object && customName == nil && target != .embedded }

  /// Whether the property's values are numbers or dates, which have an order, and not those of an enum.
  package var isMeasured: Bool { enumName == nil && (type.kind.isNumeric || type == .date) }

  /// Returns whether the property may be part of a rule of this kind, regardless of the kind of the type that declares it.
  /// - Parameter target: The kind of the type to which the property links; nil if it is not a link.
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

  /// Returns whether the condition of a unique rule may require this value of the property.
  package func allowsCondition(_ value: Bool?, target: EntityKind?) -> Bool {
    guard value == nil else { return collection == .none && type == .bool }
    return storesNil && allows(.index, target: target)
  }

  /// Returns whether the property and another one may be the sides of a relation: both must have the same type, and for `<` and `<=`, the
  /// values must be numbers or dates.
  package func isComparable(_ relation: OrderRelation, to other: PropertyModel) -> Bool {
    guard allows(.order, target: nil), other.allows(.order, target: nil), type.stored == other.type.stored,
      enumName == other.enumName, customName == other.customName
    else { return false }
    return relation.isSymmetric || isMeasured
  }
}
