import Ashlar

/// What a hot read is measured against.
final class PlainItem {
  var count: Int

  init(count: Int) {
    self.count = count
  }
}

#if DEBUG
  private let hotReads = 2_000_000
#else
  private let hotReads = 50_000_000
#endif

// Loops by hand: without optimization a range costs more than the read.

@inline(never) private func readPlain(_ item: PlainItem, _ times: Int) {
  var sum = 0
  var left = times
  while left > 0 {
    sum &+= item.count
    barrier()
    left &-= 1
  }
  sink(sum)
}

@inline(never) private func readInt(_ item: Item, _ times: Int) {
  var sum = 0
  var left = times
  while left > 0 {
    sum &+= item.count
    barrier()
    left &-= 1
  }
  sink(sum)
}

@inline(never) private func readDouble(_ item: Item, _ times: Int) {
  var sum = 0
  var left = times
  while left > 0 {
    sum &+= Int(item.score)
    barrier()
    left &-= 1
  }
  sink(sum)
}

@inline(never) private func readString(_ item: Item, _ times: Int) {
  var sum = 0
  var left = times
  while left > 0 {
    sum &+= item.name.utf8.count
    barrier()
    left &-= 1
  }
  sink(sum)
}

extension Harness {
  /// Reads until Ashlar has examined as many untracked reads as it does in a process (see `UntrackedReads`), which takes 3 µs a read, so
  /// that no row includes the examinations.
  func readUntracked() throws {
    let realm = try Realm(configuration: Realm.Configuration(inMemoryIdentifier: "bench-untracked", objectTypes: [Item.self]))
    for _ in 0..<300 { sink(realm.objects(Item.self).count) }
  }

  /// W0: the same loop as `W2a_hot_read_int` over a plain class.
  func plainReads() {
    let plain = PlainItem(count: rows)
    run("W0_plain_class_read", operations: hotReads) { time { readPlain(plain, hotReads) } }
  }

  /// W2a, W2b: one managed object, one property, over and over.
  func hotReadsOfOne(_ realm: Realm) throws {
    guard let item = realm.object(ofType: Item.self, forPrimaryKey: rows / 2) else { throw BenchError.rowMissing(rows / 2) }
    let hotReads = repeats(hotReads)
    run("W2a_hot_read_int", operations: hotReads) { time { readInt(item, hotReads) } }
    run("W2a_hot_read_double", operations: hotReads) { time { readDouble(item, hotReads) } }
    run("W2b_hot_read_string", operations: hotReads / 5) { time { readString(item, hotReads / 5) } }
  }

  /// W2c: all objects, or those of a query that has been run, one property each.
  func iterations(_ realm: Realm) {
    run("W2c_iter_all_sum_int", operations: rows) {
      time {
        var sum = 0
        for item in realm.objects(Item.self) { sum &+= item.count }
        sink(sum)
      }
    }
    run("W2c_iter_all_sum_string_len", operations: rows) {
      time {
        var sum = 0
        for item in realm.objects(Item.self) { sum &+= item.name.utf8.count }
        sink(sum)
      }
    }
    let view = realm.objects(Item.self).where { $0.count >= 5000 }
    let matches = view.count
    note("W2c_view matches \(matches)")
    run("W2c_view_iter_sum_int", operations: matches) {
      time {
        var sum = 0
        for item in view { sum &+= item.count }
        sink(sum)
      }
    }
  }

  /// W5a: primary keys at random, one property of each.
  func lookups(_ realm: Realm) {
    let count = repeats(1_000_000)
    run("W5a_pk_lookup_get_int", operations: count) {
      time {
        var random = XorShift(XorShift.seed &+ 1)
        var sum = 0
        for _ in 0..<count {
          let id = Int(random.next() % UInt64(rows))
          if let item = realm.object(ofType: Item.self, forPrimaryKey: id) { sum &+= item.count }
        }
        sink(sum)
      }
    }
  }
}
