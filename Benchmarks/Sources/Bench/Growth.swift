import Ashlar
import Foundation

extension Harness {
  /// What operations cost in a file of `rows` rows, which are inserted in one transaction, and the most memory the process held.
  func growth() throws {
    let inserted = try insertAll(into: "growth", .unsynced)
    report("insert", operations: rows, [inserted])
    // Of this process so far: pages of the file that were read count as well.
    print("peak_while_inserting\t\(try peak())\tbytes\t\(Double(try peak()) / 1e6)\tMB")
    let realm = try open("growth", .unsynced)
    run("scan", operations: rows) { time { sink(realm.objects(Item.self).where { $0.count > 9000 }.count) } }
    run("indexed", operations: rows / 100) { time { sink(realm.objects(Item.self).where { $0.category == "cat-42" }.last?.id ?? 0) } }
    run("first_50", operations: rows) {
      time { for item in realm.objects(Item.self).sorted(by: \.count).limited(to: 50) { sink(item.id) } }
    }
    run("sort", operations: rows) { time { sink(realm.objects(Item.self).sorted(by: \.count).last?.id ?? 0) } }
    try reportSorting(realm)
    let count = 1_000_000
    run("look_up", operations: count) {
      time {
        var random = XorShift(XorShift.seed &+ 1)
        var sum = 0
        // As many keys at every size, spread over all rows, and looked up before: warm.
        for _ in 0..<count {
          let id = Int(random.next() % 10_000) &* (rows / 10_000)
          if let item = realm.object(ofType: Item.self, forPrimaryKey: id) { sum &+= item.count }
        }
        sink(sum)
      }
    }
    var generator = Generator(seed: XorShift.seed &+ 77)
    var next = rows
    try commits("insert_commit", 5000) {
      try realm.write { realm.add(Item(generator.next(next))) }
      next += 1
    }
    var random = XorShift(XorShift.seed &+ 78)
    try commits("update_commit", 5000) {
      let x = random.next()
      try realm.write {
        if let item = realm.object(ofType: Item.self, forPrimaryKey: Int(x % 10_000)) { item.count = Int((x >> 20) % 10000) }
      }
    }
    try reportSize("file", of: "growth")
    try remove("growth")
  }

  /// The memory of its own that a process has with a sorted result, and at most while it sorts, more than before.
  private func reportSorting(_ realm: Realm) throws {
    #if os(Linux)
      let before = try ownMemory()
      let meter = MemoryMeter(ownMemory)
      let sorted = realm.objects(Item.self).sorted(by: \.name)
      sink(sorted.last?.id ?? 0)
      let most = meter.end()
      let after = try ownMemory()
      for (name, bytes) in [("sorted_result", after - before), ("while_sorting", most - before)] {
        print("\(name)\t\(bytes)\tbytes\t\(Double(bytes) / 1e6)\tMB")
      }
      withExtendedLifetime(sorted) {}
    #endif
  }

  private func peak() throws -> Int {
    var usage = rusage()
    // Kilobytes, or bytes.
    #if os(Linux)
      guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { throw BenchError.noUsage }
      return usage.ru_maxrss * 1024
    #else
      guard getrusage(RUSAGE_SELF, &usage) == 0 else { throw BenchError.noUsage }
      return usage.ru_maxrss
    #endif
  }
}
