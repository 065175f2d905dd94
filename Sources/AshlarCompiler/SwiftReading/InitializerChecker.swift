/// Finds initializers of a model that the Swift compiler would reject with a message that does not name the remedy.
///
/// The library creates objects with `init()`, which is required. A class that declares a designated initializer does not inherit `init()`.
struct InitializerChecker {
  let text: SourceText
  let sink: DiagnosticSink

  /// Checks the initializers that the class itself declares.
  func check(_ type: ScannedType) {
    for initializer in type.initializers where !initializer.isConvenience {
      if !initializer.hasParameters, !initializer.isRequired {
        sink.report(.initializerNotRequired(type.name.text), at: initializer.span)
      }
      check(initializer, of: type)
    }
    if let designated = type.initializers.first(where: { !$0.isConvenience }), type.initializers.allSatisfy(\.hasParameters) {
      sink.report(.missingInitializer(type.name.text), at: designated.span)
    }
  }

  private func check(_ initializer: ScannedInitializer, of type: ScannedType) {
    let body = initializer.body
    let call = body.indices.first { isCall($0, of: "super", in: body) }
    guard let call else {
      let endsProgram = body.contains { word($0).map(["fatalError", "preconditionFailure"].contains) ?? false }
      if !endsProgram, !body.indices.contains(where: { isCall($0, of: "self", in: body) }) {
        sink.report(.initializerWithoutSuper(type.name.text), at: initializer.span)
      }
      return
    }
    let stored = Set(type.properties.filter { $0.wrapper != nil }.map(\.name.text))
    for index in body[..<call].indices {
      guard let name = assigned(index, in: body), stored.contains(name) else { continue }
      return sink.report(
        .assignmentBeforeSuper(name), at: SourceSpan(file: initializer.span.file, bytes: body[index].range))
    }
  }

  /// Returns whether a call of `super.init` or `self.init` begins at a token.
  private func isCall(_ index: Int, of receiver: String, in body: [SwiftToken]) -> Bool {
    index + 2 < body.count && word(body[index]) == receiver && body[index + 1].byte == UInt8(ascii: ".") && word(body[index + 2]) == "init"
  }

  /// Returns `name` for `self.name = …`, and for a line that begins with `name = …`, if `name` is the token at the index; otherwise nil.
  private func assigned(_ index: Int, in body: [SwiftToken]) -> String? {
    let isMember = index > 1 && body[index - 1].byte == UInt8(ascii: ".") && word(body[index - 2]) == "self"
    guard isMember || index == 0 || body[index].startsLine, body[index].kind == .word, index + 2 < body.count else { return nil }
    let isAssignment = body[index + 1].byte == UInt8(ascii: "=") && body[index + 2].byte != UInt8(ascii: "=")
    return isAssignment ? word(body[index]) : nil
  }

  private func word(_ token: SwiftToken) -> String? {
    token.kind == .word ? String(decoding: text.file.bytes[token.range].filter { $0 != UInt8(ascii: "`") }, as: UTF8.self) : nil
  }
}
