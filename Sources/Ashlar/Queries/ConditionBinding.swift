import AshlarSchema
import AshlarStore

/// Binds leaf conditions to the columns of an entity.
struct ConditionBinding {
  let entity: _Entity
  let core: _RealmCore

  func path(_ names: [PathPart]) -> PropertyPath {
    PropertyPath(names, entity, core) { misuse(.query("Invalid key path '\(names.text)': \($0).")) }
  }

  /// Returns the tests of which one must hold.
  func alternatives(_ condition: Condition) -> [RowTest] {
    switch condition {
    case .constant(let value): return [.constant(value)]
    case .compare(let names, let comparison, let constant):
      if names.isEmpty { return [objects([constant], comparison)] }
      let path = path(names)
      check(constant)
      if let links = path.throughOrigins(core) { return objects(links, [constant], comparison) }
      return compare(path, comparison, constant)
    case .oneOf(let names, let constants, let ignoresCase):
      if names.isEmpty { return [objects(constants, .equal)] }
      let path = path(names)
      for constant in constants { check(constant) }
      if let links = path.throughOrigins(core) { return objects(links, constants, .equal) }
      return oneOf(path, constants, ignoresCase: ignoresCase)
    case .text(let names, let match, let text, let ignoresCase):
      let path = path(names)
      guard path.valueType == .string || path.valueType == .any else {
        misuse(.query("'\(names.text)' is not a text property."))
      }
      if text.isEmpty, match != .equal { return [.constant(false)] }
      let test = ValueTest(match, text, ignoresCase: ignoresCase)
      return through(path, nullMatches: !path.endsInSeveral && test.matches(.null)) { path in
        if path.property.collection == .none, path.valueType == .string {
          return [.scan(ColumnScan(path, match, text, ignoresCase: ignoresCase))]
        }
        return [direct(path, test)]
      }
    case .like(let names, let pattern, let ignoresCase):
      let path = path(names)
      guard path.valueType == .string || path.valueType == .any else { misuse(.query("'\(names.text)' is not a text property.")) }
      return rowTest(path, ValueTest(TextPattern(pattern, ignoresCase: ignoresCase)))
    case .values(let names, let leaves, let isAll):
      let path = path(names)
      if leaves.count == 1, let links = path.throughOrigins(core) { return objects(links, leaves[0], isAll: isAll) }
      let tests = leaves.map { valueTest($0, path) }
      // With `isAll`, a path without values matches.
      return through(path, nullMatches: !path.endsInSeveral && tests.allSatisfy { $0.matches(.null) } != isAll, isEach: isAll) { path in
        [.computed(PathCondition(RowWalk(path, core), tests, isAll: isAll))]
      }
    case .sequence(let names, let constants, let isEqual):
      let path = path(names)
      let tests = constants.map { valueTest(.compare(names, .equal, $0), path) }
      return [.computed(SequenceCondition(RowWalk(path, core), tests, isEqual: isEqual))]
    case .within(let names, let region):
      let columns = geoColumns(names)
      return through(path(names + [.name(GeoColumns.coordinates)]), nullMatches: false) { _ in
        [.computed(PointCondition(columns, region, core))]
      }
    case .kind(let names, let tags):
      let path = path(names)
      guard path.valueType == .any else { misuse(.query("'\(names.text)' is not an AnyRealmValue property.")) }
      return rowTest(path, ValueTest(tags))
    case .comparePaths(let first, let comparison, let second):
      if !first.isEmpty, !second.isEmpty {
        let (a, b) = (path(first), path(second))
        if a.isCollection, b.isCollection { misuse(.query("Comparing two collection columns is not permitted.")) }
        if let scan = PairScan(a, comparison, b) { return [.pairs(scan)] }
      }
      return [expressions(.path(first), comparison, .path(second))]
    case .count(let names, let comparison, let number):
      let path = path(names)
      guard path.property.collection != .none else { misuse(.query("'\(names.text)' is not a collection.")) }
      // The counts of several collections are added.
      if path.steps.contains(where: \.isMany) { return [expressions(.count(names), comparison, .constant(.int(Int64(number))))] }
      func holds(_ count: Int) -> Bool { ValueTest.compare(.int(Int64(count)), comparison, .int(Int64(number))) }
      return through(path, nullMatches: holds(0)) { path in
        if let scan = CountScan(path, comparison, number, core) { return [.counts(scan)] }
        if path.property.collection == .linkingObjects, let link = core.origin(path.entity, path.column),
          let isSome = comparison.asksForAny(number)
        {
          return [.computed(OriginCondition(link, isSome: isSome, core))]
        }
        let number = CapturedValue(.int(Int64(number)))
        return [.computed(ExpressionCondition(.count(RowWalk(path, core)), comparison, .constant(number)))]
      }
    case .truth(let names, let value): return alternatives(.compare(names, .equal, .bool(value)))
    case .member(let constant, of: let names): return alternatives(.compare(names, .equal, constant))
    case .match(let names, let question): return match(names, question)
    case .expressions(.count(let names), let comparison, .constant(.int(let number))):
      return alternatives(.count(names, comparison, Int(number)))
    case .expressions(let a, let comparison, let b): return [expressions(a, comparison, b)]
    case .joined: return []
    }
  }

  func check(_ constant: QueryConstant) {
    guard case .object(_, let type, _, let context) = constant else { return }
    if core.rules.isForSearch {
      misuse(
        .query(
          "A condition on a collection that is in no Realm cannot compare with an object ('\(type)'). Compare its properties, or use "
            + "'firstIndex(where:)'."))
    }
    if let context, context != core.context { misuse(.otherRealm(type: type)) }
  }

  private func refuse(_ path: PropertyPath) -> Never {
    misuse(.query("'\(path.property.name)' cannot be compared with a list or dictionary."))
  }

  private func compare(_ path: PropertyPath, _ comparison: Condition.Comparison, _ constant: QueryConstant) -> [RowTest] {
    if path.valueType == .any {
      if case .collection = constant { refuse(path) }
      return rowTest(path, ValueTest(comparison, constant.anyStored(core)))
    }
    let test = ValueTest(path.property, comparison, constant)
    return through(path, nullMatches: !path.endsInSeveral && test.matches(.null)) { path in
      [ColumnScan(path, comparison, constant).map { .scan($0) } ?? direct(path, test)]
    }
  }

  // Up to this many scans of a column are cheaper than one look-up per row.
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
      return [direct(path, ValueTest(set))]
    }
  }

  /// Returns the test of one value that a condition on a path is equivalent to.
  private func valueTest(_ condition: Condition, _ path: PropertyPath) -> ValueTest {
    switch condition {
    case .compare(_, let comparison, let constant):
      check(constant)
      return path.valueType == .any
        ? ValueTest(comparison, constant.anyStored(core)) : ValueTest(path.property, comparison, constant)
    case .oneOf(_, let constants, let ignoresCase):
      for constant in constants { check(constant) }
      return ValueTest(ConstantSet(constants, path.valueType, core, ignoresCase: ignoresCase))
    case .text(_, let match, let text, let ignoresCase): return ValueTest(match, text, ignoresCase: ignoresCase)
    case .truth(_, let value): return ValueTest(path.property, .equal, .bool(value))
    case .match(_, let question): return valueTest(question, path)
    case .like(_, let pattern, let ignoresCase): return ValueTest(TextPattern(pattern, ignoresCase: ignoresCase))
    case .joined(let junction) where junction.kind == .not: return valueTest(junction.first, path).negated
    default: misuse(.query("'\(path.property.name)' cannot be asked this of each value."))
    }
  }

  func rowTest(_ path: PropertyPath, _ test: ValueTest) -> [RowTest] {
    through(path, nullMatches: !path.endsInSeveral && test.matches(.null)) { [direct($0, test)] }
  }

  // Returns the test of a value of a direct column.
  private func direct(_ path: PropertyPath, _ test: ValueTest) -> RowTest {
    if path.property.collection == .none, !path.hasInner, let layout = path.layout { return .cells(CellScan(path.column, layout, test)) }
    if let scan = ElementScan(path, test, core) { return .elements(scan) }
    return .computed(PathCondition(RowWalk(path, core), [test]))
  }

  /// Applies tests of a path's last column to the objects at the beginning of the path. One of the rows that the path leads to must pass
  /// one of the tests; if `isEach`, each of them must.
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
