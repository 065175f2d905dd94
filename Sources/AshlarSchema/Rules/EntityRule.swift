/// A rule of a type. Every object that a file stores satisfies the rules of its type; an index restricts nothing. Properties have their
/// stored names.
public enum EntityRule: Hashable, Sendable {
  /// The values of these properties together identify an object, are unique and cannot change.
  case primaryKey([String])
  /// No two objects have equal values of the rule's properties; see `UniqueRule`.
  case unique(UniqueRule)
  /// The store maintains an index of the values of these properties, in this order.
  case index([String])
  /// A number or a date is in a range.
  case range(String, ValueBounds)
  /// The number of Unicode scalars in text, or of bytes in data, is in a range.
  case length(String, CountBounds)
  /// The number of elements in a collection is in a range.
  case count(String, CountBounds)
  /// The whole text matches a pattern; see `GlobPattern`.
  case pattern(String, String)
  /// The value is one of these, which are the raw values of a checked enum in the order of its cases.
  case oneOf(String, [DefaultValue])
  /// A link to one object is not nil, or an `AnyRealmValue` not `.none`.
  case required(String)
  /// The values of two properties are in a relation. The rule is satisfied if either value is nil.
  case order(String, OrderRelation, String)
  /// The effect of deleting an object on the objects to which it links through the property.
  case holderDeleted(String, DeleteRule)
  /// The effect of deleting an object on the objects that link to it through the property.
  case targetDeleted(String, DeleteRule)
}

extension EntityRule {
  /// The kind of the rule.
  public var kind: RuleKind { form.kind }

  /// The stored names of the properties, in the order of the rule. The property of the condition of a unique rule is the last.
  public var properties: [String] { form.members }

  /// Returns the rule with other stored names; names that `newNames` lacks do not change.
  package func renaming(_ newNames: [String: String]) -> EntityRule {
    var form = form
    form.members = form.members.map { newNames[$0] ?? $0 }
    return EntityRule(form) ?? self
  }
}

extension EntityModel {
  /// The stored names of the properties of the compound primary key; nil if there is none.
  package var compoundKey: [String]? {
    for case .primaryKey(let names) in rules { return names }
    return nil
  }

  /// The column ordinals of the primary key, in the order of the key: one or several; empty if there is no primary key.
  package var keyColumns: [Int] {
    if let column = primaryKey { return [column] }
    guard let names = compoundKey else { return [] }
    let columns = columns
    return names.compactMap { name in columns.firstIndex { $0.storedName == name } }
  }

  /// Returns the stored property with this stored name; nil if there is none.
  package func column(storedAs name: String) -> PropertyModel? { columns.first { $0.storedName == name } }
}
