// What stays in memory of a commit that wrote patches.
extension StoreSession {
  // Overlays that were stored as patches are what a reader would make of cluster and patch.
  func keepPatches(_ ending: WriteTransaction) {
    for (index, overlay) in ending.overlays.enumerated() {
      let key = overlay.table.clusterKey(overlay.number)
      let kept = ending.patch(of: index).flatMap { PatchedCluster(taking: overlay, patch: $0.bytes, number: $0.number) }
      if let kept {
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
    // Else a frozen session or a loop reads it.
    if isKnownUniquelyReferenced(&replaced) { new.take(from: replaced) }
  }
}
