import AshlarCompiler

/// A mistake in a handwritten class, and the corrected class.
struct HandwrittenExample {
  let code: String
  let fault: DiagnosticExplanation.Example
  let corrected: DiagnosticExplanation.Example

  init(_ code: String, _ fault: String, corrected: String) {
    self.code = code
    (self.fault, self.corrected) = (.byHand(fault), .byHand(corrected))
  }

  /// The examples for codes whose main example is in YAML.
  static let all: [HandwrittenExample] =
    names + types + customTypes + keys + links + defaults + enums + coding + rules + deleteRules + valueRules

  static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
}

extension DiagnosticExplanation {
  /// The fault in a handwritten class, if the rule also applies to handwritten classes and `fault` is YAML.
  public var faultInSwift: Example? { HandwrittenExample.byCode[code]?.fault }
  /// The corrected handwritten class; nil if `faultInSwift` is nil.
  public var correctedInSwift: Example? { HandwrittenExample.byCode[code]?.corrected }
}

extension DiagnosticExplanation.Example {
  /// Creates an example of one Swift file.
  fileprivate static func byHand(_ text: String) -> Self { Self(files: [SourceFile(path: usualSwiftPath, text: text + "\n")]) }
}
