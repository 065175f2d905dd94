/// Whether a file is to be compacted, from its size and the bytes of it that are in use.
public typealias CompactionDecision = (_ total: Int, _ used: Int) -> Bool

/// Replaces a file that nobody has open by a copy without free pages.
enum Compaction {
  /// Asks, when some pages are free, and compacts. The file stays what it was until the copy is on the disk as a whole, and
  /// when anything throws.
  /// - Parameters:
  ///   - claim: that nobody else opens the file.
  ///   - willReplace: called with the copy's path before the copy gets the name of the file.
  static func run(
    _ path: String, under claim: FileClaim, if decide: CompactionDecision, willReplace: (_ copy: String) -> Void
  ) throws {
    // It knows nothing of the file that comes in its place.
    try CheckpointSettling.settle(path, under: claim)
    // The other names of a file would go on leading to the old one.
    guard claim.names == 1, let (total, free) = try room(in: path), free > 0, decide(total, total - free) else { return }
    try NewFile.make(at: path, .replacing, like: path) { temporary in
      let source = try Engines.read(path)
      var copy = try StoreCopy(of: try source.snapshot(), path: path, into: temporary) { _, _ in }
      try copy.run()
      willReplace(temporary)
    }
    StoreLog.write(.info, "'\(path)': compacted; of its \(total) bytes \(free) were free.")
    withExtendedLifetime(claim) {}
  }

  /// Bytes of a file, and bytes of its free pages; nil when nothing was stored in it yet.
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
