import AshlarCompiler
import AshlarSchemaTools
import Foundation
import Testing

@Suite("Emitted values")
struct ValueEmissionTests {
  private func text(_ yaml: String) throws -> String {
    try #require(try generate([SourceFile(path: "dogs.yaml", text: "ashlar: 1\n" + yaml)], name: "Kennel", access: nil)["dogs.swift"])
  }

  @Test("without the key nothing is emitted")
  func without() throws {
    let plain = "objects: { Dog: { properties: { id: { type: Int, primaryKey: true } } } }"
    let off = "objects: { Dog: { values: false, properties: { id: { type: Int, primaryKey: true } } } }"
    #expect(try !text(plain).contains("struct Value"))
    #expect(try text(off) == text(plain))
  }

  @Test("in the schema block the key is for each type that does not decline it")
  func schema() throws {
    let types = "objects: { Dog: { V properties: { tag: Tag? } }, Log: { W properties: {} } }\nembedded: { Tag: { V properties: {} } }"
    func text(schema: String, _ dog: String, _ log: String) throws -> String {
      try self.text(schema + types.replacingOccurrences(of: "V ", with: dog).replacingOccurrences(of: "W ", with: log))
    }
    let each = try text(schema: "", "values: true, ", "")
    #expect(each.contains("struct Value"))
    #expect(try text(schema: "schema: { values: true }\n", "", "values: false, ") == each)
    #expect(try text(schema: "schema: { values: false }\n", "values: true, ", "") == each)
  }

  @Test("the struct has the stored properties, and the initializer an argument for each")
  func members() throws {
    let emitted = try text(
      """
      objects:
        Dog:
          values: true
          properties:
            id: { type: Int, primaryKey: true }
            class: String?
            born: Date
            fresh: { type: UUID, default: { new: UUID } }
            boss: Dog?
            pack: List<Dog>
            back: { type: LinkingObjects<Dog>, origin: boss }
      """)
    #expect(emitted.contains("class Dog: Object, KeyedValueConvertible {"))
    #expect(
      emitted.contains(
        "public init(id: Int = 0, `class`: String? = nil, born: Date, fresh: UUID, boss: Linked<Dog>? = nil, pack: [Linked<Dog>] = [])"))
    #expect(emitted.contains("try self.pack._fill(value.pack, realm)"))
    #expect(emitted.components(separatedBy: "back: ").count == 2, "the class has it alone")
    #expect(!emitted.contains("CodingKeys"))
  }

  @Test("a coded struct with defaults has an initializer that uses them where keys are absent")
  func defaults() throws {
    let emitted = try text(
      """
      objects:
        Dog:
          values: true
          conforms: [Codable]
          properties:
            id: { type: UUID, primaryKey: true }
            name: { type: String, json: title }
            age: { type: "Int?", default: 3 }
            made: { type: Date, default: now }
            code: { type: Int, default: { swift: Codes.next } }
            boss: Dog?
            tags: List<String>
            left: { type: Int, default: 7, json: false }
      """)
    #expect(
      emitted.contains(
        """
            public init(from decoder: any Decoder) throws {
              let coding = try decoder.container(keyedBy: CodingKeys.self)
              self.id = try coding.contains(.id) ? coding.decode(UUID.self, forKey: .id) : UUID()
              self.name = try coding.decode(String.self, forKey: .name)
              self.age = try coding.contains(.age) ? coding.decodeIfPresent(Int.self, forKey: .age) : 3
              self.made = try coding.contains(.made) ? coding.decode(Date.self, forKey: .made) : Date()
              self.code = try coding.contains(.code) ? coding.decode(Int.self, forKey: .code) : (Codes.next)
              self.boss = try coding.decodeIfPresent(Linked<Dog>.self, forKey: .boss)
              self.tags = try coding.decode([String].self, forKey: .tags)
            }

        """))
    #expect(
      emitted.contains(
        """
            public func encode(to encoder: any Encoder) throws {
              var coding = encoder.container(keyedBy: CodingKeys.self)
              try coding.encode(self.id, forKey: .id)
              try coding.encode(self.name, forKey: .name)
              try coding.encode(self.age, forKey: .age)
              try coding.encode(self.made, forKey: .made)
              try coding.encode(self.code, forKey: .code)
              try coding.encodeIfPresent(self.boss, forKey: .boss)
              try coding.encode(self.tags, forKey: .tags)
            }

        """), "nil is null where an absent key is a default")
    let required = try text("objects: { Dog: { values: true, conforms: [Codable], properties: { a: { type: Int, default: 1 } } } }")
    #expect(!required.contains("encoder.container"), "Swift synthesizes the method of structs without optional defaults")
    let plain = try text("objects: { Dog: { values: true, conforms: [Codable], properties: { a: Int } } }")
    #expect(!plain.contains("decoder.container"), "Swift synthesizes the initializer of structs without defaults")
  }
}
