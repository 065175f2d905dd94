@testable import AshlarCompiler
import Foundation
import TestSupport
import Testing

@Suite("Tokens of Swift source")
struct SwiftLexerTests {
  private func words(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return SwiftLexer.tokens(bytes, from: 0).map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  private func kinds(_ text: String) -> [SwiftToken.Kind] { SwiftLexer.tokens(Array(text.utf8), from: 0).map(\.kind) }

  @Test(
    "a string ends where Swift ends it",
    arguments: [
      #""a""#, #""a \" b""#, #""a \(f("b") + "c \(1)") d""#, ##"#"a " \( b"#"##, ##"#"a \#("b") c"#"##,
      "\"\"\"\n a \" } \\\"\"\" b\n\"\"\"",
      "##\"\"\"\n \"\"\"# {\n\"\"\"##", #""""#, ##"#"""#"##,
    ])
  func strings(literal: String) {
    #expect(words("{ " + literal + " }") == ["{", literal, "}"])
  }

  @Test("only a string in simple quotation marks without interpolation is plain")
  func plain() {
    #expect(
      kinds(##""a" "\(a)" #"a"# ""  "##) + kinds("\"\"\"\n\"\"\"") == [
        .plainString, .otherString, .otherString, .plainString, .otherString,
      ])
  }

  @Test("a string that is not closed ends with its line, and a long one with the file")
  func open() {
    #expect(words("\"a\nb") == ["\"a", "b"])
    #expect(words("\"\"\"a\nb") == ["\"\"\"a\nb"])
    #expect(words(#"a "\("#) == ["a", #""\("#])
  }

  @Test("comments nest, and are no tokens")
  func comments() {
    #expect(words("a /* b /* { */ } */ c // d }\ne") == ["a", "c", "e"])
    #expect(words("a /* b") == ["a"])
  }

  @Test("a regular expression is one token, and a division is not")
  func regex() {
    #expect(words(#"let a = /[/"}]\/{/ "#) == ["let", "a", "=", #"/[/"}]\/{/"#])
    #expect(words("a / b / c") == ["a", "/", "b", "/", "c"])
    #expect(words("f(a) /b/ c").count == 8)
    #expect(words("#/ \" } /#") == ["#/ \" } /#"])
  }

  @Test("a number ends after its points, exponents and separators")
  func numbers() {
    #expect(
      words("1_000 0xFF 1.5e-3 1...2 3.description 0x1p+2 0xE+1") == [
        "1_000", "0xFF", "1.5e-3", "1", ".", ".", ".", "2", "3", ".", "description", "0x1p+2", "0xE", "+", "1",
      ])
  }

  @Test("a condition extends to the end of its line")
  func conditions() {
    #expect(
      kinds("#if os(Linux) && DEBUG // x\na\n#elseif b\n#else\n#endif\n#ifdef") == [
        .beginCondition, .word, .elseCondition, .elseCondition, .endCondition, .mark, .word,
      ])
  }

  @Test("the brackets of every Swift file of this repository match")
  func repository() throws {
    var count = 0
    for folder in ["Sources", "Tests", "Generated", "Plugins", "Examples", "Benchmarks"] {
      for path in swiftFiles(in: folder) {
        let source = SwiftSource(SourceText(SourceFile(path: path, text: try Repository.text(path))), file: 0)
        if let (token, _) = source.brackets.unpaired {
          Issue.record("\(path):\(source.text.position(of: Int(source.tokens[token].start)).line): '\(source.word(token))'")
        }
        count += 1
      }
    }
    #expect(count > 500)
  }

  private func swiftFiles(in folder: String) -> [String] {
    // The folder itself may be a link.
    let path = Repository.folder.appending(path: folder).resolvingSymlinksInPath().path(percentEncoded: false)
    return (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).filter {
      $0.hasSuffix(".swift") && !$0.contains(".build/")
    }.map { "\(folder)/\($0)" }
  }
}
