import Foundation
import TestSupport
import TestTraits
import Testing

@testable import AshlarCompiler

/// The names are those in emitted code and in the library, so that what is added to either is among them.
@Suite(
  "Names of a schema that emitted code or the library uses as well", .blocking,
  .enabled(if: Compiler.modules != nil, "the library is built beside the tests"))
struct EmittedNamesTests {
  private static let support = """
    public import Ashlar

    public struct Web: FailableCustomPersistable, Codable, Sendable {
      public typealias PersistedType = String
      public init?(persistedValue: String) {}
      public var persistableValue: String { "" }
    }
    public struct Spot: CustomPersistable, Codable {
      public typealias PersistedType = Home
      public init(persistedValue: Home) {}
      public var persistableValue: Home { Home() }
    }
    public enum Zoo { public enum Level: Int, PersistableEnum, Codable { case low } }

    """

  /// A schema with everything that is emitted: `properties` are added to classes, `types` to the schema, and `cases` to an enum.
  private static func schema(properties: [String] = [], types: [String] = [], cases: [String] = []) -> SourceFile {
    func lines(_ names: [String], _ indentation: Int, _ line: (Int, String) -> String) -> String {
      names.enumerated().map { String(repeating: " ", count: indentation) + line($0, $1) + "\n" }.joined()
    }
    let scalars = [
      "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "Float", "Double", "String", "Data", "Date", "Decimal128", "ObjectId", "UUID",
      "Mood",
    ]
    let plain = scalars.enumerated().map { "      p\($0): \($1)\n      o\($0): { type: \"\($1)?\" }\n      l\($0): List<\($1)>\n" }.joined()
    let defaults = """
            d1: { type: "UUID?", default: new }
            d2: { type: String, default: { new: ObjectId } }
            d3: { type: Data, default: AAEC }
            d4: { type: Date, default: 2024-02-29 }
            d5: { type: Decimal128, default: "1.5" }
            d6: { type: Mood, default: busy }
            s: MutableSet<Int>
            m: Map<String>
            next: A?

      """
    let added = lines(properties, 6) { "\"\($1)\": Int" }
    return SourceFile(
      path: "dogs.yaml",
      text: """
        ashlar: 1
        schema: { name: Kennel }
        enums:
          Mood: { raw: String, cases: { calm: calm, busy: { value: busy, deprecated: Rest. } }, unknown: calm }
          Level: { raw: Int, external: true, swift: Zoo.Level }
          Extra:
            raw: Int
            unknown: _other
            cases:
              _other: 0
              old: { value: -1, deprecated: Gone. }
        \(lines(cases, 6) { "\"\($1)\": \($0 + 1)" })types:
          Web: { persisted: String, failable: true }
          Spot: { persisted: Home }
        mixins:
          Named:
            properties:
              name: String
        embedded:
          Home:
            values: true
            conforms: [Codable]
            properties:
              n: Int
        \(added)objects:
          A:
            conforms: [Codable]
            mixins: [Named]
            open: true
            properties:
              web: Web
              webs: { type: "List<Web?>" }
              spot: { type: Spot, json: false }
              level: Level
              seen: { type: Int, didSet: look, willSet: look }
              any: { type: AnyRealmValue, json: false }
              memory: { type: Web, ignored: true }
              list: { type: List<Int>, ignored: true }
              made: { type: UUID, ignored: true, default: new }
              back: { type: LinkingObjects<A>, origin: next }
        \(plain)\(defaults)\(added)  B:
            values: true
            conforms: [Codable]
            properties:
              id: { type: Int, primaryKey: true }
              home: Home?
              homes: List<Home>
              bs: List<B>
              next: B?
        \(plain)\(defaults.replacing("      next: A?\n", with: ""))\(added)\(lines(types, 2) { "\"\($1)\": { properties: { n: Int, own: \($1)? } }" })\
        \(types.isEmpty ? "" : "  C:\n    conforms: []\n    properties:\n")\(lines(types, 6) { "t\($0): { type: \"\($1)?\" }" })\
        projections:
          P:
            of: A
            properties:
              first: seen
              second: next.seen
        \(lines(properties, 6) { "\"\($1)\": seen" })
        """)
  }

  private static func generate(_ file: SourceFile) throws -> [GeneratedFile] {
    let compiler = SchemaCompiler(name: "Kennel")
    let result = compiler.check([file])
    return compiler.generate(try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())"))
  }

  /// Every word of emitted code, and every member of the base classes that begins with an underscore.
  private static let words: Result<[String], any Error> = Result {
    let emitted = try generate(schema()).flatMap { file in
      SwiftLexer.tokens(file.bytes, from: 0).filter { $0.kind == .word }.map { String(decoding: file.bytes[$0.range], as: UTF8.self) }
    }
    let members = try underscoredMembers()
    #expect(members.isSuperset(of: ["_rowAccess", "_ownerReference", "_int"]))
    return Set(emitted.map { $0.filter { $0 != "`" } }).union(members).filter { $0 != "_" }.sorted()
  }

  private static func underscoredMembers() throws -> Set<String> {
    let bases = /^(public |open |nonisolated )*(class|extension) (ObjectBase|Object|EmbeddedObject|AsymmetricObject)\b.*/
    let member = /^  .*\b(?:var|func) (_\w+).*/
    let folder = Repository.folder.appending(path: "Sources/Ashlar")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    var found: Set<String> = []
    for file in files where file.pathExtension == "swift" {
      var isBase = false
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if !line.hasPrefix(" "), !line.hasPrefix("}") { isBase = line.wholeMatch(of: bases) != nil }
        if isBase, !line.hasPrefix("   "), let match = line.wholeMatch(of: member) { found.insert(String(match.1)) }
      }
    }
    return found
  }

  private func isAccepted(_ file: SourceFile) -> Bool { SchemaCompiler(name: "Kennel").check([file]).schema != nil }

  /// What the Swift compiler says against the code of a schema.
  private func errors(_ file: SourceFile) throws -> String {
    let folder = try TemporaryFolder()
    let generated = try Self.generate(file)
    for file in generated { try folder.write(file.text, to: file.name) }
    try folder.write(Self.support + "extension A { nonisolated func look(_ value: Int) {} }\n", to: "Support.swift")
    let result = try Compiler.typecheck(["Support.swift"] + generated.map(\.name), in: folder.url)
    return result.status == 0 ? "" : result.errors
  }

  @Test("properties: each is refused, or the code compiles with it")
  func properties() throws {
    let words = try Self.words.get()
    let accepted = words.filter { isAccepted(Self.schema(properties: [$0])) }
    #expect(Set(["_ownerReference", "_rowAccess", "Date", "List", "Set", "Value", "UUID", "A"]).isDisjoint(with: accepted))
    #expect(accepted.contains("coding") && accepted.contains("newValue"))
    let found = try errors(Self.schema(properties: accepted))
    #expect(found == "")
  }

  @Test("types: each is refused, or the code compiles with it")
  func types() throws {
    let words = try Self.words.get()
    // 'Zoo' is declared beside the schema.
    let accepted = words.filter { $0 != "Zoo" && isAccepted(Self.schema(types: [$0])) }
    #expect(Set(["encode", "Date", "_int", "Object"]).isDisjoint(with: accepted))
    #expect(accepted.contains("coding"))
    let found = try errors(Self.schema(types: accepted))
    #expect(found == "")
  }

  @Test("cases: each is refused, or the code compiles with it")
  func cases() throws {
    let words = try Self.words.get()
    let accepted = words.filter { isAccepted(Self.schema(cases: [$0])) }
    #expect(!accepted.contains("allCases") && accepted.contains("Int"))
    let found = try errors(Self.schema(cases: accepted))
    #expect(found == "")
  }

  @Test("properties of classes written by hand: each is refused, or the class compiles with it")
  func handwritten() throws {
    func text(_ names: [String]) -> String {
      // Swift stores 'x' as '_x': the two cannot be in one class.
      let classes = [("H", names.filter { $0.first != "_" }), ("U", names.filter { $0.first == "_" })]
      return "public import Ashlar\n"
        + classes.map { name, names in
          "\npublic class \(name): Object {\n  @Persisted public var n: Int\n"
            + names.map { "  @Persisted public var \(SwiftIdentifier.escaped($0)): Int\n" }.joined() + "}\n"
        }.joined()
    }
    // No Swift declaration can have these names.
    let impossible: Set<String> = ["$0", "Self", "self", "Type", "init"]
    let compiler = SchemaCompiler(name: "Kennel")
    let words = try Self.words.get().flatMap { [$0, String($0.drop { $0 == "_" })] }
      .filter { !$0.isEmpty && $0 != "n" && !impossible.contains($0) }
    let accepted = Set(words).sorted().filter { compiler.check([SourceFile(path: "H.swift", text: text([$0]))]).schema != nil }
    #expect(Set(["rowAccess", "ownerReference", "_rowAccess"]).isDisjoint(with: accepted) && Set(["int", "row"]).isSubset(of: accepted))
    let folder = try TemporaryFolder()
    try folder.write(text(accepted), to: "H.swift")
    let generated = compiler.generate(try #require(compiler.check([SourceFile(path: "H.swift", text: text(accepted))]).schema))
    for file in generated { try folder.write(file.text, to: file.name) }
    let result = try Compiler.typecheck(["H.swift"] + generated.map(\.name), in: folder.url)
    #expect(result.status == 0, "\(result.errors)")
  }
}
