import AshlarCompiler
import AshlarSchemaTools
import Testing

@Suite("Explanations of rules that classes written by hand meet")
struct HandwrittenExampleTests {
  private static let inSwift = DiagnosticExplanation.all.filter { $0.faultInSwift != nil }.map(\.code)

  /// Codes whose mistake Swift makes too, and whose explanation needs no more than YAML.
  private static let without = [
    // The file ends in a bracket, or has one too many.
    "not-closed",
    // Of the target's or the schema's name.
    "namespace-taken", "type-named-like-target",
    // As 'empty-stored-name'.
    "stored-name-with-nul", "stored-name-too-long",
  ]

  private func isYAML(_ explanation: DiagnosticExplanation) -> Bool {
    explanation.fault?.files.contains { $0.path.hasSuffix(".yaml") } == true
  }

  @Test("show it in Swift, where the mistake can be made there")
  func complete() {
    let faults = Set(FaultySwift.rules.map(\.code))
    let expected = DiagnosticExplanation.all.filter { faults.contains($0.code) && isYAML($0) }.map(\.code)
    #expect(expected.filter { !Self.inSwift.contains($0) } == Self.without)
    #expect(Self.inSwift.filter { !expected.contains($0) } == [])
    #expect(Self.inSwift.count > 40)
  }

  @Test("each faulty class has exactly its fault, and none when corrected", arguments: inSwift)
  func examples(code: String) throws {
    let explanation = try #require(DiagnosticExplanation.explanation(of: code))
    let (fault, corrected) = (try #require(explanation.faultInSwift), try #require(explanation.correctedInSwift))
    #expect(fault.diagnostics.map(\.code) == [code])
    #expect(fault.diagnostics.allSatisfy { $0.severity == explanation.severity && $0.location.path == "Dog.swift" })
    #expect(corrected.diagnostics.map { $0.text() } == [])
    for example in [fault, corrected] {
      let lines = example.files.flatMap { String(decoding: $0.bytes, as: UTF8.self).split(separator: "\n") }
      #expect(lines.count <= 7 && lines.allSatisfy { $0.count <= 100 })
    }
  }

  @Test("are marked as Swift on the page of diagnostics, also those of codes that YAML cannot have")
  func page() {
    let page = DiagnosticExplanation.markdown()
    #expect(page.contains("```swift\n// the target is called Pets\nprivate class Dog: Object { @Persisted var name: String }\n```\n"))
    #expect(page.contains("```swift\nclass Dog: Object { @Persisted(indexed: true) var weight: Double }\n```\n"))
    for block in page.split(separator: "```yaml\n").dropFirst() {
      #expect(!(block.split(separator: "```").first ?? "").hasPrefix("class "))
    }
  }
}
