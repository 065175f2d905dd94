import AshlarCompiler
import AshlarSchemaTools
import AshlarSchema
import Testing

@Suite("Emitted code for external enums")
struct ExternalEnumEmissionTests {
  private static let yaml = """
    ashlar: 1
    enums:
      Mood: { raw: Int, external: true, swift: Zoo.Mood, cases: { calm: 1, class: 2 } }
      Size: { external: true }
    objects:
      Dog:
        properties:
          mood: Mood
          other: { type: Mood, default: class }
          size: Size
          last: { type: Mood, ignored: true }
          next: { type: Mood, ignored: true, default: class }
    """

  private func files(_ yaml: String = Self.yaml) throws -> [String: String] {
    try generate([SourceFile(path: "dogs.yaml", text: yaml)], name: "Kennel")
  }

  @Test("the listed cases are checked by the Swift compiler, and their raw values by the runtime")
  func check() throws {
    let files = try files()
    let dogs = try #require(files["dogs.swift"])
    #expect(
      dogs.contains(
        """
        nonisolated enum _MoodCases: _ExternalEnumCases {
          static func rawValue(of value: Zoo.Mood) -> Int {
            switch value {
            case .calm: 1
            case .`class`: 2
            }
          }
        }

        """))
    #expect(dogs.contains("func _checkSize(_ value: Size) -> (any PersistableEnum, String)"))
    #expect(try #require(files["KennelSchema.swift"]).contains("    externalEnums: [_MoodCases.self],\n"))
  }

  @Test("the key paths of enums whose cases only Swift knows are in a table, from which the runtime learns the enum")
  func keyPaths() throws {
    let dogs = try #require(try files()["dogs.swift"])
    #expect(dogs.contains("class var _keyPathColumns: [AnyKeyPath: Int] { [\\Dog.size: 2] }\n"))
  }

  @Test("new objects start with the case that the schema lists first")
  func defaults() throws {
    let dogs = try #require(try files()["dogs.swift"])
    #expect(dogs.contains("  public required init() {\n    super.init()\n    _setValue(2, Size())\n  }\n"))
    #expect(dogs.contains("public var mood: Zoo.Mood { @inlinable get { _value(0) } set { _setValue(0, newValue) } }"))
    #expect(dogs.contains("public var last: Zoo.Mood = Zoo.Mood.calm\n"))
    #expect(dogs.contains("public var next: Zoo.Mood = Zoo.Mood.`class`\n"))
  }

  @Test("a deprecated case is named where Swift does not warn")
  func deprecated() throws {
    let yaml = Self.yaml.replacing("calm: 1,", with: "calm: { value: 1, deprecated: Too quiet. },")
    let dogs = try #require(try files(yaml)["dogs.swift"])
    #expect(dogs.contains("  @available(*, deprecated) static func rawValue(of value: Zoo.Mood) -> Int {\n"))
  }

  @Test("the descriptor knows the cases and how Swift spells the enum, and its dump compiles back")
  func descriptor() throws {
    let schema = try #require(SchemaCompiler(name: "Kennel").check([SourceFile(path: "dogs.yaml", text: Self.yaml)]).schema).model
    let read = try DescriptorReader.read(DescriptorWriter.bytes(for: schema))
    #expect(read == schema)
    let mood = try #require(read.enums.first)
    #expect(mood.name == "Mood" && mood.externalName == "Zoo.Mood" && mood.cases.map(\.name) == ["calm", "class"])
    #expect(read.entities[0].properties.map(\.enumName) == ["Mood", "Mood", nil])
    #expect(read.entities[0].properties.map(\.defaultValue) == [nil, .int(2), nil])
    let dump = DescriptorDump.yaml(read)
    #expect(dump.contains("    external: true\n    swift: \"Zoo.Mood\"\n    cases:\n"))
    let again = try #require(SchemaCompiler(name: "Kennel").check([SourceFile(path: "dump.yaml", text: dump)]).schema).model
    #expect(Fingerprint.source(of: again) == Fingerprint.source(of: read))
    #expect(DescriptorDump.json(read).contains(#""swift": "Zoo.Mood""#))
    #expect(try DescriptorDump.hex(DescriptorWriter.bytes(for: schema)).contains("XENM"))
  }

  @Test("diff knows cases, defaults and the Swift name of an external enum")
  func differences() throws {
    func source(_ text: String) throws -> SchemaSource {
      let file = SourceFile(path: "dogs.yaml", text: text)
      return SchemaSource(
        path: "dogs.yaml", model: try #require(SchemaCompiler(needsName: false).check([file]).schema).model, files: [file])
    }
    let new = Self.yaml.replacing("Zoo.Mood", with: "Pet.Mood").replacing("class: 2", with: "class: 2, wild: 3")
    #expect(
      try SchemaChange.between(source(Self.yaml), source(new)).map { $0.text(oldPath: "", newPath: "") }.joined() == """
        automatic: dogs.yaml:3:3 -> dogs.yaml:3:82: Case 'Mood.wild' has been added.
        api: dogs.yaml:3:3 -> dogs.yaml:3:3: The Swift name of enum 'Mood' has been changed from 'Zoo.Mood' to 'Pet.Mood'.

        """)
  }

  @Test("format keeps an external enum with cases, and pictures show it")
  func others() throws {
    let text = """
      ashlar: 1

      enums:
        Mood:
          raw: Int
          external: true
          swift: Zoo.Mood
          cases: { calm: 1, busy: 2 }

      objects:
        Dog:
          properties:
            mood: Mood

      """
    let file = SourceFile(path: "dogs.yaml", text: text)
    guard case .formatted(let changed) = SchemaFormatter.format([file]).outcome else {
      Issue.record("not formatted")
      return
    }
    #expect(changed.isEmpty)
    let schema = try #require(SchemaCompiler(needsName: false).check([file]).schema).model
    #expect(MermaidDiagram.text(for: schema).contains("    <<enumeration>>\n    calm\n    busy\n"))
    #expect(HTMLPage.text(for: schema).contains("Stored as <code>Int</code>, declared in Swift as <code>Zoo.Mood</code>"))
  }
}
