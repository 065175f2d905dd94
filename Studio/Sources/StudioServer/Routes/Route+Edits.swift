internal import AshlarInspection

extension Route {
  /// One write of several actions.
  static let edit = Route(isPost: true, isWriting: true) { _, _ in throw unfinished }

  /// What an edit would change.
  static let preview = Route(isPost: true, isWriting: true) { _, _ in throw unfinished }

  /// Objects from a file.
  static let importing = Route(isPost: true, isWriting: true, isUnlimited: true, types: ["application/x-ndjson", "text/csv"]) { _, _ in
    throw unfinished
  }

  private static let unfinished = ServerFailure(.forbidden, "disabled", "This studio cannot change files yet.")
}
