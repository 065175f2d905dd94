extension StoreSession {
  /// Checks the state of the open write; if no write is open, checks that no state of a write remains.
  /// - Parameter isCommitting: Whether a commit may already have freed overlays.
  func _checkInvariants(isCommitting: Bool = false) {
    let address = transaction.map { Unmanaged.passUnretained($0).toOpaque() }
    precondition(openWrite?.toOpaque() == address, "the unretained reference must be the transaction")
    precondition(openChanges?.toOpaque() == address, "the changes that reads see must be the transaction's")
    precondition((context.pointee.writeGeneration == AccessContext.noWrite) == (transaction == nil), "only an open write may be stored to")
    guard let transaction, !isCommitting else { return }
    transaction._checkInvariants()
    for overlay in transaction.overlays {
      let known = views[overlay.table.ordinal].cachedCluster(overlay.number)
      precondition(known == overlay.base, "the directory must have the overlays of the open write")
    }
  }
}
