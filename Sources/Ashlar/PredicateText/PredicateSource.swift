import AshlarSchema

/// The text and the arguments of a predicate. Substitutes the arguments in paths, and creates errors that state a position in the text.
struct PredicateSource {
  let text: String
  let arguments: [Any]
  /// Maps the first name of a path to the path of a stored property; nil if names are used as they are.
  let storedPath: ((String) -> String)?

  func fail(_ message: String, at place: Int) -> RealmPredicateError { RealmPredicateError(message, text, offset: place) }

  func unknown(_ name: String, _ entity: _Entity, at place: Int) -> RealmPredicateError {
    let names = entity.model.properties.map(\.name)
    let perhaps = Spelling.nearest(to: name, in: names).map { " Did you mean '\($0)'?" } ?? ""
    return fail("\(UsageError.notFound(name, in: entity.model.name)).\(perhaps)", at: place)
  }

  func unknown(backwardLink name: String, _ entity: _Entity, _ core: _RealmCore, at place: Int) -> RealmPredicateError {
    let links = core.backwardLinks(to: entity)
    let perhaps = Spelling.nearest(to: name, in: links).map { " Did you mean '\($0)'?" } ?? ""
    return fail("'\(name)' is not a property that links to objects of type '\(entity.model.name)'.\(perhaps)", at: place)
  }

  func argument(_ index: Int, at place: Int) throws(RealmPredicateError) -> Any {
    guard index < arguments.count else {
      throw fail(
        arguments.isEmpty
          ? "Missing argument \(index): none was passed." : "Missing argument \(index): \(arguments.count) were passed, numbered from 0.",
        at: place)
    }
    return arguments[index]
  }

  /// Returns the steps of a path, with arguments for names, keys and positions substituted. If `storedPath` is set and a path without a
  /// variable begins with a name, this name is replaced with the path of the stored property.
  func steps(_ path: ParsedPredicate.Path) throws(RealmPredicateError) -> [ParsedPredicate.Step] {
    var steps: [ParsedPredicate.Step] = []
    for step in path.steps { steps += try expanded(step) }
    guard let storedPath, path.variable == nil, let first = steps.first, case .name(let name) = first.kind else { return steps }
    let stored = storedPath(name)
    if stored == name { return steps }
    return stored.split(separator: ".").map { ParsedPredicate.Step(kind: .name(String($0)), place: first.place) } + steps.dropFirst()
  }

  /// Returns a step with its argument substituted; a dotted name yields several steps.
  private func expanded(_ step: ParsedPredicate.Step) throws(RealmPredicateError) -> [ParsedPredicate.Step] {
    let place = step.place
    func made(_ kind: ParsedPredicate.Step.Kind) -> ParsedPredicate.Step { ParsedPredicate.Step(kind: kind, place: place) }
    switch step.kind {
    case .nameArgument(let index):
      guard let name = try argument(index, at: place) as? String else {
        throw fail("'%K' requires the name of a property as a String.", at: place)
      }
      if name.hasPrefix(".") { throw fail("Invalid keypath '\(name)': no key name before '.'", at: place) }
      if name.hasSuffix(".") { throw fail("Invalid keypath '\(name)': no key name after last '.'", at: place) }
      return name.split(separator: ".", omittingEmptySubsequences: false).map {
        made($0.hasPrefix("@") ? .operation(String($0.dropFirst())) : .name(String($0)))
      }
    case .nameSubscript(let index) where try argument(index, at: place) as? String == "#any": return [made(.anyElement)]
    case .subscriptArgument(let index), .nameSubscript(let index):
      switch flattened(try argument(index, at: place)) {
      case let key as String: return [made(.key(key))]
      case let position as Int: return [made(.index(position))]
      default: throw fail("A key must be a String, and a position an Int.", at: place)
      }
    default: return [step]
    }
  }
}
