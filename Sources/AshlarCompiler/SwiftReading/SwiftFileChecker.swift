/// Rejects files that are too large, bytes that make positions ambiguous, and unbalanced brackets.
package struct SwiftFileChecker {
  let sink: DiagnosticSink

  package init(sink: DiagnosticSink) { self.sink = sink }

  /// Returns whether the file can be read; reports the reason if it cannot.
  ///
  /// - Parameter always: Whether to check files that do not mention `@Persisted`, too.
  package func check(_ source: SwiftSource, always: Bool = false) -> Bool {
    // A file without models is checked only by the Swift compiler.
    guard always || source.text.file.mentionsPersisted else { return true }
    let bytes = source.text.file.bytes
    if bytes.count > SourceFile.sizeLimit { return report(.fileTooLarge(limit: SourceFile.sizeLimit), source, 0..<0) }
    if let place = SourceChecker.firstInvalidUTF8(bytes) { return report(.invalidUTF8, source, place..<place + 1) }
    if let place = Self.loneCarriageReturn(bytes) { return report(.loneCarriageReturn, source, place..<place + 1) }
    if let (token, opens) = source.brackets.unpaired {
      return report(opens ? .notClosed(source.word(token)) : .notOpened(source.word(token)), source, source.tokens[token].range)
    }
    return true
  }

  private func report(_ problem: __owned Problem, _ source: SwiftSource, _ bytes: Range<Int>) -> Bool {
    sink.report(problem, at: SourceSpan(file: source.file, bytes: bytes))
    return false
  }

  private static func loneCarriageReturn(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.indices.first { bytes[$0] == 0x0D && ($0 + 1 == bytes.count || bytes[$0 + 1] != 0x0A) }
    }
  }
}
