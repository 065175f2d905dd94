import Ashlar
import Foundation

private let few = 100

extension Harness {
  /// W15: look-ups by UUID; rows by position, and what scans and commits cost, after deletions; links counted within a write.
  func churn() throws {
    try lookupsByUUID()
    try afterDeletes()
    try afterChurn()
    try findOrCreate()
    try lookUpsInLargeWrite()
    try countsInWrite()
  }

  /// In one write: finds an indexed value, and changes its object, or creates one.
  private func findOrCreate() throws {
    try insertAll(into: "churn", .unsynced)
    let realm = try open("churn", .unsynced)
    let items = realm.objects(Item.self)
    let count = min(20_000, rows)
    try run("W15_find_or_create", operations: count) {
      try inCancelledWrite(realm) {
        for number in 0..<count {
          let category = "new \(number % (count / 2 + 1))"
          if let item = items.where({ $0.category == category }).first {
            item.count = number
          } else {
            let item = Item()
            item.id = rows + number
            item.category = category
            realm.add(item)
          }
        }
      }
    }
  }

  /// Indexed values of new objects, looked up in a write that has changed every hundredth object; half of them are absent.
  private func lookUpsInLargeWrite() throws {
    try insertAll(into: "churn", .unsynced)
    let realm = try open("churn", .unsynced)
    let items = realm.objects(Item.self)
    let count = 1000
    try run("W15_lookup_in_large_write", operations: count * 2) {
      realm.beginWrite()
      defer { realm.cancelWrite() }
      for id in stride(from: 0, to: rows, by: 100) {
        guard let item = realm.object(ofType: Item.self, forPrimaryKey: id) else { throw BenchError.rowMissing(id) }
        item.count += 1
      }
      for number in 0..<count {
        let item = Item()
        (item.id, item.category) = (rows + number, "new \(number)")
        realm.add(item)
      }
      return time {
        for number in 0..<count * 2 {
          let category = "new \(number)"
          sink(items.where { $0.category == category }.first?.id ?? 0)
        }
      }
    }
  }

  /// Identifiers at random, one property of each.
  private func lookupsByUUID() throws {
    try remove("churn")
    let realm = try open("churn", .unsynced)
    let ids = (0..<rows / 10).map { _ in UUID() }
    try realm.write {
      for (number, id) in ids.enumerated() {
        let device = Device()
        device.id = id
        device.count = number
        realm.add(device)
      }
    }
    let count = 500_000
    run("W15_lookup_uuid_key", operations: count) {
      time {
        var random = XorShift(XorShift.seed &+ 15)
        var sum = 0
        for _ in 0..<count {
          let id = ids[Int(random.next() % UInt64(ids.count))]
          if let device = realm.object(ofType: Device.self, forPrimaryKey: id) { sum &+= device.count }
        }
        sink(sum)
      }
    }
  }

  /// Every third row is there; the first and any row, each looked up again after a deletion.
  private func afterDeletes() throws {
    try insertAll(into: "churn", .unsynced)
    let realm = try open("churn", .unsynced)
    let all = realm.objects(Item.self)
    try realm.write { realm.delete(all.where { $0.count < 6667 }) }
    let count = min(1000, rows / 10)
    try run("W15_first_after_deletes", operations: count) {
      try inCancelledWrite(realm) {
        for _ in 0..<count { if let item = all.first { realm.delete(item) } }
      }
    }
    try run("W15_index_after_deletes", operations: count) {
      var random = XorShift(XorShift.seed &+ 16)
      return try inCancelledWrite(realm) {
        for _ in 0..<count { realm.delete(all[Int(random.next() % UInt64(all.count))]) }
      }
    }
    let drained = all.count
    try run("W15_drain_from_front", operations: drained) {
      try inCancelledWrite(realm) {
        while let item = all.first { realm.delete(item) }
      }
    }
  }

  /// The seconds that `body` takes in a write that is then cancelled.
  func inCancelledWrite(_ realm: Realm, _ body: () throws -> Void) throws -> Double {
    realm.beginWrite()
    defer { realm.cancelWrite() }
    return try time(body)
  }

  /// A hundred rows are left of all that there ever were.
  private func afterChurn() throws {
    try insertAll(into: "churn", .unsynced)
    let realm = try open("churn", .unsynced)
    let all = realm.objects(Item.self)
    try realm.write { realm.delete(all.where { $0.id < rows - few }) }
    run("W15_scan_after_churn", operations: few) { time { sink(all.where { $0.count >= 5000 }.count) } }
    let count = 1000
    try run("W15_commit_after_churn", operations: count) {
      try time {
        for number in 0..<count {
          try realm.write { if let item = all.first { item.count = number } }
        }
      }
    }
  }

  /// A row that many others link to; its links are counted after each change.
  private func countsInWrite() throws {
    try remove("churn")
    let realm = try open("churn", .unsynced)
    let (owner, other) = (Device(), Device())
    owner.id = UUID()
    other.id = UUID()
    try realm.write {
      realm.add([owner, other])
      for number in 0..<rows / 10 {
        let device = Device()
        device.id = UUID()
        device.owner = owner
        device.count = number
        realm.add(device)
      }
    }
    let devices = realm.objects(Device.self)
    let count = min(100, rows / 10)
    try run("W15_backlink_count_in_write", operations: count) {
      try inCancelledWrite(realm) {
        var sum = 0
        for number in 0..<count {
          devices[number + 2].owner = other
          sum &+= owner.owned.count
        }
        sink(sum)
      }
    }
    let reads = 10_000
    run("W15_linking_first", operations: reads) {
      time {
        var sum = 0
        for _ in 0..<reads { sum &+= owner.owned.first?.count ?? 1 }
        sink(sum)
      }
    }
    run("W15_linking_is_empty", operations: reads) { time { for _ in 0..<reads { sink(owner.owned.isEmpty ? 1 : 0) } } }
    let first = max(1, min(50, rows / 10))
    run("W15_linking_index", operations: reads) { time { for number in 0..<reads { sink(owner.owned[number % first].count) } } }
    run("W15_linking_count_condition", operations: devices.count) { time { sink(devices.filter("owned.@count > 1").count) } }
    run("W15_linking_sum_condition", operations: devices.count) { time { sink(devices.filter("owned.@sum.count > 100").count) } }
    run("W15_linking_subquery", operations: devices.count) {
      time { sink(devices.filter("SUBQUERY(owned, $device, $device.count > 100).@count > 1").count) }
    }
    try remove("churn")
  }
}
