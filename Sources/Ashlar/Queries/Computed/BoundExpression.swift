import AshlarSchema
import AshlarStore

/// An expression bound to columns. It is computed for all rows of a cluster in one call.
indirect enum BoundExpression {
  case constant(CapturedValue)
  /// The object itself.
  case itself
  case path(RowWalk)
  case count(RowWalk)
  case aggregate(ValueExpression.Aggregate, RowWalk)
  case subquery(RowWalk, LazyMarks)
  case length(RowWalk)
  case arithmetic(ArithmeticOperator, BoundExpression, BoundExpression)

  init(_ expression: ValueExpression, _ binding: ConditionBinding) {
    let core = binding.core
    switch expression {
    case .constant(let value):
      binding.check(value)
      self = .constant(value.withValue { CapturedValue($0) })
    case .path(let names): self = names.isEmpty ? .itself : .path(RowWalk(binding.path(names), core))
    case .count(let names):
      let path = binding.path(names)
      guard path.property.collection != .none else { misuse(.query("'\(names.text)' is not a collection.")) }
      self = .count(RowWalk(path, core))
    case .aggregate(let aggregate, let names):
      let path = binding.path(names)
      guard path.isCollection || path.steps.contains(where: \.isMany) else {
        misuse(
          .query(
            "Invalid keypath '\(names.text).@\(aggregate.rawValue)': Property '\(path.entity.model.name).\(path.property.name)' is not a link "
              + "or collection and can only appear at the end of a keypath."))
      }
      guard path.valueType.hasAggregate(aggregate) else {
        misuse(
          .query("Invalid keypath '\(names.text)': @\(aggregate.rawValue) can only be applied to a collection of numeric values."))
      }
      self = .aggregate(aggregate, RowWalk(path, core))
    case .subquery(let names, let condition):
      let path = binding.path(names)
      guard path.property.collection != .none, let target = core.target(path.entity, path.column),
        let first = target.model.properties.first
      else { misuse(.query("A subquery requires a collection of objects, and '\(names.text)' is not one.")) }
      // The walk's path has one more property than `names`, so that the walk ends at the elements' rows.
      let walk = RowWalk(binding.path(names + [.name(first.name)]), core)
      self = .subquery(walk, LazyMarks(Predicate(condition, target, core), core))
    case .length(let names): self = .length(RowWalk(binding.path(names), core))
    case .arithmetic(let operation, let a, let b):
      self = .arithmetic(operation, BoundExpression(a, binding), BoundExpression(b, binding))
    }
  }

  /// The type that constants are converted to before the comparison; nil if they are not converted.
  private var valueType: ValueType? {
    switch self {
    case .constant, .count, .subquery, .length, .itself: return nil
    case .path(let walk), .aggregate(.min, let walk), .aggregate(.max, let walk): return walk.path.valueType
    // `AnyRealmValue`s are added as decimal numbers.
    case .aggregate(_, let walk): return walk.path.valueType == .any || walk.path.valueType.form == .decimal ? .decimal128 : nil
    case .arithmetic(_, let a, let b): return a.valueType?.form == .decimal || b.valueType?.form == .decimal ? .decimal128 : nil
    }
  }

  /// Returns a constant in the form in which it is compared with this expression.
  func converted(_ constant: QueryConstant, _ core: _RealmCore) -> CapturedValue {
    guard let type = valueType else { return constant.withValue { CapturedValue($0) } }
    if type != .any { return constant.converted(to: type).withValue { CapturedValue($0) } }
    switch constant.anyStored(core) {
    case nil: return CapturedValue(.link(-1))
    case .some(.none): return CapturedValue(.null)
    case let stored?: return stored.bytes().withUnsafeBytes { CapturedValue(.any($0)) }
    }
  }

  func values(_ cluster: ScannedCluster, _ rows: ClusterBits) -> RowValues {
    switch self {
    case .constant(let constant): return RowValues(constant.value ?? .null, for: rows)
    case .itself:
      var result = RowValues(isSingle: true, capacity: rows.count)
      rows.forEach { slot in result.append(.link(cluster.firstKey + Int64(slot)), for: slot) }
      return result
    case .path(let walk): return walk.values(cluster, rows)
    case .count(let walk): return walk.counts(cluster, rows)
    case .aggregate(let aggregate, let walk):
      let values = walk.values(cluster, rows)
      var result = RowValues(isSingle: true, capacity: rows.count)
      result.keep(values)
      values.forEachRow(rows) { slot, values in
        var totals = ValueTotals(aggregate, of: walk.path.valueType)
        for value in values { totals.take(value) }
        totals.append(to: &result, for: slot)
      }
      return result
    case .subquery(let walk, let marks):
      return walk.sums(cluster, rows) { end in end.map(marks.has) == true ? 1 : 0 }
    case .length(let walk):
      return walk.values(cluster, rows).map { value in TextTest.bytes(value).map { .int(Int64($0.count)) } ?? .null }
    case .arithmetic(let operation, let a, let b):
      let (first, second) = (a.values(cluster, rows), b.values(cluster, rows))
      var result = RowValues(isSingle: first.isSingle && second.isSingle, capacity: rows.count)
      first.forEachPair(second) { slot, x, y in result.append(operation.applied(x, y), for: slot) }
      return result
    }
  }
}

extension RowWalk {
  /// Returns, for each row, the total number of elements in the collections at the ends of its paths.
  func counts(_ cluster: ScannedCluster, _ rows: ClusterBits) -> RowValues {
    let (column, session) = (path.column, core.session)
    if path.property.collection == .linkingObjects {
      guard let link = core.origin(path.entity, column) else { return RowValues(.int(0), for: rows) }
      var cursor = core.reading { try session.backlinkCursor(link) }
      return sums(cluster, rows) { end in
        guard let end else { return 0 }
        return core.reading { try cursor.count(of: end.key) }
      }
    }
    guard let element = path.layout?.element else { return RowValues(.int(0), for: rows) }
    let type = path.property.type
    return sums(cluster, rows) { $0?.elements(column, element, type, session).count ?? 0 }
  }

  /// Returns, for each row, the sum of `number` over the ends of its paths.
  @inline(__always)
  fileprivate func sums(_ cluster: ScannedCluster, _ rows: ClusterBits, _ number: (ScannedRow?) -> Int) -> RowValues {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: cluster.words * 64) { sums in
      sums.initialize(repeating: 0)
      forEachEnd(cluster, rows) { slot, end in sums[slot] += number(end) }
      var result = RowValues(isSingle: true, capacity: rows.count)
      rows.forEach { slot in result.append(.int(Int64(sums[slot])), for: slot) }
      return result
    }
  }
}

extension ValueType {
  /// Returns whether a collection of such values supports the aggregate.
  func hasAggregate(_ aggregate: ValueExpression.Aggregate) -> Bool {
    switch form {
    case .integer, .float, .double, .decimal, .any: true
    case .date: aggregate == .min || aggregate == .max
    case .bool, .string, .data, .objectId, .uuid, .object: false
    }
  }
}
