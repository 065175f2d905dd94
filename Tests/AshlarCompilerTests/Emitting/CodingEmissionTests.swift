import AshlarCompiler
import AshlarSchemaTools
import Testing

@Suite("Emitted coding")
struct CodingEmissionTests {
  /// What stands between the properties of the first class and what the runtime needs.
  private func coding(_ yaml: String, access: AccessLevel? = nil) throws -> String {
    let files = try generate([SourceFile(path: "dogs.yaml", text: "ashlar: 1\n" + yaml)], name: "Kennel", access: access)
    let text = try #require(files["dogs.swift"])
    guard let start = text.firstRange(of: "  // MARK: - Coding\n"), let end = text.firstRange(of: "\n  // MARK: - Support") else {
      return ""
    }
    return String(text[start.upperBound..<end.lowerBound])
  }

  @Test("every kind of property is coded with its type, in the order of the schema, without calling observers")
  func kinds() throws {
    let yaml = """
      mixins: { M: { properties: { a: { type: Int, json: from mixin } } } }
      enums: { Mood: [calm], Kind: { external: true, swift: Zoo.Kind } }
      types: { URL: { persisted: String }, Point: { persisted: Spot } }
      objects:
        Dog:
          mixins: [M]
          conforms: [Swift.Codable]
          properties:
            b: { type: ObjectId, primaryKey: true }
            c: { type: "String", didSet: changed, deprecated: Gone. }
            d: String!
            e: Mood
            f: Kind
            g: Kind?
            h: URL?
            i: Point
            j: Dog!
            k: Spot?
            l: { type: "List<Int?>", json: "\\"l\\"" }
            m: MutableSet<Mood>
            n: "Map<String, Dog?>"
            o: { type: AnyRealmValue, json: false }
            p: { type: LinkingObjects<Dog>, origin: j }
            q: { type: Int, ignored: true }
            class: Bool?
      embedded: { Spot: { conforms: [Codable] } }
      """
    #expect(
      try coding(yaml) == #"""

          public convenience init(from decoder: any Decoder) throws {
            self.init()
            let coding = try _Decoding(orKey: decoder)
            if coding.isKey { _setValue(1, try coding.key(ObjectId.self, of: self)); return }
            _setInt(0, try coding.value(Int.self, "from mixin"))
            if coding.contains("b") { _setValue(1, try coding.value(ObjectId.self, "b")) }
            _setString(2, try coding.value(String.self, "c"))
            _setOptionalString(3, try coding.optional(String.self, "d"))
            _setValue(4, try coding.value(Mood.self, "e"))
            _setValue(5, try coding.value(Zoo.Kind.self, "f"))
            _setOptionalValue(6, try coding.optional(Zoo.Kind.self, "g"))
            _setOptionalCustom(7, try coding.optional(URL.self, "h"))
            _setCustomObject(8, try coding.value(Point.self, "i"))
            _setObject(9, try coding.optional(Dog.self, "j"))
            _setEmbedded(10, try coding.optional(Spot.self, "k"))
            _setList(11, try coding.value(List<Int?>.self, "\"l\""))
            _setMutableSet(12, try coding.value(MutableSet<Mood>.self, "m"))
            _setMap(13, try coding.value(Map<String, Dog?>.self, "n"))
            _setOptionalBool(15, try coding.optional(Bool.self, "class"))
          }

          public func encode(to encoder: any Encoder) throws {
            if try _Encoding.key(_value(1) as ObjectId, of: self, encoder) { return }
            var coding = try _Encoding(self, encoder)
            try coding.encode(_int(0) as Int, "from mixin")
            try coding.encode(_value(1) as ObjectId, "b")
            try coding.encode(_string(2) as String, "c")
            try coding.encode(_optionalString(3) as String?, "d")
            try coding.encode(_value(4) as Mood, "e")
            try coding.encode(_externalEnum(5) as Zoo.Kind, "f")
            try coding.encode(_optionalValue(6) as Zoo.Kind?, "g")
            try coding.encode(_optionalCustom(7) as URL?, "h")
            try coding.encode(_customObject(8) as Point, "i")
            try coding.encode(_object(9, Dog.self) as Dog?, "j")
            try coding.encode(_embedded(10, Spot.self) as Spot?, "k")
            try coding.encode(_list(11) as List<Int?>, "\"l\"")
            try coding.encode(_mutableSet(12) as MutableSet<Mood>, "m")
            try coding.encode(_map(13) as Map<String, Dog?>, "n")
            try coding.encode(_optionalBool(15) as Bool?, "class")
          }

        """#)
  }

  @Test("a property with a default, and a required identifier, are stored only if there is a key for them")
  func defaults() throws {
    let text = try coding(
      """
      objects:
        Dog:
          conforms: [Decodable]
          properties:
            a: { type: Int, default: 3 }
            b: { type: "String?", default: none }
            c: { type: Date, default: now }
            d: { type: String, default: { swift: Names.next } }
            e: ObjectId
            f: UUID
            g: UUID?
            h: Date
            i: List<UUID>
      """)
    #expect(
      text == #"""

          public convenience init(from decoder: any Decoder) throws {
            self.init()
            let coding = try _Decoding(decoder)
            if coding.contains("a") { _setInt(0, try coding.value(Int.self, "a")) }
            if coding.contains("b") { _setOptionalString(1, try coding.optional(String.self, "b")) }
            if coding.contains("c") { _setDate(2, try coding.value(Date.self, "c")) }
            if coding.contains("d") { _setString(3, try coding.value(String.self, "d")) }
            if coding.contains("e") { _setValue(4, try coding.value(ObjectId.self, "e")) }
            if coding.contains("f") { _setValue(5, try coding.value(UUID.self, "f")) }
            _setOptionalValue(6, try coding.optional(UUID.self, "g"))
            _setDate(7, try coding.value(Date.self, "h"))
            _setList(8, try coding.value(List<UUID>.self, "i"))
          }

        """#)
  }

  @Test("a key that is not coded is read where it stands for an object")
  func keyAlone() throws {
    let text = try coding("objects: { Dog: { conforms: [Codable], properties: { a: { type: String, primaryKey: true, json: false } } } }")
    #expect(
      text == #"""

          public convenience init(from decoder: any Decoder) throws {
            self.init()
            let coding = try _Decoding(orKey: decoder)
            if coding.isKey { _setString(0, try coding.key(String.self, of: self)); return }
          }

          public func encode(to encoder: any Encoder) throws {
            if try _Encoding.key(_string(0) as String, of: self, encoder) { return }
            _ = try _Encoding(self, encoder)
          }

        """#)
  }

  @Test("only the listed half of Codable is emitted, and open classes allow overriding it")
  func halves() throws {
    #expect(try coding("objects: { Dog: { properties: { a: Int } } }") == "")
    #expect(
      try coding("objects: { Dog: { open: true, conforms: [Encodable], properties: { a: Int } } }", access: .package) == """

          package func encode(to encoder: any Encoder) throws {
            var coding = try _Encoding(self, encoder)
            try coding.encode(_int(0) as Int, "a")
          }

        """)
    #expect(
      try coding("objects: { Dog: { open: true, conforms: [Decodable, Encodable] } }") == """

          public required convenience init(from decoder: any Decoder) throws {
            self.init()
            _ = try _Decoding(decoder)
          }

          open func encode(to encoder: any Encoder) throws { _ = try _Encoding(self, encoder) }

        """)
  }

  @Test("coding that names a deprecated type is deprecated itself, so that it does not warn")
  func deprecated() throws {
    let old = "  Old: { deprecated: Gone., conforms: [Encodable] }\n"
    let text = try coding("objects:\n  Dog: { conforms: [Encodable], properties: { a: List<Old> } }\n" + old)
    #expect(text.hasPrefix("\n  @available(*, deprecated) public func encode("))
    let left = try coding("objects:\n  Dog: { conforms: [Encodable], properties: { a: { type: List<Old>, json: false } } }\n" + old)
    #expect(left.hasPrefix("\n  public func encode("))
  }
}
