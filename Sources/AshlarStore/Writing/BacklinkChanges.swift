/// The changes that a commit makes to the backlinks of one column: the links that rows gained and lost.
struct BacklinkChanges {
  private let session: StoreSession
  private let link: LinkColumn
  private var changes = LinkChanges()

  init(_ session: StoreSession, _ link: LinkColumn) {
    self.session = session
    self.link = link
  }

  /// Collects the changes of an overlay. Overlays must be passed in ascending order of their numbers.
  mutating func collect(_ overlay: Overlay) { session.collectLinks(link, overlay, into: &changes) }

  /// Writes the changed blocks in key order.
  mutating func write(to writer: any StorageWriter, reading snapshot: any StorageSnapshot, _ sums: inout EntrySums) throws {
    if changes.isEmpty { return }
    changes.sort()
    let merge = BacklinkMerge(link, path: session.engine.path)
    try changes.withSorted { try merge.write($0, to: writer, reading: snapshot, &sums) }
  }
}
