import AshlarCompiler

/// The mistake of a code in a class written by hand, and the class corrected.
struct HandwrittenExample {
  let code: String
  let fault: DiagnosticExplanation.Example
  let corrected: DiagnosticExplanation.Example

  init(_ code: String, _ fault: String, corrected: String) {
    self.code = code
    (self.fault, self.corrected) = (.byHand(fault), .byHand(corrected))
  }

  /// Of codes whose explanation has YAML.
  static let all: [HandwrittenExample] = names + types + customTypes + keys + links + defaults + enums + coding

  static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
}

extension DiagnosticExplanation {
  /// The fault in a class written by hand, where the rule holds for those and `fault` is YAML.
  public var faultInSwift: Example? { HandwrittenExample.byCode[code]?.fault }
  /// The class corrected.
  public var correctedInSwift: Example? { HandwrittenExample.byCode[code]?.corrected }
}

extension DiagnosticExplanation.Example {
  /// One Swift file of any target.
  fileprivate static func byHand(_ text: String) -> Self { Self(files: [SourceFile(path: usualSwiftPath, text: text + "\n")]) }
}
