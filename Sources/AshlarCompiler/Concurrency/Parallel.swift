/// Maps arrays on two threads.
enum Parallel {
  /// The minimum number of elements for which a second thread is worthwhile.
  private static let worthwhile = 50

  /// Returns the transformed elements in their original order. If there are at least `worthwhile`, a second thread transforms the second
  /// half; its diagnostics follow those of the first half, as they would on one thread.
  static func map<Element: Sendable, Value: Sendable>(
    _ elements: [Element], sink: DiagnosticSink, _ transform: @escaping @Sendable (Element, DiagnosticSink) -> Value
  ) -> [Value] {
    guard elements.count >= worthwhile else { return elements.map { transform($0, sink) } }
    let middle = elements.count / 2
    let second = Background {
      let sink = DiagnosticSink()
      return (values: elements[middle...].map { transform($0, sink) }, findings: sink.findings)
    }
    var values = elements[..<middle].map { transform($0, sink) }
    let (rest, findings) = second.value()
    values += rest
    sink.report(findings)
    return values
  }
}
