/// Decides whether to compact a file, from its size and the number of bytes in use.
public typealias CompactionDecision = (_ total: Int, _ used: Int) -> Bool

/// Replaces a file that is not open anywhere with a copy of its newest version. The pages of the copy are full, and its only free pages are
/// the few that its own commits replaced.
enum Compaction {
  /// Calls `decide` if the file has free pages and only one name, and compacts the file if `decide` returns true. The file is unchanged
  /// until the whole copy is on disk. Even if this throws, the file is either unchanged or compacted.
  /// - Parameters:
  ///   - key: The key of an encrypted file, which is also that of the copy.
  ///   - claim: The claim that keeps other processes from opening the file.
  ///   - willReplace: Called with the copy's path before the copy is renamed over the file.
  static func run(
    _ path: String, _ key: EncryptionKey?, under claim: FileClaim, if decide: CompactionDecision, willReplace: (_ copy: String) -> Void
  ) throws {
    // Otherwise, the checkpoint would not match the new file.
    try CheckpointSettling.settle(path, key: key, under: claim)
    // The file's other names would still refer to the old file.
    guard claim.names == 1, let (total, free) = try room(in: path), free > 0, decide(total, total - free) else { return }
    try NewFile.make(at: path, .replacing, like: path) { temporary in
      let source = try Engines.read(path, key: key)
      var copy = try StoreCopy(of: try source.completeSnapshot(), in: source, into: temporary, key: key) { _, _ in }
      try copy.run()
      willReplace(temporary)
    }
    StoreLog.write(.info, "'\(path)': compacted; of its \(total) bytes \(free) were free.")
    withExtendedLifetime(claim) {}
  }

  /// Returns the size of a file and the size of its free pages, in bytes; nil if nothing is stored in it yet.
  private static func room(in path: String) throws(StoreError) -> (total: Int, free: Int)? {
    let file = try PageFile(path, isWritable: false)
    guard try file.size() > 0 else { return nil }
    let meta = try FileHeader.read(file).newest
    guard meta.transaction > 0 else { return nil }
    let pages = try FilePages(file, meta)
    try StructureWalk.walkFreeList(meta, pages)
    return (Int(pages.fileSize), Int((UInt64(pages.met) - meta.freeList.pages) * UInt64(meta.pageSize)))
  }
}
