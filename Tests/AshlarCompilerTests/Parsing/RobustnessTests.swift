import AshlarCompiler
import AshlarSchemaTools
import Testing
import TestSupport

@Suite("No input crashes the compiler")
struct RobustnessTests {
  @Test("random bytes and mutated schemas end in a schema or in diagnostics")
  func mutations() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let samples = try ["People/people", "People/pets", "Library/catalogue", "Fleet/fleet"].map {
      Array(try Repository.text("Schemas/\($0).yaml").utf8)
    }
    let words = [
      "&a", "*a", "!t", "? ", "- ", ": ", "{", "}", "[", "]", "\"", "'", "|\n", ">\n", "\t", "\r", "\0", "é", "\u{2028}", "List<",
    ]
    for _ in 0..<300 {
      var bytes = samples.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(contentsOf: (words.randomElement(using: &random) ?? "").utf8, at: place)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...20, using: &random)))
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default:
          let end = min(bytes.count, place + Int.random(in: 0...60, using: &random))
          bytes.insert(contentsOf: Array(bytes[place..<end]), at: Int.random(in: 0...bytes.count, using: &random))
        }
      }
      check(bytes, seed)
    }
    for _ in 0..<300 {
      check((0..<Int.random(in: 0...200, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }, seed)
    }
  }

  private func check(_ bytes: [UInt8], _ seed: UInt64) {
    let compiler = SchemaCompiler(name: "Kennel")
    let result = compiler.check([SourceFile(path: "a.yaml", bytes: bytes)])
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    #expect((result.schema == nil) == hasErrors, "seed \(seed)")
    for diagnostic in result.diagnostics {
      #expect(!diagnostic.text().isEmpty && !diagnostic.json().isEmpty, "seed \(seed)")
    }
    if let schema = result.schema { #expect(compiler.generate(schema).count == 2, "seed \(seed)") }
  }
}
