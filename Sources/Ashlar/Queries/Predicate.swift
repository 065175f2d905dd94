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
    func path(_ names: [String]) -> PropertyPath {
      PropertyPath(names, entity, core) { misuse(.query("Invalid key path '\(names.joined(separator: "."))': \($0).")) }
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
        misuse(.query("Linking objects '\(names.joined(separator: "."))' cannot be compared: use a property of theirs, or 'count'."))
      }
      if case .object(_, let type, _, let context?) = constant, context != core.context { misuse(.otherRealm(type: type)) }
      if path.property.type == .any {
        self = Predicate.anyTest(path, core, comparison, constant)
      } else if path.isDirect, let scan = ColumnScan(path, comparison, constant) {
        self = .scan(scan)
      } else {
        self = Predicate.rowTest(path, core, ValueTest(path.property, comparison, constant))
      }
    case .text(let names, let match, let text, let ignoresCase):
      let path = path(names)
      guard path.property.type == .string || path.property.type == .any else {
        misuse(.query("'\(names.joined(separator: "."))' is no text property."))
      }
      if path.isDirect, path.property.collection == .none, path.property.type == .string, !ignoresCase {
        self = .scan(ColumnScan(path, match, text))
      } else {
        self = Predicate.rowTest(path, core, ValueTest(match, text, ignoresCase: ignoresCase))
      }
    case .kind(let names, let tags):
      let path = path(names)
      guard path.property.type == .any else { misuse(.query("'\(names.joined(separator: "."))' is no value of any type.")) }
      self = Predicate.rowTest(path, core, ValueTest(tags))
    case .comparePaths(let first, let comparison, let second):
      let (a, b) = (path(first), path(second))
      self = .rows { row in
        a.anyRow(row, core) { x in
          b.anyRow(row, core) { y in
            ValueTest.compare(x.map { a.value($0) } ?? .null, comparison, y.map { b.value($0) } ?? .null)
          }
        }
      }
    case .count(let names, let comparison, let number):
      let path = path(names)
      guard path.property.collection != .none else { misuse(.query("'\(names.joined(separator: "."))' is no collection.")) }
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
      path.anyRow(row, core) { last in
        guard let last else { return test.matches(.null) }
        return path.anyValue(last, core) { test.matches($0) }
      }
    }
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
