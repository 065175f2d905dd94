import AshlarSchema

extension PropertyPath {
  /// Binds a dotted path for sorting or DISTINCT. The path must lead through to-one links and keys of maps or `AnyRealmValue`s to a single
  /// value of an ordered type. A key in brackets must follow the name of a map or of an `AnyRealmValue`. Calls `fail` with the reason if
  /// the path is invalid.
  init(orderedBy text: String, _ entity: _Entity, _ core: _RealmCore, fail: (String) -> Never) {
    if text.contains("@") { fail("KVC collection operators are not supported.") }
    let path = PropertyPath([PathPart](orderedBy: text) { fail($0) }, entity, core) { fail("\($0).") }
    for step in path.steps {
      switch step {
      case .link, .entry: continue
      case .elements, .origins: fail("a collection along the path is not supported.")
      }
    }
    let name = "\(path.entity.model.name).\(path.property.name)"
    if path.property.collection == .map, case .values = path.selection { fail("missing dictionary key.") }
    if path.isCollection { fail("property '\(name)' is a collection, which is not supported.") }
    switch path.property.type.form {
    case .object: fail("property '\(name)' of type 'object' cannot be the final property in the key path.")
    case .data: fail("property '\(name)' is of unsupported type 'data'.")
    case .bool, .integer, .float, .double, .string, .date, .decimal, .objectId, .uuid, .any:
      self = path
    }
  }
}

extension [PathPart] {
  // Splits a path into parts. A key in brackets must not contain a dot.
  fileprivate init(orderedBy text: String, fail: (String) -> Never) {
    self = text.split(separator: ".", omittingEmptySubsequences: false).flatMap { part -> [PathPart] in
      if part.isEmpty { fail("missing property name.") }
      guard let bracket = part.firstIndex(of: "["), part.hasSuffix("]") else { return [.name(String(part))] }
      let key = part[part.index(after: bracket)...].dropLast()
      return [.name(String(part[..<bracket])), .key(String(key))]
    }
  }
}
