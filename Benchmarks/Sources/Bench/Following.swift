import Ashlar

private let reads = 100_000
private let retargets = 500
private let appends = 200

extension Harness {
  /// W18: links to one object, frozen loops, and orders of values of any type, on the entries of the conditions.
  func following(_ realm: Realm) throws {
    let entries = realm.objects(Entry.self)
    run("W18_sort_any", operations: rows) { time { sink(entries.sorted(by: \.extra).last?.id ?? 0) } }
    run("W18_first_50_any", operations: rows) {
      time { for entry in entries.sorted(by: \.extra).limited(to: 50) { sink(entry.id) } }
    }
    run("W18_follow_link", operations: rows) {
      time {
        var sum = 0
        for entry in entries { sum &+= entry.owner?.age ?? 0 }
        sink(sum)
      }
    }
    loops(entries, entries.freeze())
    try freezeObject(realm)
    try anyElements(realm)
    try appendToAny(realm)
    try retarget(realm)
  }

  // The same loops over live and over frozen objects: by rows, and by keys.
  private func loops(_ live: Results<Entry>, _ frozen: Results<Entry>) {
    for (name, entries) in [("live", live), ("frozen", frozen)] {
      run("W18_loop_\(name)", operations: rows) {
        time {
          var sum = 0
          for entry in entries { sum &+= entry.code }
          sink(sum)
        }
      }
      let sorted = entries.sorted(by: \.code)
      sink(sorted.count)
      run("W18_loop_sorted_\(name)", operations: rows) {
        time {
          var sum = 0
          for entry in sorted { sum &+= entry.kind }
          sink(sum)
        }
      }
    }
  }

  // One object of a version that does not change: while no frozen object of the version exists, and while one does.
  private func freezeObject(_ realm: Realm) throws {
    guard let entry = realm.object(ofType: Entry.self, forPrimaryKey: 1) else { throw BenchError.rowMissing(1) }
    func freeze() -> Double { time { for _ in 0..<reads { sink(entry.freeze().code) } } }
    run("W18_freeze_first", operations: reads) { freeze() }
    let frozen = entry.freeze()
    run("W18_freeze_object", operations: reads) { freeze() }
    sink(frozen.code)
  }

  // Elements appended to a list of 2,000 in a value, in a write that is cancelled.
  private func appendToAny(_ realm: Realm) throws {
    guard let entry = realm.object(ofType: Entry.self, forPrimaryKey: 1) else { throw BenchError.rowMissing(1) }
    run("W18_any_append", operations: appends) {
      realm.beginWrite()
      defer { realm.cancelWrite() }
      entry.extra = .fromArray((0..<2_000).map { .int($0) })
      return time { for index in 0..<appends { entry.extra.listValue?.append(.int(index)) } }
    }
  }

  private func anyElements(_ realm: Realm) throws {
    guard let entry = realm.object(ofType: Entry.self, forPrimaryKey: 1) else { throw BenchError.rowMissing(1) }
    let before = entry.extra
    try realm.write { entry.extra = .fromArray((0..<20).map { .int($0) }) }
    run("W18_any_element", operations: reads) {
      time {
        var sum = 0
        for index in 0..<reads { sum &+= entry.extra.listValue?[index % 20].intValue ?? 0 }
        sink(sum)
      }
    }
    try realm.write { entry.extra = before }
  }

  // Half of the entries have one owner. Each commit gives one entry this owner, or takes it away.
  private func retarget(_ realm: Realm) throws {
    guard let popular = realm.object(ofType: Holder.self, forPrimaryKey: 0), let other = realm.object(ofType: Holder.self, forPrimaryKey: 1)
    else { throw BenchError.rowMissing(0) }
    try realm.write { for entry in realm.objects(Entry.self) where entry.id % 2 == 0 { entry.owner = popular } }
    var serial = 0
    try run("W18_retarget_commit", operations: retargets) {
      try time {
        for _ in 0..<retargets {
          serial += 1
          let id = serial &* 7_919 % rows
          try realm.write {
            if let entry = realm.object(ofType: Entry.self, forPrimaryKey: id) { entry.owner = entry.owner == popular ? other : popular }
          }
        }
      }
    }
  }
}
