import AshlarCompiler
import AshlarFuzzing
import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("No Swift source crashes the compiler", .blocking, .timeLimit(.minutes(360)))
struct SwiftRobustnessTests {
  @Test("mutated models, and models cut off anywhere, keep all rules")
  func mutations() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let samples = try Repository.names(in: "Fuzz/Corpus/swift").map {
      try Data(contentsOf: Repository.folder.appending(path: "Fuzz/Corpus/swift/\($0)"))
    }
    #expect(!samples.isEmpty)
    let words = [
      "{", "}", "(", ")", "<", ">", "\"", "\"\"\"", "#\"", "\\(", "/*", "*/", "//", "/", "#if a\n", "#endif\n", "`", "@Persisted ",
      "class A: Object {",
      "enum E: Int, PersistableEnum { case ", "typealias A = A\n", "extension A: ", "\r", "\0", "é", ", ", " = ", ": ", "?", "!", ".",
    ]
    for round in 0..<rounds(.mutatedModels) {
      var bytes = Array(samples.randomElement(using: &random) ?? Data())
      if round % 3 == 0 { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(contentsOf: (words.randomElement(using: &random) ?? "").utf8, at: place)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...30, using: &random)))
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default:
          let end = min(bytes.count, place + Int.random(in: 0...90, using: &random))
          bytes.insert(contentsOf: Array(bytes[place..<end]), at: Int.random(in: 0...bytes.count, using: &random))
        }
      }
      #expect(throws: Never.self, "seed \(seed), round \(round)") { try SwiftFuzzing.check(bytes) }
    }
  }

  @Test(
    "what is nested without end is read to the end",
    arguments: ["{", "(", "class A {", "/*", "\"\\(", "<", "#if a\n", "class A: A { ", "List<"])
  func nesting(piece: String) {
    let text = "class A: Object { @Persisted var a: Int }\n" + String(repeating: piece, count: 100_000)
    #expect(throws: Never.self) { try SwiftFuzzing.check(Array(text.utf8)) }
  }
}
