import AshlarSchema
import AshlarStore
import CAshlar

/// A step that selects the first row of each combination of values.
struct DistinctRows {
  let paths: [PropertyPath]
  let core: _RealmCore
  let root: Int

  init(_ keyPaths: [String], _ entity: _Entity, _ core: _RealmCore) {
    self.core = core
    root = entity.ordinal
    paths = keyPaths.map { keyPath in
      PropertyPath(orderedBy: keyPath, entity, core) { misuse(.distinctPath(path: keyPath, reason: $0)) }
    }
  }

  /// The target tables of the links on the paths.
  var tables: Set<Int> { Set(paths.flatMap { $0.tables(core) }) }

  /// Returns the first key of each combination, in the order given. Two nulls are equal; rows with a null link along a path are omitted.
  /// Complexity: O(n) for each path.
  func first(of keys: [Int64]) -> [Int64] {
    var groups: [Int32]?
    for (index, path) in paths.enumerated() {
      let values = TermValues(path, keys, root, core)
      let table = ValueTable(values)
      if index == paths.count - 1 {
        return keys.indices.filter { groups?[$0] != -1 && values.presence(at: $0) != .missing && table.insert($0, groups?[$0] ?? 0).isNew }
          .map { keys[$0] }
      }
      groups = keys.indices.map { position in
        let group = groups?[position] ?? 0
        return group < 0 || values.presence(at: position) == .missing ? -1 : table.insert(position, group).number
      }
    }
    return keys
  }
}

/// The distinct pairs of a value and a group.
///
/// A hash table with open addressing that is at most half full. Invariant: a slot contains the number of an entry plus one, or 0; an entry
/// refers to the position of the first row with its value and group.
final class ValueTable {
  private let values: TermValues
  private var slots: [Int32]
  private var entries: [(position: Int32, group: Int32, hash: UInt64)] = []

  init(_ values: TermValues) {
    self.values = values
    slots = [Int32](repeating: 0, count: 1024)
  }

  /// Inserts an entry for the value of a row and a group, unless there is one. Returns the number of the entry, counted from 0 in the order
  /// of insertion, and whether the entry is new.
  func insert(_ position: Int, _ group: Int32) -> (number: Int32, isNew: Bool) {
    let hash = hash(position, group)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = slots[slot] - 1
      let entry = entries[Int(number)]
      if entry.hash == hash, entry.group == group, isEqual(Int(entry.position), position) { return (number, false) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = Int32(entries.count)
    entries.append((Int32(position), group, hash))
    slots[slot] = number + 1
    if entries.count * 2 > slots.count { grow() }
    return (number, true)
  }

  private func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 4)
    for (number, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number) + 1
    }
  }

  private func hash(_ position: Int, _ group: Int32) -> UInt64 {
    var hash: UInt64
    if values.presence(at: position) == .null {
      hash = 1
    } else if let ranks = values.ranks {
      hash = ranks[position]
    } else if let text = values.texts?[position] {
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(start: text.bytes, count: text.length))
      hash = UInt64(bitPattern: Int64(hasher.finalize()))
    } else {
      hash = 0
    }
    hash = (hash ^ UInt64(truncatingIfNeeded: group) &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return hash ^ hash >> 32
  }

  private func isEqual(_ first: Int, _ second: Int) -> Bool {
    if values.presence(at: first) != values.presence(at: second) { return false }
    if let ranks = values.ranks { return ranks[first] == ranks[second] }
    guard let texts = values.texts, texts[first].length == texts[second].length else { return false }
    return texts[first].length == 0 || compareBytes(texts[first].bytes, texts[second].bytes, texts[first].length) == 0
  }
}
