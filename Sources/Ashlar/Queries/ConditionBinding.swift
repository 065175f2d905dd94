import AshlarSchema
import AshlarStore

/// Binds leaf conditions to the columns of an entity.
struct ConditionBinding {
  let entity: _Entity
  let core: _RealmCore

  func path(_ names: [PathPart]) -> PropertyPath {
    PropertyPath(names, entity, core) { misuse(.query("Invalid key path '\(names.text)': \($0).")) }
  }

  /// Returns the tests, one of which must hold, in the form that is evaluated fastest.
  func alternatives(_ condition: Condition) -> [RowTest] {
    switch condition {
    case .constant(let value): return [.constant(value)]
    case .test(let names, let test): return alternatives(names, test)
    case .values(let names, let tests, let quantifier): return values(path(names), tests, quantifier)
    case .computed(let first, let relation, let options, let second): return computed(first, relation, options, second)
    case .custom(let condition):
      // The condition is bound before its path, because `bind` reports a path that the condition does not support.
      let bound = condition.bind(entity, core)
      return through(path(condition.paths[0]), nullMatches: false) { _ in [.computed(bound)] }
    case .joined: return []
    }
  }

  private func alternatives(_ names: [PathPart], _ test: Condition.Test) -> [RowTest] {
    switch test.kind {
    case .relates(.order(let comparison), let constant, let options) where options.isEmpty:
      if names.isEmpty { return [objects([constant], comparison)] }
      let path = path(names)
      check(constant)
      if let links = path.throughOrigins(core) { return objects(links, [constant], comparison) }
      return compare(path, comparison, constant)
    case .relates(let relation, let constant, let options): return text(names, relation, constant, options)
    case .isIn(let constants, let ignoresCase):
      if names.isEmpty { return [objects(constants, .equal)] }
      let path = path(names)
      for constant in constants { check(constant) }
      if let links = path.throughOrigins(core) { return objects(links, constants, .equal) }
      return oneOf(path, constants, ignoresCase: ignoresCase)
    case .hasType(let tags):
      let path = path(names)
      guard path.valueType == .any else { misuse(.query("'\(names.text)' is not an AnyRealmValue property.")) }
      return rowTest(path, TypeTest(tags: tags))
    }
  }

  private func values(_ path: PropertyPath, _ tests: [Condition.Test], _ quantifier: Condition.Quantifier) -> [RowTest] {
    let isAll: Bool
    switch quantifier {
    case .inOrder, .notInOrder:
      let bound = tests.map { valueTest($0, path) }
      return [.computed(SequenceCondition(RowWalk(path, core), bound, isEqual: quantifier == .inOrder))]
    case .any: isAll = false
    case .all: isAll = true
    }
    if tests.count == 1, let links = path.throughOrigins(core) { return objects(links, tests[0], isAll: isAll) }
    let bound = tests.map { valueTest($0, path) }
    // With `isAll`, a path without values matches.
    return through(path, nullMatches: !path.endsInSeveral && bound.allSatisfy { $0.matches(.null) } != isAll, isEach: isAll) { path in
      [.computed(PathCondition(RowWalk(path, core), bound, isAll: isAll))]
    }
  }

  func check(_ constant: QueryConstant) {
    guard case .object(_, let type, _, let context) = constant else { return }
    if core.rules.isForSearch {
      misuse(
        .query(
          "A condition on an unmanaged collection cannot contain an object ('\(type)'). Compare its properties, or use "
            + "'firstIndex(where:)'."))
    }
    if let context, context != core.context { misuse(.otherRealm(type: type)) }
  }

  private func refuse(_ path: PropertyPath) -> Never {
    misuse(.query("'\(path.property.name)' cannot be compared with a list or dictionary."))
  }

  private func compare(_ path: PropertyPath, _ comparison: Comparison, _ constant: QueryConstant) -> [RowTest] {
    if path.valueType == .any {
      if case .collection = constant { refuse(path) }
      return rowTest(path, AnyTest(comparison, constant.anyStored(core)))
    }
    let test = ConstantTest(path.property, comparison, constant)
    return through(path, nullMatches: !path.endsInSeveral && test.matches(.null)) { path in
      [ColumnScan(path, comparison, constant).map { .scan($0) } ?? direct(path, test)]
    }
  }

  // Up to this many scans of a column are cheaper than one look-up in a set per row.
  private static let scanLimit = 8

  private func oneOf(_ path: PropertyPath, _ constants: [QueryConstant], ignoresCase: Bool) -> [RowTest] {
    if constants.isEmpty { return [.constant(false)] }
    if path.valueType == .any, constants.contains(where: { if case .collection = $0 { true } else { false } }) { refuse(path) }
    let set = ConstantSet(constants, path.valueType, core, ignoresCase: ignoresCase)
    return through(path, nullMatches: !path.endsInSeveral && set.contains(.null)) { path in
      if !ignoresCase, constants.count <= ConditionBinding.scanLimit {
        let scans = constants.compactMap { ColumnScan(path, .equal, $0) }
        if scans.count == constants.count { return scans.map { .scan($0) } }
      }
      if path.property.collection == .none, !path.hasInner, let layout = path.layout {
        return [.members(ColumnMembers(path.column, layout, set))]
      }
      return [direct(path, set)]
    }
  }

  /// Returns a test of the values at the end of a path.
  private func valueTest(_ test: Condition.Test, _ path: PropertyPath) -> any ValueTest {
    switch test.kind {
    case .relates(.order(let comparison), let constant, let options) where options.isEmpty:
      check(constant)
      return path.valueType == .any
        ? AnyTest(comparison, constant.anyStored(core)) : ConstantTest(path.property, comparison, constant)
    case .relates(let relation, let constant, let options): return textTest(relation, constant, options, path)
    case .isIn(let constants, let ignoresCase):
      for constant in constants { check(constant) }
      return ConstantSet(constants, path.valueType, core, ignoresCase: ignoresCase)
    case .hasType(let tags): return TypeTest(tags: tags)
    }
  }

  func rowTest(_ path: PropertyPath, _ test: any ValueTest) -> [RowTest] {
    through(path, nullMatches: !path.endsInSeveral && test.matches(.null)) { [direct($0, test)] }
  }

  /// Returns a test of rows that applies `test` to the value of a column of the rows themselves, or to its elements, one of which must
  /// pass.
  func direct(_ path: PropertyPath, _ test: any ValueTest) -> RowTest {
    if path.property.collection == .none, !path.hasInner, let layout = path.layout { return .cells(CellScan(path.column, layout, test)) }
    if let scan = ElementScan(path, test, core) { return .elements(scan) }
    return .computed(PathCondition(RowWalk(path, core), [test]))
  }

  /// Returns tests of the rows at the beginning of a path. Such a row passes one of them if at least one of the rows that the path leads to
  /// passes a test that `inner` returns. If `isEach` is true, each of the rows that the path leads to must pass one.
  /// - Parameters:
  ///   - nullMatches: Whether a null link passes the tests or, if `isEach` is true, whether it fails them.
  ///   - inner: Returns the tests of the last column, given the path without its steps.
  func through(
    _ path: PropertyPath, nullMatches: @autoclosure () -> Bool, isEach: Bool = false, _ inner: (PropertyPath) -> [RowTest]
  ) -> [RowTest] {
    if path.isDirect { return inner(path) }
    var predicate = Predicate(anyOf: inner(path.withoutSteps))
    // If a link is null, so is the value, unless a collection follows, which is then empty.
    var nullPasses = nullMatches()
    for (index, step) in path.steps.enumerated().reversed() {
      let rows = LinkedRows(
        step, predicate, core, nullPasses: nullPasses, ofOthers: isEach && index == path.steps.count - 1, isNone: isEach && index == 0)
      predicate = Predicate([.test(.linked(rows))])
      if step.isMany { nullPasses = false }
      if index == 0 { return [.linked(rows)] }
    }
    return []
  }
}
