/// How far a migration is. See `Realm.Configuration.migrationProgress`.
public nonisolated struct MigrationProgress: Hashable, Sendable {
  /// What is being done.
  public enum Phase: Hashable, Sendable {
    /// The file is copied: numbers are bytes.
    case copying
    /// Objects are gone through, by `enumerateObjects` or because their collections are stored in another way.
    case objects
    /// Objects that become embedded get one owner each.
    case embedding
  }

  /// What is being done.
  public let phase: Phase
  /// The type of the objects.
  public let type: String?
  /// How much of it is done, and how much there is.
  public let done, total: UInt64
}

/// Reports progress, but not too often.
final class ProgressReports {
  private static let interval = Duration.milliseconds(50)

  private let report: (@Sendable (MigrationProgress) throws -> Void)?
  private var last: (progress: MigrationProgress, time: ContinuousClock.Instant)?

  init(_ report: (@Sendable (MigrationProgress) throws -> Void)?) { self.report = report }

  /// The progress of copying the file, in bytes.
  func copies(_ done: UInt64, of total: UInt64) throws {
    try report(MigrationProgress(phase: .copying, type: nil, done: done, total: total))
  }

  func report(_ progress: MigrationProgress) throws {
    guard let report else { return }
    let now = ContinuousClock.now
    if let last, last.progress.phase == progress.phase, last.progress.type == progress.type, progress.done < progress.total,
      now - last.time < ProgressReports.interval
    {
      return
    }
    last = (progress, now)
    try report(progress)
  }
}
