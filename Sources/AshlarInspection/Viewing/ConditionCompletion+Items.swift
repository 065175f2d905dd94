internal import Ashlar
internal import AshlarSchema

// The texts that may be inserted: operands, operators and values.
extension ConditionCompletion {
  var operands: [Item] {
    properties(of: root) + ["NOT", "ANY", "ALL", "NONE"].map { Item(text: $0, insert: $0 + " ", kind: "keyword") }
      + [
        Item(text: "SUBQUERY", insert: "SUBQUERY(", kind: "keyword"),
        Item(text: "TRUEPREDICATE", insert: "TRUEPREDICATE ", kind: "keyword"),
      ]
  }

  func properties(of model: EntityModel?) -> [Item] {
    guard let model else { return [] }
    var items = model.columns.map { property in
      let isPath = property.type == .object && property.collection == .none
      return Item(
        text: property.name, insert: LiteralText.name(property.name) + (isPath ? "" : property.collection == .none ? " " : "."),
        kind: "property", detail: ConditionCompletion.detail(property))
    }
    if let last = scan.path.last, let before = target(scan.path.dropLast()),
      before.columns.first(where: { $0.name == last })?.collection ?? .none != .none
    {
      items.append(Item(text: "@count", insert: "@count ", kind: "property", detail: "number of elements"))
    }
    return items
  }

  private static func detail(_ property: PropertyModel) -> String {
    var name = property.type == .object ? property.target ?? "object" : FileSnapshot.name(property.type)
    switch property.collection {
    case .none: if property.isOptional, property.type != .object { name += "?" }
    case .list: name = "list of \(name)"
    case .set: name = "set of \(name)"
    case .map: name = "map of \(name)"
    case .linkingObjects: break
    }
    return property.isIndexed ? name + ", indexed" : name
  }

  func operations(_ property: PropertyModel) -> [Item] {
    if property.collection != .none { return [Item(text: "IN", insert: "IN ", kind: "operator")] }
    var words: [String]
    switch property.type.form {
    case .bool, .objectId, .uuid: words = ["==", "!=", "IN"]
    case .object: words = ["==", "!="]
    case .string, .data: words = _PredicateWords.comparisons + _PredicateWords.textOperators + _PredicateWords.listOperators
    case .integer, .float, .double, .date, .decimal, .any: words = _PredicateWords.comparisons + _PredicateWords.listOperators
    }
    if property.type == .string { words.insert(contentsOf: ["==[c]", "CONTAINS[c]", "BEGINSWITH[c]"], at: 2) }
    let after: String = property.type == .bool ? "AND" : ""
    return words.map { Item(text: $0, insert: $0 + ($0 == "IN" || $0 == "BETWEEN" ? " {" : " "), kind: "operator") }
      + (after.isEmpty ? [] : ["AND", "OR"].map { Item(text: $0, insert: $0 + " ", kind: "keyword") })
  }

  func values(_ property: PropertyModel) -> [Item] {
    var items: [Item] = []
    switch property.type.form {
    case .bool: items = ["true", "false"].map { Item(text: $0, insert: $0 + " ", kind: "value") }
    case .string: items = [Item(text: "\"…\"", insert: "\"", kind: "value", detail: "text")]
    case .date: items = [Item(text: "2024-12-31", insert: "2024-12-31 ", kind: "value", detail: "a date in UTC")]
    case .uuid: items = [Item(text: "uuid(…)", insert: "uuid(", kind: "value")]
    case .objectId: items = [Item(text: "oid(…)", insert: "oid(", kind: "value")]
    case .data: items = [Item(text: "B64\"…\"", insert: "B64\"", kind: "value")]
    case .integer, .float, .double, .decimal, .object, .any: break
    }
    for case .oneOf(property.storedName, let cases) in root.rules {
      items += cases.compactMap(ConditionCompletion.literal).map { Item(text: $0, insert: $0 + " ", kind: "value", detail: "case") }
    }
    if property.isOptional || property.type == .object || property.type == .any {
      items.append(Item(text: "nil", insert: "nil ", kind: "value"))
    }
    return items
  }

  private static func literal(_ value: DefaultValue) -> String? {
    if case .int(let number) = value { return "\(number)" }
    if case .string(let text) = value { return LiteralText.text(.string(text)) }
    return nil
  }
}
