import TestSupport
import Testing

@testable import AshlarCompiler

@Suite("Numbers of the compiler that pages state")
struct QuotedCompilerNumbersTests {
  @Test(
    "are those of the code",
    arguments: [
      QuotedNumber("docs/schema-language.md", "at most \(SourceFile.sizeLimit >> 20) MiB, and one YAML document"),
      QuotedNumber("docs/diagnostics.md", "A schema file is larger than \(SourceFile.sizeLimit >> 20) MiB"),
      QuotedNumber("docs/diagnostics.md", "nested more than \(SyntaxParser.depthLimit) levels deep"),
      QuotedNumber("docs/diagnostics.md", "All errors of all files are shown, but no more than \(DiagnosticSink.limit)."),
      QuotedNumber("docs/command.md", "all errors of all files, but no more than \(DiagnosticSink.limit.grouped)."),
      QuotedNumber("docs/schema-language.md", "| `column` | the stored name, at most \(StoredNameChecker.columnLimit) bytes of UTF-8"),
      QuotedNumber("docs/schema-language.md", "| `table` | the stored name, at most \(StoredNameChecker.tableLimit) bytes of UTF-8"),
    ])
  func stated(_ number: QuotedNumber) throws {
    #expect(try number.isThere, "the page has another number, or other words")
  }
}
