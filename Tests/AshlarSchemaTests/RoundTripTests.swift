import AshlarSchema
import AshlarSchemaTools
import Testing

@Suite struct RoundTripTests {
  @Test("a random model survives writing and reading")
  func randomModels() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("RoundTripTests.randomModels seed \(seed)")
    for step in 0..<400 {
      var random = RandomModel(seed: seed &+ UInt64(step))
      let schema = random.schema()
      let bytes = DescriptorWriter.bytes(for: schema)
      let read = try DescriptorReader.read(bytes)
      #expect(read == schema, "seed \(seed), step \(step)")
      #expect(DescriptorWriter.bytes(for: read) == bytes, "seed \(seed), step \(step)")
      let header = try DescriptorReader.header(bytes)
      #expect(header.storageFingerprint == Fingerprint.storage(of: schema))
      #expect(header.sourceFingerprint == Fingerprint.source(of: schema))
      #expect(header.schemaVersion == schema.version)
      _ = try DescriptorDump.hex(bytes)
      _ = DescriptorDump.yaml(schema)
      _ = DescriptorDump.json(schema)
    }
  }

  @Test("the bytes do not depend on the order of entities and enums given")
  func order() {
    let reversed = SchemaModel(
      name: people.name, version: people.version, entities: people.entities.reversed(), enums: people.enums.reversed())
    #expect(DescriptorWriter.bytes(for: reversed) == DescriptorWriter.bytes(for: people))
  }

  @Test("documentation can be left out and changes no fingerprint")
  func withoutDocumentation() throws {
    let bytes = DescriptorWriter.bytes(for: people, documentation: false)
    let read = try DescriptorReader.read(bytes)
    #expect(read.entities.allSatisfy { $0.documentation == nil && $0.properties.allSatisfy { $0.documentation == nil } })
    #expect(Fingerprint.source(of: read) == Fingerprint.source(of: people))
    let header = try DescriptorReader.header(bytes)
    #expect(!header.hasDocumentation)
    #expect(header.sourceFingerprint == Fingerprint.source(of: people))
  }

  @Test("an empty schema survives")
  func empty() throws {
    let schema = SchemaModel(name: "Empty", entities: [])
    #expect(try DescriptorReader.read(DescriptorWriter.bytes(for: schema)) == schema)
  }

  @Test("every kind of value equals itself, and no other")
  func values() {
    let values: [DefaultValue] = [
      .bool(true), .bool(false), .int(1), .int(0), .double(.nan), .double(1), .double(0), .double(-0.0), .double(.infinity), .string("a"),
      .string("b"),
      .data([1]), .data([]), .date(seconds: 1, nanoseconds: 0), .date(seconds: 1, nanoseconds: 1), .now,
      .decimal128(low: 0, high: 1), .decimal128(low: 1, high: 0), .objectId([1]), .uuid([1]), .newUUID, .newUUIDv7, .newObjectId, .code,
    ]
    for (first, a) in values.enumerated() {
      for (second, b) in values.enumerated() { #expect((a == b) == (first == second), "\(a) and \(b)") }
    }
    #expect(Set(values + values).count == values.count)
    #expect(DefaultValue.double(.nan).hashValue == DefaultValue.double(.signalingNaN).hashValue)
  }

  @Test("the defaults 0.0 and -0.0 survive beside each other, and changing one to the other is a difference")
  func zeros() throws {
    func schema(_ defaults: [Double]) -> SchemaModel {
      let properties = defaults.enumerated().map { PropertyModel(name: "a\($0)", type: .double, defaultValue: .double($1)) }
      return SchemaModel(name: "S", entities: [EntityModel(name: "T", properties: properties)])
    }
    for defaults in [[0.0, -0.0], [-0.0, 0.0]] {
      let read = try DescriptorReader.read(DescriptorWriter.bytes(for: schema(defaults)))
      #expect(read == schema(defaults))
      let signs: [FloatingPointSign?] = read.entities[0].properties.map { property in
        guard case .double(let number)? = property.defaultValue else { return nil }
        return number.sign
      }
      #expect(signs == defaults.map(\.sign))
    }
    #expect(schema([0.0]) != schema([-0.0]))
    #expect(DescriptorWriter.bytes(for: schema([0.0])) != DescriptorWriter.bytes(for: schema([-0.0])))
  }

  @Test("raw values of an enum are compared as Swift compares them: 0.0 equals -0.0", arguments: [ValueType.float, .double])
  func rawZeros(type: ValueType) {
    let model = EnumModel(name: "Level", rawType: type, cases: [EnumCaseModel(name: "none", rawValue: .double(-0.0))])
    #expect(EnumCases(model)?.contains(.double(0)) == true)
    #expect(EnumCases(model)?.contains(.double(-0.0)) == true)
    #expect(EnumCases(model)?.contains(.double(1)) == false)
    let both = EnumModel(
      name: "Level", rawType: type,
      cases: [EnumCaseModel(name: "none", rawValue: .double(-0.0)), EnumCaseModel(name: "zero", rawValue: .double(0))])
    let bytes = DescriptorWriter.bytes(for: SchemaModel(name: "S", entities: [], enums: [both]))
    #expect(fault(bytes)?.fault == .duplicate(field: "raw value of", name: "zero"))
  }

  @Test(
    "decimals are read in the one form that stands for their number",
    arguments: [
      (1, 0x7e00_0000_0000_0000, 0, 0x7c00_0000_0000_0000), (0, 0xfc00_0000_0000_0000, 0, 0x7c00_0000_0000_0000),
      (5, 0xf800_0000_0000_0007, 0, 0xf800_0000_0000_0000), (9, 0x6c10_0000_0000_0001, 0, 0x3040_0000_0000_0000),
      (0, 0x3041_ffff_ffff_ffff, 0, 0x3040_0000_0000_0000), (125, 0xb03c_0000_0000_0000, 125, 0xb03c_0000_0000_0000),
    ] as [(UInt64, UInt64, UInt64, UInt64)])
  func decimals(_ low: UInt64, _ high: UInt64, _ canonicalLow: UInt64, _ canonicalHigh: UInt64) throws {
    let property = PropertyModel(name: "a", type: .decimal128, defaultValue: .decimal128(low: low, high: high))
    let schema = SchemaModel(name: "S", entities: [EntityModel(name: "T", properties: [property])])
    let read = try DescriptorReader.read(DescriptorWriter.bytes(for: schema))
    #expect(read.entities[0].properties[0].defaultValue == .decimal128(low: canonicalLow, high: canonicalHigh))
  }
}
