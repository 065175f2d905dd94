import Ashlar
import CBench
import Dispatch
import Foundation

/// When an observer was called.
private final class Arrival: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private var moment = 0.0

  func note() {
    moment = bench_now()
    semaphore.signal()
  }

  func wait() -> Double {
    semaphore.wait()
    return moment
  }
}

/// A Realm on a queue, whose observers are called there.
private final class Bed: @unchecked Sendable {
  let queue = DispatchQueue(label: "observed")
  let arrival = Arrival()
  private(set) var realm: Realm!
  private var tokens: [NotificationToken] = []

  init(_ configuration: Realm.Configuration) throws {
    try queue.sync { realm = try Realm(configuration: configuration, queue: queue) }
  }

  func observe(_ observe: (Realm, Arrival) -> [NotificationToken]) { queue.sync { tokens = observe(realm, arrival) } }

  func letGo() { queue.sync { tokens = [] } }

  /// The seconds from the ends of so many commits to the calls; of those that came before the end, none.
  func commits(_ count: Int, _ change: @escaping @Sendable (Realm, Int) -> Void) -> Double {
    var seconds = 0.0
    for number in 0..<count {
      nonisolated(unsafe) var end = 0.0
      let isDone = DispatchSemaphore(value: 0)
      queue.async {
        try! self.realm.write { change(self.realm, number) }
        end = bench_now()
        isDone.signal()
      }
      let called = arrival.wait()
      isDone.wait()
      seconds += max(0, called - end)
    }
    return seconds
  }
}

extension Harness {
  /// W10: from the end of a commit of one object to the call of an observer.
  func observing() throws {
    for (tag, count) in [("10k", 10_000), ("100k", 100_000), ("1m", 1_000_000)] where count <= max(rows, 10_000) {
      try observeItems(tag, count)
    }
    try observeLinks()
    try observeUpkeep("W10", entries: repeats(100_000), devices: 10_000)
    for (tag, count) in [("1k", 1_000), ("10k", 10_000)] { try release(tag, count) }
  }

  private func bed(_ count: Int) throws -> Bed {
    try remove("observed")
    let configuration = configuration("observed", .unsynced)
    let realm = try Realm(configuration: configuration)
    var generator = Generator()
    try realm.write { for id in 0..<count { realm.add(Item(generator.next(id))) } }
    return try Bed(configuration)
  }

  private func observeItems(_ tag: String, _ count: Int) throws {
    let commits = 500
    let bed = try bed(count)
    let change: @Sendable (Realm, Int) -> Void = { realm, number in
      let id = (number &+ 1) &* 7_919 % count
      guard let item = realm.object(ofType: Item.self, forPrimaryKey: id) else { return }
      item.count = (item.count + 4_999) % 10_000
    }
    bed.observe { realm, arrival in [realm.objects(Item.self).where { $0.count >= 0 }.observe { _ in arrival.note() }] }
    _ = bed.arrival.wait()
    run("W10_filtered_\(tag)", operations: commits) { bed.commits(commits, change) }
    bed.observe { realm, arrival in
      [realm.objects(Item.self).where { $0.count >= 0 }.sorted(by: \.count).observe { _ in arrival.note() }]
    }
    _ = bed.arrival.wait()
    run("W10_sorted_\(tag)", operations: commits) { bed.commits(commits, change) }
    let counted = Counted()
    bed.observe { realm, arrival in
      let results = realm.objects(Item.self).where { $0.count >= 0 }.sorted(by: \.score)
      return [
        results.observe { _ in
          counted.seconds += time { sink(results.count) }
          arrival.note()
        }
      ]
    }
    _ = bed.arrival.wait()
    run("W10_count_\(tag)", operations: commits) {
      counted.seconds = 0
      _ = bed.commits(commits, change)
      return counted.seconds
    }
    let sectioned = Counted()
    bed.observe { realm, arrival in
      let sections = realm.objects(Item.self).sectioned(sortDescriptors: [SortDescriptor(keyPath: "count")]) { $0.count / 100 }
      return [
        sections.observe { _ in
          sectioned.seconds += time { sink(sections[0][0].count) }
          arrival.note()
        }
      ]
    }
    _ = bed.arrival.wait()
    run("W10_sections_\(tag)", operations: commits) { bed.commits(commits, change) }
    run("W10_sections_read_\(tag)", operations: commits) {
      sectioned.seconds = 0
      _ = bed.commits(commits, change)
      return sectioned.seconds
    }
    bed.letGo()
    if tag == "100k" { try elsewhere(bed, commits, change) }
  }

  private final class Counted: @unchecked Sendable { var seconds = 0.0 }

  private func elsewhere(_ bed: Bed, _ commits: Int, _ change: @escaping @Sendable (Realm, Int) -> Void) throws {
    let other = DispatchQueue(label: "other")
    bed.observe { realm, arrival in [realm.objects(Item.self).sorted(by: \.count).observe(on: other) { _ in arrival.note() }] }
    _ = bed.arrival.wait()
    run("W10_other_queue", operations: commits) { bed.commits(commits, change) }
    bed.letGo()

    let child = Process()
    let output = Pipe()
    child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    child.arguments = ["--watch", file("observed").path]
    child.standardOutput = output
    try child.run()
    let lines = Lines(output.fileHandleForReading)
    _ = lines.next()
    run("W10_other_process", operations: commits) {
      var seconds = 0.0
      for number in 0..<commits {
        let end: Double = bed.queue.sync {
          try! bed.realm.write { change(bed.realm, number) }
          return bench_now()
        }
        seconds += max(0, lines.next() - end)
      }
      return seconds
    }
    child.terminate()
    child.waitUntilExit()
  }

  /// W26: the upkeep of observers and the list of W10, with as many elements as there are rows.
  func observeAll() throws {
    try observeUpkeep("W26", entries: rows, devices: max(1_000, rows / 10))
    let bed = try bed(10)
    try observeList("W26_list", rows, of: bed)
    bed.letGo()
    try remove("observed")
  }

  /// Measures what a commit costs an observer that it hardly concerns: the time of `refresh()` after the commit, by observer.
  private func observeUpkeep(_ workload: String, entries count: Int, devices deviceCount: Int) throws {
    try remove("observed")
    let realm = try Realm(configuration: configuration("observed", .unsynced))
    let commits = 200
    try realm.write {
      realm.create(Aside.self)
      // Each has ten entries: a commit that concerns more rows than one in 64 evaluates the results again.
      for id in 0..<count / 10 { realm.create(Holder.self, value: ["id": id, "age": id % 100, "name": "holder \(id &* 7_919 % 10_007)"]) }
      let holders = Array(realm.objects(Holder.self))
      for id in 0..<count {
        let entry = realm.create(Entry.self, value: ["id": id])
        entry.code = id &* 7_919 % 10_007
        entry.owner = holders[id % holders.count]
      }
      for id in 0..<deviceCount {
        let device = Device()
        (device.id, device.count) = (UUID(), id)
        realm.add(device)
      }
      let devices = Array(realm.objects(Device.self))
      for (number, device) in devices.enumerated() where number > 0 { device.owner = devices[number % 10] }
    }
    let (entries, holders, devices) = (realm.objects(Entry.self), realm.objects(Holder.self), realm.objects(Device.self))
    func measure(_ name: String, _ tokens: [NotificationToken], _ change: (Int) -> Void) {
      realm.refresh()
      var number = 0
      run(name, operations: commits * tokens.count) {
        var seconds = 0.0
        for _ in 0..<commits {
          try! realm.write { change(number) }
          number += 1
          seconds += time { realm.refresh() }
        }
        return seconds
      }
      for token in tokens { token.invalidate() }
    }
    func several(_ observe: () -> NotificationToken) -> [NotificationToken] { (0..<100).map { _ in observe() } }
    measure("\(workload)_untouched_type", several { entries.where { $0.code > 5_000 }.observe { _ in } }) { _ in
      realm.objects(Aside.self)[0].value += 1
    }
    let columns = several { entries.where { $0.owner.age > 98 }.observe(keyPaths: ["code"]) { _ in } }
    measure("\(workload)_untouched_columns", columns) { number in
      holders[number % holders.count].name = "other"
    }
    let key = [SortDescriptor(keyPath: "count")]
    measure("\(workload)_sections_behind_link", [devices.sectioned(sortDescriptors: key) { $0.count / 100 }.observe { _ in }]) { number in
      devices[number &* 7_919 % deviceCount].count = number &* 31 % 10_000
    }
    measure("\(workload)_linking_objects", [devices[1].owned.observe { _ in }]) { number in
      devices[number &* 7_919 % deviceCount].count += 1
    }
    measure("\(workload)_condition_through_link", [entries.where { $0.owner.age > 98 }.observe { _ in }]) { number in
      holders[number &* 7 % holders.count].age = number &* 13 % 100
    }
    measure("\(workload)_order_through_link", [entries.sorted(byKeyPath: "owner.name").observe { _ in }]) { number in
      let next = entries.count
      realm.create(Entry.self, value: ["id": next]).owner = holders[number &* 7_919 % holders.count]
    }
  }

  /// Measures the cost of releasing a token, where many observe the same results or the same object.
  private func release(_ tag: String, _ count: Int) throws {
    let bed = try bed(1)
    run("W10_release_\(tag)", operations: count * 2) {
      bed.queue.sync {
        let results = bed.realm.objects(Item.self)
        var tokens: [NotificationToken] = []
        for _ in 0..<count {
          tokens.append(results.observe { _ in })
          tokens.append(results[0].observe { (_: ObjectChange<Item>) in })
        }
        bed.realm.refresh()
        return time { while !tokens.isEmpty { tokens.removeLast() } }
      }
    }
    bed.letGo()
  }

  /// Observes a list of `count` links. Each commit moves one link.
  private func observeList(_ name: String, _ count: Int, of bed: Bed) throws {
    try bed.queue.sync {
      try bed.realm.write {
        let chain = bed.realm.create(Chain.self)
        for _ in 0..<count { chain.links.append(bed.realm.create(Chained.self)) }
      }
    }
    let commits = 200
    bed.observe { realm, arrival in [realm.objects(Chain.self)[0].links.observe { _ in arrival.note() }] }
    _ = bed.arrival.wait()
    run(name, operations: commits) {
      bed.commits(commits) { realm, number in
        let list = realm.objects(Chain.self)[0].links
        list.move(from: number &* 7_919 % count, to: (number &* 7_919 + count / 2) % count)
      }
    }
  }

  private func observeLinks() throws {
    let bed = try bed(10)
    let count = 100_000
    try observeList("W10_list_100k", count, of: bed)
    try bed.queue.sync {
      try bed.realm.write {
        // Four in a row, behind those of the list.
        var last: Chained?
        for _ in 0..<4 {
          let link = bed.realm.create(Chained.self)
          link.next = last
          last = link
        }
        for index in 0..<1_000 { bed.realm.create(Item.self, value: ["id": 1_000 + index]) }
      }
    }
    let commits = 200
    bed.observe { realm, arrival in
      (0..<1_000).compactMap { index in
        realm.object(ofType: Item.self, forPrimaryKey: 1_000 + index)?.observe { (_: ObjectChange<Item>) in arrival.note() }
      }
    }
    run("W10_objects_1000", operations: commits) {
      bed.commits(commits) { realm, number in
        realm.object(ofType: Item.self, forPrimaryKey: 1_000 + number &* 7 % 1_000)?.count += 1
      }
    }
    bed.observe { realm, arrival in
      [realm.objects(Chained.self).where { $0.next != nil }.observe(keyPaths: ["next.next.next.value"]) { _ in arrival.note() }]
    }
    _ = bed.arrival.wait()
    run("W10_deep", operations: commits) { bed.commits(commits) { realm, _ in realm.objects(Chained.self)[count].value += 1 } }
    bed.letGo()
  }
}

/// Numbers that another process prints, one a line.
private final class Lines {
  private let handle: FileHandle
  private var rest = Data()

  init(_ handle: FileHandle) { self.handle = handle }

  func next() -> Double {
    while true {
      if let end = rest.firstIndex(of: 10) {
        let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        return Double(line) ?? 0
      }
      let more = handle.availableData
      if more.isEmpty { return 0 }
      rest += more
    }
  }
}

/// Prints the moment of each call of an observer, and never returns.
func watchAlone(path: String) throws -> Never {
  var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path), objectTypes: BenchSchema.objectTypes)
  configuration.durability = .unsynced
  let queue = DispatchQueue(label: "watching")
  let (realm, token) = try queue.sync {
    let realm = try Realm(configuration: configuration, queue: queue)
    let token = realm.objects(Item.self).sorted(by: \.count).observe { _ in
      print(bench_now())
      fflush(nil)
    }
    return (realm, token)
  }
  while true { withExtendedLifetime((realm, token)) { _ = sleep(1_000) } }
}
