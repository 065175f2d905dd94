// Retains patched clusters in memory after a commit that wrote patches.
extension StoreSession {
  // Turns overlays that were stored as patches into patched clusters, with the content that a reader would compute from the stored cluster
  // and the patch.
  func keepPatches(_ ending: WriteTransaction) {
    for (index, overlay) in ending.overlays.enumerated() {
      let key = overlay.table.clusterKey(overlay.number)
      let kept = ending.patch(of: index).flatMap { PatchedCluster(taking: overlay, patch: $0.bytes, number: $0.number) }
      if let kept {
        assert(kept.base == overlay.base && !kept.cluster.isOverlay, "the memory of the overlay is now that of a committed cluster")
        ending.give(index)
        keep(kept, key)
      } else if !shared.patched.isEmpty {
        shared.patched[key] = nil
      }
      views[overlay.table.ordinal].setCluster(overlay.number, kept?.base)
    }
  }

  private func keep(_ new: PatchedCluster, _ key: UInt64) {
    guard let place = shared.patched.index(forKey: key) else {
      shared.patched[key] = new
      return
    }
    var replaced = new
    swap(&shared.patched.values[place], &replaced)
    // If `replaced` has another owner, a frozen session or an iteration still reads it.
    if isKnownUniquelyReferenced(&replaced) { new.take(from: replaced) }
  }
}
