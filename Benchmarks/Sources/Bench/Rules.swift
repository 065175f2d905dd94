import Ashlar
import BenchRules

private let commitCount = 20_000

extension Harness {
  /// W24: what rules cost.
  func rules() throws {
    try uniqueInserts()
    try upserts()
    try checkedInserts()
    try untouchedCommits()
    try cascades()
    try chain()
    for name in ["rules", "unruled"] { try remove(name) }
  }

  /// A Realm on the file of this name with some types alone: a file lists the features that its types need.
  func open(_ name: String, _ types: [ObjectBase.Type]) throws -> Realm {
    var configuration = configuration(name, .unsynced)
    configuration.objectTypes = types
    return try Realm(configuration: configuration)
  }

  /// All rows in one transaction into a new file, with a key and an index, or a key and a unique rule.
  private func uniqueInserts() throws {
    try alternately(
      "W24_insert_name_indexed", "W24_insert_name_unique", operations: rows,
      { try insert("rules", rows, NameIndexed.init(_:)) }, { try insert("rules", rows, NameUnique.init(_:)) })
    try alternately(
      "W24_insert_count_indexed", "W24_insert_count_unique", operations: rows,
      { try insert("rules", rows, CountIndexed.init(_:)) }, { try insert("rules", rows, CountUnique.init(_:)) })
  }

  /// Updates objects in one write, each found by its key or by its unique text.
  private func upserts() throws {
    _ = try insert("rules", rows, NameUnique.init(_:))
    let realm = try open("rules", [NameUnique.self])
    let count = min(rows, 100_000)
    var generator = Generator()
    let names = (0..<count).map { generator.next($0).name }
    try alternately(
      "W24_upsert_by_key", "W24_upsert_by_rule", operations: count,
      {
        try inCancelledWrite(realm) {
          for id in 0..<count { realm.create(NameUnique.self, value: ["id": id, "count": id], update: .modified) }
        }
      },
      {
        try inCancelledWrite(realm) {
          for (id, name) in names.enumerated() {
            realm.create(NameUnique.self, value: ["name": name, "count": id] as [String: Any], update: .modified, matching: ["name"])
          }
        }
      })
  }

  /// The same with five rules about values, or none.
  private func checkedInserts() throws {
    try alternately(
      "W24_insert_unchecked", "W24_insert_checked", operations: rows,
      { try insert("rules", rows, FreeMember.init(_:)) }, { try insert("rules", rows, CheckedMember.init(_:)) })
  }

  /// Commits of one property that no rule concerns, of a type without rules and of one with six.
  private func untouchedCommits() throws {
    let count = min(rows, 100_000)
    _ = try insert("unruled", count, FreeMember.init(_:))
    _ = try insert("rules", count, RuledMember.init(_:))
    let (unruled, ruled) = (try open("unruled", [FreeMember.self]), try open("rules", [RuledMember.self]))
    var (random, other) = (XorShift(XorShift.seed &+ 24), XorShift(XorShift.seed &+ 24))
    try alternately(
      "W24_commit_without_rules", "W24_commit_untouched", operations: commitCount,
      { try update(unruled, FreeMember.self, count, &random) { $0.visits = $1 } },
      { try update(ruled, RuledMember.self, count, &other) { $0.visits = $1 } })
  }

  @inline(__always)
  private func insert<Row: Object>(_ name: String, _ count: Int, _ make: (Generator.Row) -> Row) throws -> Double {
    try remove(name)
    let realm = try open(name, [Row.self])
    return try time {
      var generator = Generator()
      try realm.write {
        for id in 0..<count { realm.add(make(generator.next(id))) }
      }
    }
  }

  @inline(__always)
  private func update<Row: Object>(
    _ realm: Realm, _ type: Row.Type, _ rows: Int, _ random: inout XorShift, _ store: (Row, Int) -> Void
  ) throws -> Double {
    try time {
      for _ in 0..<commitCount {
        let x = random.next()
        try realm.write {
          if let row = realm.object(ofType: type, forPrimaryKey: Int(x % UInt64(rows))) { store(row, Int((x >> 20) % 10_000)) }
        }
      }
    }
  }
}
