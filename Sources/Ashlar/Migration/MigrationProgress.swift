/// The progress of a migration.
///
/// ```swift
/// configuration.migrationProgress = { progress in
///   print(progress.phase, progress.done, "of", progress.total)
/// }
/// ```
///
/// See `Realm.Configuration.migrationProgress` and the guide, *Changing a schema*.
public nonisolated struct MigrationProgress: Hashable, Sendable {
  /// A phase of a migration.
  public enum Phase: Hashable, Sendable {
    /// The file is copied. The numbers are bytes.
    case copying
    /// Objects are visited, by migration code or because the stored form of their collections changes.
    case objects
    /// Duplicates are deleted. See `Migration.resolveDuplicates(ofType:onDuplicate:)` and
    /// `Migration.resolveDuplicates(ofType:by:onDuplicate:)`.
    case resolving
    /// Each object that becomes embedded is assigned one owner.
    case embedding
    /// Primary keys are checked for duplicates.
    case keys
    /// An index is built.
    case indexes
  }

  /// The current phase.
  public let phase: Phase
  /// The name of the type whose objects are processed; nil while the file is copied.
  public let type: String?
  /// The completed and the total amount of work of this phase for this type, in bytes or objects. The completed fraction is
  /// `Double(progress.done) / Double(progress.total)`.
  public let done, total: UInt64
  /// The estimated duration of the rest of this phase for this type, at the average pace so far; zero at its end. Until then, nil during
  /// the first 200 ms and while `done` is 0.
  public internal(set) var remaining: Duration?
}

/// Limits the frequency of progress reports.
final class ProgressReports {
  private static let interval = Duration.milliseconds(50)

  private let report: (@Sendable (MigrationProgress) throws -> Void)?
  // Before this time has passed, the pace is unknown.
  private static let paceTime = Duration.milliseconds(200)

  private var last: (progress: MigrationProgress, time: ContinuousClock.Instant)?
  // The start of the phase for the current type.
  private var start = ContinuousClock.now

  init(_ report: (@Sendable (MigrationProgress) throws -> Void)?) { self.report = report }

  /// Reports the progress of copying the file, in bytes.
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

  /// Returns the estimated remaining time at the average pace so far: zero if nothing remains; otherwise, nil while the pace is unknown.
  static func remaining(_ done: UInt64, of total: UInt64, after time: Duration) -> Duration? {
    if done >= total { return .zero }
    return done == 0 || time < paceTime ? nil : time * (Double(total - done) / Double(done))
  }
}
