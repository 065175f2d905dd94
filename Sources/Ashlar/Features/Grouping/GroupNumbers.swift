import AshlarSchema
import AshlarStore
import CAshlar

/// Assigns numbers to groups of rows: rows that have equal values for all keys have the same number.
///
/// The codes of the first key's values are the numbers of groups. Each further key divides these groups: every new pair of a group and a
/// code receives the next number.
///
/// Invariant: for each number, `firsts` contains the first row of its group, or -1 if no row has the number. The data must not be written
/// while an instance is in use.
final class GroupNumbers {
  private let keys: [KeyCodes]
  private let orders: [SortOrder]
  private var divisions: [Division] = []
  // The codes of the rows of one cluster.
  private let room: UnsafeMutablePointer<UInt32>
  /// The group numbers of the rows in the cluster that was read last.
  let numbers: UnsafeMutablePointer<UInt32>

  // A division of groups by the codes of a key.
  private struct Division {
    let pairs: OpaquePointer
    var firsts: [Int64] = []
    // The pair of a group and a code that each number represents.
    var parents: [(group: UInt32, code: UInt32)] = []
  }

  init(_ paths: [PropertyPath], _ orders: [SortOrder], _ entity: _Entity, _ core: _RealmCore) {
    keys = paths.map { KeyCodes($0, entity.ordinal, core) }
    self.orders = orders
    divisions = paths.dropFirst().map { _ in Division(pairs: ashlar_codes_make()) }
    // A cluster has at most 256 rows.
    room = .allocate(capacity: 512)
    room.initialize(repeating: 0, count: 512)
    numbers = room + 256
  }

  deinit {
    for division in divisions { ashlar_codes_free(division.pairs) }
    room.deallocate()
  }

  var firsts: [Int64] { divisions.last?.firsts ?? keys[0].firsts }
  var count: Int { divisions.last?.firsts.count ?? keys[0].firsts.count }

  /// Returns whether the value of a key is nil for any row.
  func hasNil(_ key: Int) -> Bool { keys[key].firsts.first.map { $0 >= 0 } ?? false }

  /// Determines the group numbers of a cluster's rows.
  func read(_ cluster: ScannedCluster, _ rows: ClusterBits) {
    keys[0].read(cluster, rows, numbers)
    for level in divisions.indices {
      keys[level + 1].read(cluster, rows, room)
      divide(level, cluster, rows)
    }
  }

  private func divide(_ level: Int, _ cluster: ScannedCluster, _ rows: ClusterBits) {
    let pairs = divisions[level].pairs
    let known = divisions[level].parents.count
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { groups in
      guard let groups = groups.baseAddress else { return }
      groups.initialize(from: numbers, count: 256)
      rows.withWords { ashlar_codes_of_pairs(pairs, groups, room, $0, cluster.words, numbers) }
      let count = ashlar_codes_count(pairs)
      if Int(count) == known { return }
      // New pairs are numbered in the order of the rows.
      rows.forEach { slot in
        if Int(numbers[slot]) == divisions[level].parents.count { divisions[level].parents.append((groups[slot], room[slot])) }
      }
      divisions[level].firsts.note(rows, cluster, numbers, count: count)
    }
  }

  /// Returns the numbers of the groups that have rows, in ascending order of their keys. Complexity: O(groups log groups).
  func ordered() -> [Int] {
    var ranks = keys[0].ranks(orders[0])
    for (level, division) in divisions.enumerated() {
      let codes = keys[level + 1].ranks(orders[level + 1])
      let pairs = division.parents.map { UInt64(ranks[Int($0.group)]) << 32 | UInt64(codes[Int($0.code)]) }
      ranks = [UInt32](repeating: 0, count: pairs.count)
      for (position, number) in pairs.indices.sorted(by: { pairs[$0] < pairs[$1] }).enumerated() { ranks[number] = UInt32(position) }
    }
    let firsts = firsts
    return firsts.indices.filter { firsts[$0] >= 0 }.sorted { ranks[$0] < ranks[$1] }
  }
}
