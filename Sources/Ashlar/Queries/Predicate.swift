import AshlarSchema
import AshlarStore
import CAshlar

/// A condition bound to the columns of an entity. Evaluated a cluster at a time into one bit a row: columns of the object
/// itself are scanned as a whole, paths through links row by row.
indirect enum Predicate {
  case constant(Bool)
  case scan(ColumnScan)
  case rows((RowAccess) -> Bool)
  case and(Predicate, Predicate)
  case or(Predicate, Predicate)
  case not(Predicate)

  init(_ condition: Condition, _ entity: Entity, _ core: RealmCore) {
    func path(_ names: [PathPart]) -> PropertyPath {
      PropertyPath(names, entity, core) { misuse(.query("Invalid key path '\(names.text)': \($0).")) }
    }
    switch condition {
    case .constant(let value): self = .constant(value)
    case .and(let a, let b):
      let (x, y) = (Predicate(a, entity, core), Predicate(b, entity, core))
      self = x.cost <= y.cost ? .and(x, y) : .and(y, x)
    case .or(let a, let b): self = .or(Predicate(a, entity, core), Predicate(b, entity, core))
    case .not(let a): self = .not(Predicate(a, entity, core))
    case .compare(let names, let comparison, let constant):
      let path = path(names)
      if path.property.collection == .linkingObjects {
        misuse(.query("Linking objects '\(names.text)' cannot be compared: use a property of theirs, or 'count'."))
      }
      if case .object(_, let type, _, let context?) = constant, context != core.context { misuse(.otherRealm(type: type)) }
      if path.valueType == .any {
        self = Predicate.anyTest(path, core, comparison, constant)
      } else if path.isDirect, let scan = ColumnScan(path, comparison, constant) {
        self = .scan(scan)
      } else {
        self = Predicate.rowTest(path, core, ValueTest(path.property, comparison, constant))
      }
    case .text(let names, let match, let text, let ignoresCase):
      let path = path(names)
      guard path.valueType == .string || path.valueType == .any else {
        misuse(.query("'\(names.text)' is no text property."))
      }
      if path.isDirect, path.property.collection == .none, path.valueType == .string, !ignoresCase {
        self = .scan(ColumnScan(path, match, text))
      } else {
        self = Predicate.rowTest(path, core, ValueTest(match, text, ignoresCase: ignoresCase))
      }
    case .kind(let names, let tags):
      let path = path(names)
      guard path.valueType == .any else { misuse(.query("'\(names.text)' is no value of any type.")) }
      self = Predicate.rowTest(path, core, ValueTest(tags))
    case .comparePaths(let first, let comparison, let second):
      let (a, b) = (path(first), path(second))
      if a.isCollection, b.isCollection { misuse(.query("Comparing two collection columns is not permitted.")) }
      self = .rows { row in
        a.anyRow(row, core) { x in
          b.anyRow(row, core) { y in
            a.anyValue(x, core) { value in b.anyValue(y, core) { ValueTest.compare(value, comparison, $0) } }
          }
        }
      }
    case .count(let names, let comparison, let number):
      let path = path(names)
      guard path.property.collection != .none else { misuse(.query("'\(names.text)' is no collection.")) }
      self = .rows { row in
        path.anyRow(row, core) { last in
          ValueTest.compare(.int(Int64(last.map { path.count($0, core) } ?? 0)), comparison, .int(Int64(number)))
        }
      }
    }
  }

  private static func anyTest(
    _ path: PropertyPath, _ core: RealmCore, _ comparison: Condition.Comparison, _ constant: QueryConstant
  ) -> Predicate {
    if case .collection = constant {
      misuse(.query("'\(path.property.name)' cannot be compared with a list or dictionary."))
    }
    return rowTest(path, core, ValueTest(comparison, constant.anyStored(core)))
  }

  private static func rowTest(_ path: PropertyPath, _ core: RealmCore, _ test: ValueTest) -> Predicate {
    .rows { row in
      path.anyRow(row, core) { last in path.anyValue(last, core) { test.matches($0) } }
    }
  }

  /// The parts that must all hold, the cheapest first.
  var conjuncts: [Predicate] {
    guard case .and(let a, let b) = self else { return [self] }
    let parts = a.conjuncts + b.conjuncts
    return parts.indices.sorted { (parts[$0].cost, $0) < (parts[$1].cost, $1) }.map { parts[$0] }
  }

  /// The scan that this is, when it is one.
  var columnScan: ColumnScan? {
    if case .scan(let scan) = self { scan } else { nil }
  }

  // Rows one by one cost about fifty times a scan.
  private var cost: Int {
    switch self {
    case .constant: 0
    case .scan(let scan): scan.cost
    case .rows: 100
    case .and(let a, let b), .or(let a, let b): a.cost + b.cost
    case .not(let a): a.cost
    }
  }

  /// Leaves of `bits` the rows that match. A word is 64 rows; bits of dead rows are 0 and stay so.
  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    switch self {
    case .constant(let value): if !value { bits = .none }
    case .scan(let scan): scan.evaluate(cluster, &bits)
    case .rows(let matches):
      bits.filter(cluster.words) { slot in matches(cluster.row(slot)) }
    case .and(let a, let b):
      a.evaluate(cluster, &bits)
      if !bits.isEmpty { b.evaluate(cluster, &bits) }
    case .or(let a, let b):
      var rest = bits
      a.evaluate(cluster, &bits)
      rest.subtract(bits)
      if !rest.isEmpty {
        b.evaluate(cluster, &rest)
        bits.formUnion(rest)
      }
    case .not(let a):
      var excluded = bits
      a.evaluate(cluster, &excluded)
      bits.subtract(excluded)
    }
  }
}
