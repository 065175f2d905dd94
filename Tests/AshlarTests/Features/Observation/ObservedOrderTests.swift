import AshlarStore
import Kinds
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// Results that are kept in order while rows change, compared with results that are sorted once more.
@Suite("Observed orders compared with sorting", .blocking)
struct ObservedOrderTests {
  private static let paths = [
    "bool", "int", "int8", "int16", "int32", "anyInt64", "float", "double", "anyDouble", "string", "anyString", "date", "anyDate",
    "decimal",
    "anyDecimal", "objectId", "uuid", "anyUUID", "shade", "anyLevel", "anyBool",
  ]

  private final class Mirror {
    let results: Results<Scalars>
    let label: String
    var rows: [Int64] = []
    var token: NotificationToken?

    init(_ results: Results<Scalars>, _ label: String) {
      self.results = results
      self.label = label
      token = results.observe { [unowned self] in apply($0) }
    }

    private func apply(_ change: RealmCollectionChange<Results<Scalars>>) {
      switch change {
      case .initial(let results): rows = results.map(\._rowAccess.key)
      case .update(let results, let deletions, let insertions, _):
        for index in deletions.reversed() { rows.remove(at: index) }
        for index in insertions { rows.insert(results[index]._rowAccess.key, at: index) }
      case .error: break
      }
    }

    func check(_ step: Comment) {
      let wanted: [Int64] = Array(results.freeze()).map(\._rowAccess.key)
      #expect(rows == wanted, "\(label), \(step)")
      #expect(Array(results).map(\._rowAccess.key) == wanted, "\(label), \(step)")
      #expect(results.count == wanted.count, "\(label), \(step)")
    }
  }

  @Test("every type of value, alone and behind another, with and without a condition")
  func every() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    func create() { ScalarValues.random(&random).write(to: realm.create(Scalars.self)) }
    try realm.write { for _ in 0..<60 { create() } }
    let all = realm.objects(Scalars.self)
    var mirrors: [Mirror] = []
    for path in ObservedOrderTests.paths {
      let ascending = random.once(in: 2)
      mirrors.append(Mirror(all.sorted(byKeyPath: path, ascending: ascending), "\(path) \(ascending)"))
      let second = random.pick(ObservedOrderTests.paths)
      let order = [SortDescriptor(keyPath: path, ascending: !ascending), SortDescriptor(keyPath: second, ascending: random.once(in: 2))]
      mirrors.append(Mirror(all.where { $0.int > 0 || $0.bool }.sorted(by: order), "\(path), then \(second)"))
    }
    mirrors.append(Mirror(all.where { $0.bool }, "in the order of the table"))
    for path in ObservedOrderTests.paths {
      let (second, label) = (random.pick(ObservedOrderTests.paths), "the first of each \(path)")
      let order = all.where { $0.int > 0 || $0.bool }.sorted(byKeyPath: second, ascending: random.once(in: 2))
      mirrors.append(Mirror(all.distinct(by: [path]), label))
      mirrors.append(Mirror(order.distinct(by: [path]), "\(label), in the order of \(second)"))
      mirrors.append(Mirror(all.distinct(by: ["bool", path]).limited(to: 6, offset: 2), "\(label) and bool, limited"))
      mirrors.append(Mirror(order.limited(to: 1 + random.below(12), offset: random.below(5)), "some in the order of \(second)"))
    }
    mirrors.append(Mirror(all.limited(to: 20, offset: 10), "some in the order of the table"))
    mirrors.append(Mirror(all.limited(to: 0), "none"))
    realm.refresh()
    for step in 0..<rounds(.observedOrders) {
      try realm.write {
        for _ in 0...random.below(4) {
          let rows = realm.objects(Scalars.self)
          switch random.below(4) {
          case 0: create()
          case 1 where rows.count > 40: realm.delete(rows[random.below(rows.count)])
          default:
            let values = random.once(in: 3) ? nil : ScalarValues.random(&random)
            let row = rows[random.below(rows.count)]
            // Or the values of another row, so that many are equal.
            if let values { values.write(to: row) } else { copy(rows[random.below(rows.count)], to: row) }
          }
        }
      }
      realm.refresh()
      for mirror in mirrors { mirror.check("step \(step), seed \(seed)") }
    }
  }

  private func copy(_ other: Scalars, to row: Scalars) {
    for path in ObservedOrderTests.paths { row.setValue(other.value(forKey: path), forKey: path) }
  }
}
