import AshlarCompiler
import AshlarSchemaTools
import Testing
import TestSupport

@Suite("Explanations of diagnostics")
struct ExplanationTests {
  /// Codes whose fault cannot be printed: it lies in the bytes of a file, or in their number.
  private static let withoutExample = [
    "file-too-large", "too-many-errors", "invalid-utf8", "nul-byte", "control-character", "lone-carriage-return", "unusual-line-end",
  ]

  /// The codes as the compiler's sources state them: `case .name: "code"`.
  private static func codesInSources() throws -> [String] {
    try [
      "AshlarCompiler/Diagnostics/Problem+Code.swift", "AshlarCompiler/Diagnostics/Problem+HandwrittenCode.swift",
      "AshlarCompiler/Diagnostics/HistoryProblem.swift", "AshlarCompiler/Diagnostics/Rules/RuleProblem+Code.swift",
      "AshlarSchemaTools/Evolution/EvolutionProblem.swift",
    ].flatMap { path in
      try Repository.text("Sources/" + path).split(separator: "\n").compactMap { line in
        line.wholeMatch(of: /\s*case \..*: "([a-z0-9-]+)"/).map { String($0.1) }
      }
    }
  }

  @Test("every code has one explanation, and every explanation a code")
  func complete() throws {
    let codes = try Self.codesInSources()
    #expect(codes.count > 60)
    #expect(DiagnosticExplanation.all.map(\.code).sorted() == codes.sorted())
  }

  @Test("only faults in the bytes of a file have no example")
  func examples() {
    #expect(DiagnosticExplanation.all.filter { $0.fault == nil }.map(\.code) == Self.withoutExample)
    #expect(DiagnosticExplanation.all.filter { $0.corrected == nil }.map(\.code) == Self.withoutExample)
  }

  @Test("every faulty example has exactly its fault, and none when corrected", arguments: DiagnosticExplanation.all.map(\.code))
  func examplesCompile(code: String) throws {
    let explanation = try #require(DiagnosticExplanation.explanation(of: code))
    if let fault = explanation.fault {
      #expect(Set(fault.diagnostics.map(\.code)) == [code])
      #expect(fault.diagnostics.allSatisfy { $0.severity == explanation.severity })
    }
    if let corrected = explanation.corrected { #expect(corrected.diagnostics.map { $0.text() } == []) }
  }

  @Test("texts are sentences of lines that fit a terminal", arguments: DiagnosticExplanation.all.map(\.code))
  func texts(code: String) throws {
    let explanation = try #require(DiagnosticExplanation.explanation(of: code))
    #expect(!explanation.summary.hasSuffix(".") && !explanation.summary.contains("\n"))
    #expect(explanation.meaning.hasSuffix("."))
    #expect(explanation.meaning.split(separator: "\n").allSatisfy { $0.count <= 132 })
  }

  @Test("an explanation shows the mistake, the diagnostic, and the correction")
  func text() throws {
    #expect(
      try #require(DiagnosticExplanation.explanation(of: "link-not-optional")).text() == """
        link-not-optional (error)
        A link to one object is not optional.

        The linked object can be deleted, and new objects have no links, so a link is always optional. The same applies to embedded
        objects.

        The fault:

          ashlar: 1
          objects:
            Dog:
              properties:
                mother: Dog

        The compiler says:

          dogs.yaml:5:15: error: a link to 'Dog' must be optional; write 'Dog?' [link-not-optional]
                mother: Dog
                        ^~~

        Corrected:

          ashlar: 1
          objects:
            Dog:
              properties:
                mother: Dog?

        The fault in a class written by hand:

          class Dog: Object { @Persisted var mother: Dog }

        The compiler says:

          Dog.swift:1:44: error: a link to 'Dog' must be optional; write 'Dog?' [link-not-optional]
          class Dog: Object { @Persisted var mother: Dog }
                                                     ^~~

        The class corrected:

          class Dog: Object { @Persisted var mother: Dog? }

        """)
  }

  @Test(
    "an explanation fits a screen, with the meaning, the fault and the correction before all else",
    arguments: DiagnosticExplanation.all.map(\.code))
  func screen(code: String) throws {
    let explanation = try #require(DiagnosticExplanation.explanation(of: code))
    let (whole, shown) = (explanation.text(), explanation.screen())
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.reduce(0) { $0 + max(1, ($1.count + 99) / 100) } <= 24)
    #expect(shown.hasPrefix("\(code) (") && shown.contains(explanation.meaning))
    if shown != whole {
      let missing = whole.count { $0 == "\n" } - (lines.count - 2)
      #expect(shown.hasSuffix("\n\n\(missing) more lines; 'ashlar explain \(code) --all' prints them\n"))
    }
  }

  @Test("the page of diagnostics is up to date: ashlar explain --markdown > docs/diagnostics.md")
  func page() throws {
    #expect(try Repository.text("docs/diagnostics.md") == DiagnosticExplanation.markdown())
  }
}
