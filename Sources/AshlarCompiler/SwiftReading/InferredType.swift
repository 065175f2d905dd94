/// Infers the type of a property that has an initial value but no type annotation, from literals, from the called type, and from the
/// variables, constants, cases and methods that the target declares.
struct InferredType {
  let types: SwiftTypes

  /// The maximum number of members that are followed when each one's initial value is another member.
  private static let depthLimit = 16

  /// Returns the type in the syntax of schemas, or nil if only the Swift compiler can infer it.
  /// - Parameter scope: The names of the types that enclose the property.
  func of(_ value: ScannedValue, in scope: [String]) -> String? { type(value, scope, 0) }

  /// Returns the initial value of the constant at a path of names; nil if the target declares no such constant, or none with an initial
  /// value.
  func constant(_ text: String, in scope: [String]) -> ScannedValue? {
    guard let parts = Self.path(text), let last = parts.last else { return nil }
    if parts.count > 1 { return types.member(last, of: owner(parts.dropLast(), scope))?.value }
    return types.member(last, of: scope.joined(separator: "."))?.value ?? types.global(last)?.value
  }

  private func owner(_ parts: ArraySlice<String>, _ scope: [String]) -> String {
    let name = parts.joined(separator: ".")
    return name == "Self" ? scope.joined(separator: ".") : types.path(of: name, in: scope) ?? name
  }

  private func type(_ value: ScannedValue, _ scope: [String], _ depth: Int) -> String? {
    guard depth < Self.depthLimit else { return nil }
    if let cast = Self.cast(value.text.text) { return types.schemaText(cast, in: scope) }
    if let parts = Self.path(value.text.text), let found = member(parts, scope, depth) { return found }
    return WrittenValue.type(of: value).map { types.schemaText($0, in: scope) }
  }

  /// Returns the type of the member at a path of names. The outer optional is nil if the path does not begin with a declaration of the
  /// target; the inner one is nil if it does, but the type cannot be determined.
  private func member(_ parts: [String], _ scope: [String], _ depth: Int) -> String?? {
    guard depth < Self.depthLimit, let last = parts.last else { return nil }
    let before = parts.dropLast()
    if before.isEmpty { return types.global(last).map { declared($0, scope: [], depth) } }
    let owner = owner(before, scope)
    if let member = types.member(last, of: owner) {
      return .some(declared(member, scope: owner.split(separator: ".").map(String.init), depth))
    }
    guard let type = types.types[owner] else {
      // If only the type of a value is known, `rawValue` is its only property whose type can be inferred.
      guard last == "rawValue", let value = member(Array(before), scope, depth + 1) else { return nil }
      return .some(value.flatMap { types.bySchemaName[$0] }.flatMap { rawType(of: $0) })
    }
    return .some(type.cases.contains { $0.name.text == last } ? types.schemaText(owner, in: []) : nil)
  }

  private func declared(_ member: ScannedMember, scope: [String], _ depth: Int) -> String? {
    if let written = member.type {
      return written.text == "Self" ? types.schemaText(scope.joined(separator: "."), in: []) : types.schemaText(written.text, in: scope)
    }
    return member.value.flatMap { type($0, scope, depth + 1) }
  }

  private func rawType(of path: String) -> String? {
    types.rawTypeName(of: path).map { types.schemaText($0.text, in: types.types[path]?.path ?? []) }
  }

  /// Returns `Float` for `0 as Float`; nil for an expression that does not end in `as` and a type.
  private static func cast(_ text: String) -> String? {
    let words = text.split(separator: " ")
    guard let place = words.lastIndex(of: "as"), place > 0 else { return nil }
    let type = words[(place + 1)...].joined(separator: " ")
    return !type.isEmpty && type.allSatisfy { $0.isLetter || $0.isNumber || "_.<>?, :[]".contains($0) } ? type : nil
  }

  /// Returns the names in `Constants.title` and in `Constants.title()`; nil for an expression of any other form.
  private static func path(_ text: String) -> [String]? {
    var text = text[...]
    if text.hasSuffix("()") { text = text.dropLast(2) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0.filter { $0 != "`" }) }
    return parts.allSatisfy(SwiftIdentifier.isIdentifier) ? parts : nil
  }
}
