import Ashlar
import Foundation

/// `Item`, written by hand.
final class HandItem: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name: String
  @Persisted var score: Double
  @Persisted var count: Int
  @Persisted var flag: Bool
  @Persisted var created: Date
  @Persisted(indexed: true) var category: String
  @Persisted var note: String?
}

// Loops by hand, once for each class: generic code would hide what is measured.

@inline(never) private func readGenerated(_ item: Item, _ times: Int) {
  var (sum, left) = (0, times)
  while left > 0 {
    sum &+= item.count
    barrier()
    left &-= 1
  }
  sink(sum)
}

@inline(never) private func readByHand(_ item: HandItem, _ times: Int) {
  var (sum, left) = (0, times)
  while left > 0 {
    sum &+= item.count
    barrier()
    left &-= 1
  }
  sink(sum)
}

@inline(never) private func readTextGenerated(_ item: Item, _ times: Int) {
  var (sum, left) = (0, times)
  while left > 0 {
    sum &+= item.name.utf8.count
    barrier()
    left &-= 1
  }
  sink(sum)
}

@inline(never) private func readTextByHand(_ item: HandItem, _ times: Int) {
  var (sum, left) = (0, times)
  while left > 0 {
    sum &+= item.name.utf8.count
    barrier()
    left &-= 1
  }
  sink(sum)
}

@inline(never) private func writeGenerated(_ item: Item, _ times: Int) {
  var left = times
  while left > 0 {
    item.count = left
    barrier()
    left &-= 1
  }
}

@inline(never) private func writeByHand(_ item: HandItem, _ times: Int) {
  var left = times
  while left > 0 {
    item.count = left
    barrier()
    left &-= 1
  }
}

@inline(never) private func makeGenerated(_ times: Int) {
  var sum = 0
  for index in 0..<times {
    let item = Item()
    item.count = index
    sum &+= item.count
  }
  sink(sum)
}

@inline(never) private func makeByHand(_ times: Int) {
  var sum = 0
  for index in 0..<times {
    let item = HandItem()
    item.count = index
    sum &+= item.count
  }
  sink(sum)
}

extension Harness {
  /// W23: a class written by hand beside the generated one with the same properties.
  func handwritten() throws {
    let realm = try Realm(
      configuration: .init(inMemoryIdentifier: "handwritten", objectTypes: [Item.self, HandItem.self]))
    try realm.write {
      for index in 0..<rows {
        realm.create(Item.self, value: ["id": index, "count": index, "name": "item \(index)"])
        realm.create(HandItem.self, value: ["id": index, "count": index, "name": "item \(index)"])
      }
    }
    guard let item = realm.objects(Item.self).last, let hand = realm.objects(HandItem.self).last else { throw BenchError.rowMissing(0) }
    let times = repeats(20_000_000)
    run("W23_read_int_generated", operations: times) { time { readGenerated(item, times) } }
    run("W23_read_int_hand", operations: times) { time { readByHand(hand, times) } }
    run("W23_read_text_generated", operations: times / 5) { time { readTextGenerated(item, times / 5) } }
    run("W23_read_text_hand", operations: times / 5) { time { readTextByHand(hand, times / 5) } }
    let (free, freeHand) = (Item(), HandItem())
    run("W23_read_unmanaged_generated", operations: times) { time { readGenerated(free, times) } }
    run("W23_read_unmanaged_hand", operations: times) { time { readByHand(freeHand, times) } }
    realm.beginWrite()
    run("W23_write_int_generated", operations: times) { time { writeGenerated(item, times) } }
    run("W23_write_int_hand", operations: times) { time { writeByHand(hand, times) } }
    realm.cancelWrite()
    run("W23_loop_generated", operations: rows) {
      time {
        var sum = 0
        for item in realm.objects(Item.self) { sum &+= item.count }
        sink(sum)
      }
    }
    run("W23_loop_hand", operations: rows) {
      time {
        var sum = 0
        for item in realm.objects(HandItem.self) { sum &+= item.count }
        sink(sum)
      }
    }
    let count = repeats(1_000_000)
    run("W23_make_generated", operations: count) { time { makeGenerated(count) } }
    run("W23_make_hand", operations: count) { time { makeByHand(count) } }
  }
}
