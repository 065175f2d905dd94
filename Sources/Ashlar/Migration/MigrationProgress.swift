/// How far a migration is. See `Realm.Configuration.migrationProgress`.
public nonisolated struct MigrationProgress: Hashable, Sendable {
  /// What is being done.
  public enum Phase: Hashable, Sendable {
    /// The file is copied: numbers are bytes.
    case copying
    /// Objects are gone through, by `enumerateObjects` or because their collections are stored in another way.
    case objects
    /// Of objects with the same primary key, all but one are deleted. See `Migration.resolveDuplicates(ofType:onDuplicate:)`.
    case resolving
    /// Objects that become embedded get one owner each.
    case embedding
    /// Primary keys are compared.
    case keys
    /// An index is built.
    case indexes
  }

  /// What is being done.
  public let phase: Phase
  /// The type of the objects.
  public let type: String?
  /// How much of it is done, and how much there is.
  public let done, total: UInt64
  /// How long the rest of this phase takes for this type if it goes on as before; nil in its first 200 ms.
  public internal(set) var remaining: Duration?
}

/// Reports progress, but not too often.
final class ProgressReports {
  private static let interval = Duration.milliseconds(50)

  private let report: (@Sendable (MigrationProgress) throws -> Void)?
  // Sooner the pace is not known.
  private static let paceTime = Duration.milliseconds(200)

  private var last: (progress: MigrationProgress, time: ContinuousClock.Instant)?
  // Of the phase.
  private var start = ContinuousClock.now

  init(_ report: (@Sendable (MigrationProgress) throws -> Void)?) { self.report = report }

  /// The progress of copying the file, in bytes.
  func copies(_ done: UInt64, of total: UInt64) throws {
    try report(MigrationProgress(phase: .copying, type: nil, done: done, total: total))
  }

  func report(_ progress: MigrationProgress) throws {
    guard let report else { return }
    let now = ContinuousClock.now
    if last?.progress.phase != progress.phase || last?.progress.type != progress.type { start = now }
    if let last, last.progress.phase == progress.phase, last.progress.type == progress.type, progress.done < progress.total,
      now - last.time < ProgressReports.interval
    {
      return
    }
    last = (progress, now)
    var progress = progress
    progress.remaining = ProgressReports.remaining(progress.done, of: progress.total, after: now - start)
    try report(progress)
  }

  /// How long the rest takes, by the pace until now.
  static func remaining(_ done: UInt64, of total: UInt64, after time: Duration) -> Duration? {
    if done >= total { return .zero }
    return done == 0 || time < paceTime ? nil : time * (Double(total - done) / Double(done))
  }
}
