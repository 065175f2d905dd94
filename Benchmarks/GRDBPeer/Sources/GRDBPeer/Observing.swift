import Dispatch
import Foundation
import GRDB

/// When an observer was called.
private final class Arrival: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private var moment: UInt64 = 0

  func note() {
    moment = DispatchTime.now().uptimeNanoseconds
    semaphore.signal()
  }

  func wait() -> UInt64 {
    semaphore.wait()
    return moment
  }
}

extension Harness {
  /// W10: from the end of a commit of one record to the call with the records in their new order, which GRDB fetches again.
  func observing() throws {
    for (tag, count) in [("10k", 10_000), ("100k", 100_000), ("1m", 1_000_000)] where count <= max(rows, 10_000) {
      try Harness(rows: count, folder: folder).observeSorted(tag)
    }
  }

  private func observeSorted(_ tag: String) throws {
    let queue = try filled()
    let arrival = Arrival()
    let observation = ValueObservation.tracking { connection in
      try Item.filter(Column("count") >= 0).order(Column("count")).fetchAll(connection)
    }
    let observed = observation.start(in: queue, scheduling: .async(onQueue: DispatchQueue(label: "observed"))) { error in
      FileHandle.standardError.write(Data("grdb-peer: \(error)\n".utf8))
    } onChange: { _ in
      arrival.note()
    }
    _ = arrival.wait()
    let commits = max(3, 100_000 / rows)
    var number = 0
    try run("W10_sorted_\(tag)", operations: commits) {
      var seconds = 0.0
      for _ in 0..<commits {
        number += 1
        try queue.write { connection in
          try connection.execute(
            sql: "UPDATE item SET count = (count + 4999) % 10000 WHERE id = ?", arguments: [number &* 7_919 % rows])
        }
        let end = DispatchTime.now().uptimeNanoseconds
        let called = arrival.wait()
        seconds += called > end ? Double(called - end) / 1e9 : 0
      }
      return seconds
    }
    observed.cancel()
  }
}
