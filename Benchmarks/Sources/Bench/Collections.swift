import Ashlar
import Foundation

private func key(_ number: Int) -> String { "key-\(String(format: "%07d", number))" }

extension Harness {
  private var entries: Int { repeats(200_000) }
  private var shelves: Int { repeats(100_000) }
  private var searches: Int { repeats(200_000) }

  /// W14: a million integers in a list, 200,000 entries in a set and a map, three integers in each of 100,000 lists.
  func collections() throws {
    try remove("collections")
    let realm = try open("collections", .unsynced)
    try realm.write {
      let large = Shelf()
      large.numbers.append(objectsIn: 0..<rows)
      large.names.insert(objectsIn: (0..<entries).map(key))
      realm.add(large)
      for number in 0..<entries { large.scores[key(number)] = number }
      for number in 0..<shelves {
        let shelf = Shelf()
        shelf.numbers.append(objectsIn: [number, number + 1, number + 2])
        realm.add(shelf)
      }
    }
    guard let large = realm.objects(Shelf.self).first else { throw BenchError.rowMissing(0) }
    iterate(large)
    look(into: large)
    run("W14_short_lists", operations: shelves * 3) {
      time {
        var sum = 0
        for shelf in realm.objects(Shelf.self) where shelf.numbers.count == 3 {
          for number in shelf.numbers { sum &+= number }
        }
        sink(sum)
      }
    }
    try change(large, realm)
    try addMap(realm)
    try deleteFromLongList(realm)
  }

  // One entry of the map, or one element of the list, in each commit.
  private func change(_ large: Shelf, _ realm: Realm) throws {
    var random = XorShift(XorShift.seed &+ 18)
    try commits("W14_map_change_commit", 1000) {
      let number = Int(random.next() % UInt64(entries))
      try realm.write { large.scores[key(number)] = Int(random.next() % 1_000_000) }
    }
    try commits("W14_list_move_commit", 1000) {
      let (from, to) = (Int(random.next() % UInt64(rows)), Int(random.next() % UInt64(rows)))
      try realm.write { large.numbers.move(from: from, to: to) }
    }
  }

  // An object with a map, whose entries have the order of a dictionary; without what filling the map takes.
  private func addMap(_ realm: Realm) throws {
    let times = try (0..<4).map { _ in
      let shelf = Shelf()
      for number in 0..<entries { shelf.scores[key(number)] = number }
      let seconds = try time { try realm.write { realm.add(shelf) } }
      try realm.write { realm.delete(shelf) }
      return seconds
    }
    report("W14_map_add", operations: entries, Array(times.dropFirst()))
  }

  private func iterate(_ large: Shelf) {
    run("W14_list_int_iterate", operations: rows) {
      time {
        var sum = 0
        for number in large.numbers { sum &+= number }
        sink(sum)
      }
    }
    run("W14_map_iterate", operations: entries) {
      time {
        var sum = 0
        for entry in large.scores { sum &+= entry.value &+ entry.key.utf8.count }
        sink(sum)
      }
    }
  }

  private func look(into large: Shelf) {
    var random = XorShift(XorShift.seed &+ 14)
    let keys = (0..<searches).map { _ in key(Int(random.next() % UInt64(entries * 2))) }
    run("W14_map_lookup", operations: searches) {
      time {
        var sum = 0
        for key in keys { sum &+= large.scores[key] ?? 1 }
        sink(sum)
      }
    }
    run("W14_set_lookup", operations: searches) {
      time {
        var sum = 0
        for key in keys where large.names.contains(key) { sum &+= 1 }
        sink(sum)
      }
    }
  }

  // A thousand objects of a list of all people at once.
  private func deleteFromLongList(_ realm: Realm) throws {
    let owner = Person()
    try realm.write {
      realm.add(owner)
      owner.friends.append(objectsIn: (0..<rows).map { _ in Person() })
    }
    let times = try (0..<3).map { _ in
      try time {
        try realm.write { realm.delete(Array(owner.friends.prefix(1000))) }
      }
    }
    report("W14_delete_from_long_list", operations: 1000, times)
    try realm.write { owner.friends.append(objectsIn: (0..<rows).map { _ in Person() }) }
    let count = min(200, rows)
    var random = XorShift(XorShift.seed &+ 17)
    run("W14_delete_one_of_long_list", operations: count) {
      realm.beginWrite()
      defer { realm.cancelWrite() }
      return time {
        for _ in 0..<count { realm.delete(owner.friends[Int(random.next() % UInt64(owner.friends.count))]) }
      }
    }
  }
}
