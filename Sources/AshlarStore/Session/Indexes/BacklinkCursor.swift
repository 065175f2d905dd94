import AshlarSchema

/// Reads the links to several rows through one column. If the targets ascend, each block that contains links to them is looked up and read
/// only once; a target at or before the previous one costs another search in the index.
///
/// The data must not be written while a cursor is in use.
public struct BacklinkCursor {
  private let session: ReadSession
  private let link: LinkColumn
  // Whether the open write has added or removed links of the column.
  private let hasChanges: Bool
  private var groups = BacklinkBlock.Groups(UnsafeRawBufferPointer(start: nil, count: 0))
  // The group of the current block that was read last; nil at the end of the block.
  private var group: (target: UInt64, sources: UnsafeRawBufferPointer)?
  // The bound of the current block; nil if no block has been read, or if none has links at or after the last target.
  private var bound: BacklinkBlock.Place?
  private var lastTarget: UInt64?

  init(_ session: ReadSession, _ link: LinkColumn) throws {
    self.session = session
    self.link = link
    try session.buildDelta(link)
    hasChanges = session.pending?.backlinks[link.identity]?.isEmpty == false
  }

  /// Returns the number of links to `target`, including the changes of the open write. O(links + links in a block).
  public mutating func count(of target: Int64) throws -> Int {
    if hasChanges, let pending = session.pending {
      let changed = try pending.backlinks[link.identity]?.count(of: target) { () throws(StoreError) in try storedCount(target) }
      if let changed { return changed }
    }
    return try storedCount(target)
  }

  /// Returns whether any row links to `target`, including the changes of the open write. O(links + links in a block).
  mutating func hasSources(of target: Int64) throws(StoreError) -> Bool {
    let stored = try storedCount(target)
    return stored + (hasChanges ? session.pending?.backlinks[link.identity]?.difference(of: target) ?? 0 : 0) > 0
  }

  /// Calls `body` with each row that links to `target`, by ascending key, and the number of its links, including the changes of the open
  /// write. O(links + links in a block).
  public mutating func forEachSource(of target: Int64, _ body: (_ key: Int64, _ count: Int) -> Void) throws {
    guard hasChanges, let changes = session.pending?.backlinks[link.identity]?.changes(of: target), !changes.isEmpty else {
      return try forEachStored(target, body)
    }
    var stored: [(key: Int64, count: Int)] = []
    try forEachStored(target) { stored.append(($0, $1)) }
    for (key, count) in ReadSession.merged(stored, changes) { body(key, count) }
  }

  private mutating func storedCount(_ target: Int64) throws(StoreError) -> Int {
    var count = 0
    try forEachStored(target) { count += $1 }
    return count
  }

  private mutating func forEachStored(_ target: Int64, _ body: (_ key: Int64, _ count: Int) -> Void) throws(StoreError) {
    let target = UInt64(bitPattern: target)
    var visited = 0
    var isWellFormed = true
    if let lastTarget, target > lastTarget {
      if let bound, target > bound.target { try seek(BacklinkBlock.Place(target: target, source: 0)) }
    } else {
      try seek(BacklinkBlock.Place(target: target, source: 0))
    }
    lastTarget = target
    while let bound {
      while let found = group, found.target < target { group = groups.next() }
      if let found = group, found.target == target {
        var sources = BacklinkBlock.Sources(found.sources)
        while let source = sources.next() {
          body(Int64(source.key), source.count)
          visited += 1
        }
        isWellFormed = sources.isWellFormed
      }
      if !isWellFormed || !groups.isWellFormed { throw BacklinkBlock.damage(session.engine.path) }
      // The links to a target may continue in the next block.
      guard bound.target == target, bound.source < .max else { break }
      try seek(BacklinkBlock.Place(target: target, source: bound.source + 1))
    }
    if session.frozen == nil { session.visitedSources += visited }
  }

  // Moves to the first block whose bound is not less than `place`, if any.
  private mutating func seek(_ place: BacklinkBlock.Place) throws(StoreError) {
    var (found, isKey): ((UnsafeRawBufferPointer, BacklinkBlock.Place)?, Bool) = (nil, true)
    session.noteBacklinkSearch()
    // Blocks stay at their addresses as long as the snapshot exists.
    try session.shared.snapshot.scan(.backlinks, prefix: link.prefix, from: BacklinkKey.key(link, place)) { key, block in
      isKey = key.count == BacklinkKey.size
      if isKey { found = (block, BacklinkKey.bound(key)) }
      return false
    }
    if !isKey { throw BacklinkBlock.damage(session.engine.path) }
    bound = found?.1
    groups = BacklinkBlock.Groups(found?.0 ?? UnsafeRawBufferPointer(start: nil, count: 0))
    group = groups.next()
  }
}
