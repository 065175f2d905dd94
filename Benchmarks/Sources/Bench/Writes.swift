import Ashlar

@inline(never) private func writeInt(_ item: Item, _ times: Int) {
  for i in 0..<times {
    item.count = i % 10000
    barrier()
  }
}

extension Harness {
  /// W3a, W3b: one property of one object in a write that is cancelled; one property of every object, with the commit.
  func writes() throws {
    try insertAll(into: "writes", .unsynced)
    do {
      let realm = try open("writes", .unsynced)
      let times = repeats(10_000_000)
      guard let item = realm.object(ofType: Item.self, forPrimaryKey: rows / 2) else { throw BenchError.rowMissing(rows / 2) }
      run("W3a_hot_write_int", operations: times) {
        realm.beginWrite()
        let seconds = time { writeInt(item, times) }
        realm.cancelWrite()
        return seconds
      }
      var salt = 0
      try run("W3b_set_all_int_nosync", operations: rows) { try setAll(realm, &salt) }
    }
    let realm = try open("writes", .full)
    var salt = 100
    try run("W3b_set_all_int_full", operations: rows) { try setAll(realm, &salt) }
  }

  private func setAll(_ realm: Realm, _ salt: inout Int) throws -> Double {
    salt += 1
    let add = salt * 13
    return try time {
      try realm.write {
        var i = 0
        for item in realm.objects(Item.self) {
          item.count = (i &* 7919 &+ add) % 10000
          i += 1
        }
      }
    }
  }

  /// W8: commits of one object each.
  func smallCommits() throws {
    var next = rows
    for (tag, durability, count) in [
      ("nosync", Realm.Configuration.Durability.unsynced, 20_000), ("relaxed", .relaxed, 20_000), ("full", .full, 300),
    ] {
      try insertAll(into: "commits", .unsynced)
      let realm = try open("commits", durability)
      var generator = Generator(seed: XorShift.seed &+ 77)
      try commits("W8_insert_commit_\(tag)", count) {
        try realm.write { realm.add(Item(generator.next(next))) }
        next += 1
      }
      var random = XorShift(XorShift.seed &+ 77)
      try commits("W8_update_commit_\(tag)", count) {
        let x = random.next()
        let id = Int(x % UInt64(min(rows, 100_000)))
        try realm.write {
          if let item = realm.object(ofType: Item.self, forPrimaryKey: id) { item.count = Int((x >> 20) % 10000) }
        }
      }
    }
  }

  /// A short warm-up and three runs of `count` commits.
  func commits(_ name: String, _ count: Int, _ commit: () throws -> Void) throws {
    for _ in 0..<count / 10 { try commit() }
    let times = try (0..<3).map { _ in
      try time { for _ in 0..<count { try commit() } }
    }
    report(name, operations: count, times)
  }
}
