/// Collects the problems of one compilation. A sink is not thread-safe: only the call that created it uses it.
package final class DiagnosticSink {
  package init() {}

  struct Report: Sendable {
    var problem: Problem
    var span: SourceSpan
    var notes: [(hint: Hint, span: SourceSpan)]
  }

  /// The reports of one sink. They can be passed to another thread and added to another sink.
  package struct Findings: Sendable {
    fileprivate var reports: [Report]
    fileprivate var leftOut: SourceSpan?
    fileprivate var hasErrors: Bool

    /// Returns the reports that satisfy a condition. `hasErrors` is unchanged.
    package func filter(_ isWanted: (Problem, SourceSpan) -> Bool) -> Findings {
      var result = self
      result.reports.removeAll { !isWanted($0.problem, $0.span) }
      return result
    }

    /// Returns the reports with their spans moved to other byte ranges of the same files.
    package func moved(_ place: (SourceSpan) -> Range<Int>) -> Findings {
      func moved(_ span: SourceSpan) -> SourceSpan { SourceSpan(file: span.file, bytes: place(span)) }
      var result = self
      for index in result.reports.indices {
        result.reports[index].span = moved(result.reports[index].span)
        result.reports[index].notes = result.reports[index].notes.map { note in (note.hint, moved(note.span)) }
      }
      result.leftOut = leftOut.map(moved)
      return result
    }
  }

  /// The maximum number of reports. Further reports would not be read, and a hostile file could cause millions.
  static let limit = 1000

  private var reports: [Report] = []
  /// The location of the first report that was dropped.
  private var leftOut: SourceSpan?
  // The reports so far, without their notes. They are compared with each new report to drop repetitions: the properties of a mixin are
  // checked once for each type that includes it.
  private var seen: Set<SeenReport> = []
  private(set) var hasErrors = false

  /// Whether further reports are dropped. Work that only prepares reports, such as a search for the nearest name, can then be skipped.
  var isFull: Bool { reports.count >= Self.limit }

  private struct SeenReport: Hashable {
    var problem: Problem
    var span: SourceSpan
  }

  /// Reports a problem; a second report of the same problem at the same location is ignored. Once the sink is full, a report changes only
  /// `hasErrors` and `leftOut`.
  package func report(_ problem: __owned Problem, at span: SourceSpan, notes: [(hint: Hint, span: SourceSpan)] = []) {
    guard !isFull else {
      if problem.severity == .error { hasErrors = true }
      leftOut = leftOut ?? span
      return
    }
    guard seen.insert(SeenReport(problem: problem, span: span)).inserted else { return }
    reports.append(Report(problem: problem, span: span, notes: notes))
    if problem.severity == .error { hasErrors = true }
  }

  /// The reports so far.
  package var findings: Findings { Findings(reports: reports, leftOut: leftOut, hasErrors: hasErrors) }

  /// Adds the reports of another sink in their original order.
  package func report(_ findings: Findings) {
    for found in findings.reports { report(found.problem, at: found.span, notes: found.notes) }
    leftOut = leftOut ?? findings.leftOut
    hasErrors = hasErrors || findings.hasErrors
  }

  /// Returns the diagnostics sorted by file and position, in the order of reporting for equal positions, followed by one more diagnostic if
  /// some were dropped.
  package func diagnostics(in texts: [SourceText]) -> [Diagnostic] {
    let sorted = reports.enumerated().sorted {
      $0.element.span == $1.element.span ? $0.offset < $1.offset : $0.element.span < $1.element.span
    }
    let last = leftOut.map { [Report(problem: .tooManyErrors(limit: Self.limit), span: $0, notes: [])] } ?? []
    return (sorted.map(\.element) + last).map { report in
      Diagnostic(
        severity: report.problem.severity, code: report.problem.code, message: report.problem.message,
        location: SourceLocation(report.span, in: texts[report.span.file]),
        notes: report.notes.map { Diagnostic.Note(message: $0.hint.message, location: SourceLocation($0.span, in: texts[$0.span.file])) })
    }
  }
}
