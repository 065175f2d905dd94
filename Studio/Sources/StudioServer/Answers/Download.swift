internal import AshlarInspection
internal import Synchronization

/// The text of an export that a client receives. If the client requests no further part for some time, the export is released, because it
/// pins its version and the file grows meanwhile.
final class Download: Sendable {
  private struct State {
    /// The rest of the export; nil after it has been released.
    var export: ViewExport?
    /// The number of parts that have been read.
    var parts = 0
  }

  private let state: Mutex<State>
  private let pauseLimit: Duration
  private let watch = Mutex<Task<Void, Never>?>(nil)

  init(_ export: ViewExport, pauseLimit: Duration) {
    state = Mutex(State(export: export))
    self.pauseLimit = pauseLimit
    let task = Task { [weak self] in
      var known = -1
      while let parts = self?.release(ifStillAt: known) {
        known = parts
        do { try await Task.sleep(for: pauseLimit) } catch { return }
      }
    }
    watch.withLock { $0 = task }
  }

  deinit { end() }

  /// Returns the next part; nil at the end. Throws if the export has been released, so that the client receives an incomplete response.
  func next() throws -> [UInt8]? {
    try state.withLock { state in
      guard var export = state.export else {
        throw ServerFailure(.requestTimeout, "time", "The download was paused for more than \(pauseLimit).")
      }
      state.export = nil
      let bytes = try export.next()
      state.export = export
      state.parts += 1
      return bytes
    }
  }

  /// Releases the export.
  func end() {
    watch.withLock { $0?.cancel() }
    state.withLock { $0.export = nil }
  }

  // Returns the number of parts that have been read. If it is `parts`, releases the export, and returns nil.
  private func release(ifStillAt parts: Int) -> Int? {
    state.withLock { state in
      if state.export != nil, state.parts != parts { return state.parts }
      state.export = nil
      return nil
    }
  }
}
