import Foundation
import Testing
import TestSupport
import TestTraits

/// Lets the Swift compiler check generated code against enums written by hand.
@Suite(
  "External enums with cases and the Swift compiler", .blocking,
  .enabled(if: Compiler.modules != nil, "the library is built beside the tests"))
struct ExternalEnumCompileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What the compiler says about the models of a schema with this enum beside hand-written Swift.
  private func compile(_ declaration: String, _ swift: String) throws -> Shell.Result {
    try folder.write(
      "ashlar: 1\nenums: { Mood: { raw: Int, external: true, cases: \(declaration) } }\nobjects: { Dog: { properties: { mood: Mood } } }\n",
      to: "dogs.yaml")
    try folder.write("import Ashlar\n\(swift)\n", to: "Mood.swift")
    let made = try Shell.run(
      #require(Repository.command), ["generate", "dogs.yaml", "--output", "out", "--name", "Kennel"], in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    return try Compiler.typecheck(["out/dogs.swift", "out/KennelSchema.swift", "Mood.swift"], in: folder.url)
  }

  @Test("an enum with exactly the listed cases compiles, without warnings")
  func same() throws {
    let result = try compile("{ busy: 2, calm: 1 }", "public enum Mood: Int, PersistableEnum { case calm = 1, busy = 2 }")
    #expect((result.status, result.errors) == (0, ""))
  }

  @Test("a case that the schema does not list stops the compilation")
  func more() throws {
    let result = try compile("{ calm: 1 }", "public enum Mood: Int, PersistableEnum { case calm = 1, busy = 2 }")
    #expect(result.status != 0)
    #expect(result.errors.contains("switch must be exhaustive"))
  }

  @Test("a case that Swift does not have stops the compilation")
  func fewer() throws {
    let result = try compile("{ calm: 1, busy: 2, away: 3 }", "public enum Mood: Int, PersistableEnum { case calm = 1, busy = 2 }")
    #expect(result.status != 0)
    #expect(result.errors.contains("type 'Mood' has no member 'away'"))
  }

  @Test("another raw type stops the compilation")
  func otherType() throws {
    let result = try compile("{ calm: 1 }", "public enum Mood: Int8, PersistableEnum { case calm = 1 }")
    #expect(result.status != 0)
    #expect(result.errors.contains("type '_MoodCases' does not conform to protocol '_ExternalEnumCases'"))
  }

  @Test("a deprecated case is no warning in generated code")
  func deprecated() throws {
    let result = try compile(
      "{ calm: 1, busy: { value: 2, deprecated: Rest. } }",
      """
      public enum Mood: Int, PersistableEnum, Sendable {
        case calm = 1
        @available(*, deprecated, message: "Rest.") case busy = 2
        public static let allCases: [Mood] = [1, 2].compactMap { Mood(rawValue: $0) }
      }
      """)
    #expect((result.status, result.errors) == (0, ""))
  }
}
