/// Work on two threads.
enum Halves {
  /// From how many elements on a second thread pays.
  private static let worthwhile = 50

  /// What `transform` makes of each element, in order. The second half of many is made by a second thread; what it reports comes
  /// after what the first half reports, as it would without that thread.
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
