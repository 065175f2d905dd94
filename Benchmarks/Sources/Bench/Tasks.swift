import Ashlar
import Dispatch
import Foundation

extension Harness {
  /// W21: durable commits of one object by one thread, by one task and by 64, and reads of a pool.
  func tasks() throws {
    try remove("tasks")
    let configuration = configuration("tasks", .full)
    let count = 10_000
    do {
      let realm = try Realm(configuration: configuration)
      var generator = Generator()
      try realm.write { for id in 0..<count { realm.add(Item(generator.next(id))) } }
      var number = 0
      // In turns with the asynchronous ones of one task: the disk's speed changes from one second to the next.
      try inTurns(
        "W21_write_full", operations: 300,
        {
          for _ in 0..<300 {
            number += 1
            try realm.write { realm.object(ofType: Item.self, forPrimaryKey: number &* 7_919 % count)?.count = number % 10_000 }
          }
        },
        "W21_async_write_alone",
        { try wait { try await asyncWrites(configuration, 300, count) } })
    }
    let pool = try RealmPool(configuration)
    try inTurns(
      "W21_pool_write_1_task", operations: 300, { try wait { try await poolWrites(pool, 300, count, first: 0) } },
      "W21_pool_write_64_tasks", operations: 6_400,
      {
        try wait {
          try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<64 { group.addTask { try await poolWrites(pool, 100, count, first: task * 100) } }
            try await group.waitForAll()
          }
        }
      })
    let reads = 200_000
    try run("W21_pool_read", operations: reads) {
      try time {
        for number in 0..<reads {
          sink(try pool.read { $0.object(ofType: Item.self, forPrimaryKey: number &* 7_919 % count)?.count ?? 0 })
        }
      }
    }
    try hops(configuration, count)
  }

  /// W26: commits of one object that are not synced, by one task and by 16 of a pool.
  func unsyncedPoolWrites() throws {
    try remove("tasks")
    let configuration = configuration("tasks", .unsynced)
    let (count, commits, tasks) = (10_000, 3_200, 16)
    do {
      let realm = try Realm(configuration: configuration)
      var generator = Generator()
      try realm.write { for id in 0..<count { realm.add(Item(generator.next(id))) } }
    }
    let pool = try RealmPool(configuration)
    try alternately(
      "W26_pool_write_1_task", "W26_pool_write_16_tasks", operations: commits,
      { try time { try wait { try await poolWrites(pool, commits, count, first: 0) } } },
      {
        try time {
          try wait {
            try await withThrowingTaskGroup(of: Void.self) { group in
              for task in 0..<tasks { group.addTask { try await poolWrites(pool, commits / tasks, count, first: task * 200) } }
              try await group.waitForAll()
            }
          }
        }
      })
  }

  /// The same look-up in a Realm of an actor and of a queue, each time from elsewhere.
  private func hops(_ configuration: Realm.Configuration, _ count: Int) throws {
    let hops = 100_000
    try run("W21_hop_actor", operations: hops) {
      nonisolated(unsafe) var (seconds, sum) = (0.0, 0)
      try wait {
        let reader = try await Reader(configuration)
        let start = ContinuousClock.now
        for number in 0..<hops { sum &+= await reader.count(of: number &* 7_919 % count) }
        seconds = (ContinuousClock.now - start) / .seconds(1)
        await reader.close()
      }
      sink(sum)
      return seconds
    }
    let queue = DispatchQueue(label: "bench")
    let realm = try queue.sync {
      nonisolated(unsafe) let realm = try Realm(configuration: configuration, queue: queue)
      return realm
    }
    run("W21_hop_queue", operations: hops) {
      time {
        for number in 0..<hops {
          sink(queue.sync { realm.object(ofType: Item.self, forPrimaryKey: number &* 7_919 % count)?.count ?? 0 })
        }
      }
    }
    queue.sync { realm.invalidate() }
  }

  /// A warm-up and five runs of two bodies, one after the other in each.
  private func inTurns(
    _ first: String, operations: Int, _ body: () throws -> Void, _ second: String, operations others: Int? = nil, _ other: () throws -> Void
  ) throws {
    var (times, otherTimes) = ([Double](), [Double]())
    for _ in 0..<6 {
      // Threads join the checkpoints of tasks for a second.
      Thread.sleep(forTimeInterval: 1.1)
      times.append(try time(body))
      otherTimes.append(try time(other))
    }
    report(first, operations: operations, Array(times.dropFirst()))
    report(second, operations: others ?? operations, Array(otherTimes.dropFirst()))
  }
}

/// Has a Realm of its own.
private actor Reader {
  private var realm: Realm?

  init(_ configuration: Realm.Configuration) async throws { realm = try await Realm(configuration: configuration, actor: self) }

  func count(of id: Int) -> Int { realm?.object(ofType: Item.self, forPrimaryKey: id)?.count ?? 0 }

  func close() {
    realm?.invalidate()
    realm = nil
  }
}

private func asyncWrites(_ configuration: Realm.Configuration, _ commits: Int, _ objects: Int) async throws {
  let realm = try await Realm.open(configuration: configuration)
  for number in 0..<commits {
    try await realm.asyncWrite { realm.object(ofType: Item.self, forPrimaryKey: number &* 7_919 % objects)?.count += 1 }
  }
}

func poolWrites(_ pool: RealmPool, _ commits: Int, _ objects: Int, first: Int) async throws {
  for number in first..<first + commits {
    try await pool.write { $0.object(ofType: Item.self, forPrimaryKey: number &* 7_919 % objects)?.count += 1 }
  }
}

/// Runs `body` in a task, and blocks the thread meanwhile.
func wait(_ body: @escaping @Sendable () async throws -> Void) throws {
  let isOver = DispatchSemaphore(value: 0)
  nonisolated(unsafe) var failure: (any Error)?
  Task.detached {
    do { try await body() } catch { failure = error }
    isOver.signal()
  }
  isOver.wait()
  if let failure { throw failure }
}
