/// The changes of the rows of one table between two versions.
///
/// Invariants: each list of keys is ascending, and no key is in two of them; `masks` has `width` words for each modified row; if
/// `isAnything` is true, any row may have changed and the lists are empty.
public struct TableChanges: Sendable, Equatable {
  /// The keys of inserted rows.
  public internal(set) var inserted: [Int64] = []
  /// The keys of deleted rows.
  public internal(set) var deleted: [Int64] = []
  /// The keys of rows that exist in both versions and were written in between.
  public internal(set) var modified: [Int64] = []
  /// Whether any row may have changed, because the changed rows are not recorded individually.
  public internal(set) var isAnything = false
  /// The number of words per row in `masks`.
  let width: Int
  // The changed columns of each modified row, by number in the file: column `n` is bit `n % 64` of word `n / 64`.
  var masks: [UInt64] = []

  init(width: Int) { self.width = width }

  /// Whether nothing changed.
  public var isEmpty: Bool { !isAnything && inserted.isEmpty && deleted.isEmpty && modified.isEmpty }

  /// The approximate size in memory, in bytes.
  var size: Int { 112 + 8 * (inserted.count + deleted.count + modified.count + masks.count) }

  /// Returns whether a column of a modified row was written.
  /// - Parameters:
  ///   - index: The row's index in `modified`.
  ///   - number: The column's number in the file.
  public func hasChanged(_ index: Int, column number: UInt16) -> Bool {
    masks[index * width + Int(number) >> 6] >> UInt64(number & 63) & 1 != 0
  }

  /// Returns whether any of these columns was written in a modified row. Complexity: O(modified rows).
  /// - Parameter columns: The columns by number in the file: column `n` is bit `n % 64` of word `n / 64`.
  public func hasModified(anyOf columns: [UInt64]) -> Bool {
    let words = min(width, columns.count)
    for row in modified.indices {
      for word in 0..<words where masks[row * width + word] & columns[word] != 0 { return true }
    }
    return false
  }

  /// Returns the index of a row in `modified`; nil if the row is not in it. Complexity: O(log rows).
  public func index(modified key: Int64) -> Int? { TableChanges.index(of: key, in: modified) }

  /// Returns whether a row was deleted. Complexity: O(log rows).
  public func hasDeleted(_ key: Int64) -> Bool { TableChanges.index(of: key, in: deleted) != nil }

  /// Returns the changes of a row of the old version, or nil if it was neither modified nor deleted. If any row may have changed, returns
  /// all changes.
  func only(_ key: Int64) -> TableChanges? {
    if isAnything { return self }
    var result = TableChanges(width: width)
    if let index = index(modified: key) {
      result.modified = [key]
      result.masks = Array(masks[index * width..<(index + 1) * width])
    } else if hasDeleted(key) {
      result.deleted = [key]
    } else {
      return nil
    }
    return result
  }

  private static func index(of key: Int64, in keys: [Int64]) -> Int? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }

  // MARK: - Making

  mutating func forgetRows() {
    self = TableChanges(width: width)
    isAnything = true
  }

  /// Adds later changes. Keys are never reused, so a deleted row stays deleted.
  mutating func merge(_ later: TableChanges) {
    if isAnything || later.isAnything || width != later.width { return forgetRows() }
    if isEmpty {
      self = later
      return
    }
    let gone = later.deleted
    let before = modified
    let stored = KeyList.subtracting(later.modified, inserted)
    deleted = KeyList.union(deleted, KeyList.subtracting(gone, inserted))
    inserted = KeyList.union(KeyList.subtracting(inserted, gone), later.inserted)
    mergeModified(before, gone: gone, stored, later)
  }

  /// Adds the written columns of rows that exist in both versions.
  mutating func addModified(of other: TableChanges) {
    if isAnything { return }
    if other.isAnything || width != other.width { return forgetRows() }
    let ends = KeyList.union(inserted, deleted)
    mergeModified(modified, gone: [], KeyList.subtracting(other.modified, ends), other)
  }

  private mutating func mergeModified(_ before: [Int64], gone: [Int64], _ stored: [Int64], _ later: TableChanges) {
    if stored.isEmpty, gone.isEmpty { return }
    let kept = KeyList.subtracting(before, gone)
    let keys = KeyList.union(kept, stored)
    var merged: [UInt64] = []
    merged.reserveCapacity(keys.count * width)
    var (mine, theirs) = (0, 0)
    for key in keys {
      while mine < before.count, before[mine] < key { mine += 1 }
      while theirs < later.modified.count, later.modified[theirs] < key { theirs += 1 }
      let isMine = mine < before.count && before[mine] == key
      let isTheirs = theirs < later.modified.count && later.modified[theirs] == key
      for word in 0..<width {
        merged.append((isMine ? masks[mine * width + word] : 0) | (isTheirs ? later.masks[theirs * width + word] : 0))
      }
    }
    (modified, masks) = (keys, merged)
  }
}

/// Operations on ascending lists of keys.
public enum KeyList {
  /// Returns the keys that are not in `others`. Complexity: O(keys + others).
  public static func subtracting(_ keys: [Int64], _ others: [Int64]) -> [Int64] {
    if keys.isEmpty || others.isEmpty { return keys }
    var result: [Int64] = []
    result.reserveCapacity(keys.count)
    var place = 0
    for key in keys {
      while place < others.count, others[place] < key { place += 1 }
      if place == others.count || others[place] != key { result.append(key) }
    }
    return result
  }

  static func union(_ a: [Int64], _ b: [Int64]) -> [Int64] {
    if a.isEmpty { return b }
    if b.isEmpty { return a }
    var result: [Int64] = []
    result.reserveCapacity(a.count + b.count)
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if a[i] == b[j] { j += 1 }
      if j == b.count || a[i] < b[j] {
        result.append(a[i])
        i += 1
      } else {
        result.append(b[j])
        j += 1
      }
    }
    return result + a[i...] + b[j...]
  }
}
