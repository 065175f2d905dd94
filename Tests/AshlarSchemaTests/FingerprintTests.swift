import Testing

@testable import AshlarSchema

@Suite struct FingerprintTests {
  private let dog = SchemaModel(
    name: "S", version: 1,
    entities: [
      EntityModel(
        name: "Dog", storedName: "D",
        properties: [
          PropertyModel(name: "b", type: .int64, isOptional: true),
          PropertyModel(name: "a", type: .object, collection: .list, target: "Dog"),
        ])
    ])

  @Test("FNV-1a has the published values")
  func fnv() {
    #expect(FNV1a.hash([]) == 0xcbf2_9ce4_8422_2325)
    #expect(FNV1a.hash(Array("a".utf8)) == 0xaf63_dc4c_8601_ec8c)
    #expect(FNV1a.hash(Array("foobar".utf8)) == 0x8594_4171_f739_67e8)
  }

  @Test("the storage form is, byte by byte, as documented")
  func storageForm() {
    var form = CanonicalForm()
    form.storage(of: dog)
    let expected: [UInt8] =
      [0x53, 1, 0, 0, 0]  // S, entities
      + [0x45, 1, 0, 0, 0, 0x44, 0, 2, 0, 0, 0]  // E, "D", object, columns
      + [1, 0, 0, 0, 0x61, 15, 1, 0, 1, 0, 0, 0, 0x44]  // "a", object, list, no flags, target "D"
      + [1, 0, 0, 0, 0x62, 2, 0, 1, 0, 0, 0, 0]  // "b", int, single, optional, no target
    #expect(form.bytes == expected)
    #expect(Fingerprint.storage(of: dog) == FNV1a.hash(expected))
    #expect(hexadecimal(Fingerprint.storage(of: dog)) == "0x12257ec7add59212")
    #expect(Fingerprint.storage(of: dog.entities[0], in: dog) == FNV1a.hash(Array(expected[5...])))
  }

  @Test("the source form is, byte by byte, as documented")
  func sourceForm() {
    let schema = SchemaModel(
      name: "S", version: 1,
      entities: [EntityModel(name: "D", properties: [PropertyModel(name: "a", type: .int, isPrimaryKey: true, defaultValue: .int(-1))])],
      enums: [EnumModel(name: "E", rawType: .string, cases: [EnumCaseModel(name: "c", rawValue: .string("x"))])])
    var form = CanonicalForm()
    form.source(of: schema)
    let expected: [UInt8] =
      [0x47, 1, 0, 0, 0, 0x53, 1, 0, 0, 0, 0, 0, 0, 0]  // G, "S", version
      + [1, 0, 0, 0, 1, 0, 0, 0, 0x44, 1, 0, 0, 0, 0x44, 0, 1, 0, 0, 0]  // entities, "D", "D", object, properties
      + [1, 0, 0, 0, 0x61, 1, 0, 0, 0, 0x61, 2, 0, 6]  // "a", "a", int, single, indexed key
      + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]  // no target, enum, origin
      + [2, 255, 255, 255, 255, 255, 255, 255, 255]  // int -1
      + [1, 0, 0, 0, 1, 0, 0, 0, 0x45, 9, 1, 0, 0, 0]  // enums, "E", string, cases
      + [1, 0, 0, 0, 0x63, 4, 1, 0, 0, 0, 0x78]  // "c", string "x"
    #expect(form.bytes == expected)
    #expect(Fingerprint.source(of: schema) == FNV1a.hash(expected))
  }

  @Test("the fingerprints of the example never change")
  func vectors() {
    #expect(hexadecimal(Fingerprint.storage(of: people)) == "0x58aa66dfd1d478c8")
    #expect(hexadecimal(Fingerprint.source(of: people)) == "0x8d04e93a80bca12a")
    #expect(hexadecimal(Fingerprint.storage(of: people.entities[1], in: people)) == "0x5e466b38203e8917")
  }

  private func change(_ edit: (inout SchemaModel) -> Void) -> (storage: Bool, source: Bool) {
    var schema = people
    edit(&schema)
    return (
      Fingerprint.storage(of: schema) != Fingerprint.storage(of: people), Fingerprint.source(of: schema) != Fingerprint.source(of: people)
    )
  }

  @Test("documentation changes neither fingerprint")
  func documentation() {
    #expect(change { $0.entities[0].documentation = "other" } == (false, false))
    #expect(change { $0.enums[0].cases[0].documentation = "other" } == (false, false))
  }

  @Test("Swift names, order, indexes, defaults, enums, linking objects and the version change the source only")
  func sourceOnly() {
    #expect(change { $0.entities[1].name = "Doggy" }.storage == false)
    #expect(change { $0.entities[1].properties.swapAt(0, 1) } == (false, true))
    #expect(change { $0.entities[1].properties[0].isIndexed = true } == (false, true))
    #expect(change { $0.entities[1].properties[1].defaultValue = nil } == (false, true))
    #expect(change { $0.enums[0].cases.removeLast() } == (false, true))
    #expect(change { $0.entities[2].properties.removeLast() } == (false, true))
    #expect(change { $0.version += 1 } == (false, true))
  }

  @Test("stored names, types, optionality, collections, targets, keys and kinds change both")
  func both() {
    #expect(change { $0.entities[1].storedName = "X" } == (true, true))
    #expect(change { $0.entities[1].kind = .embedded } == (true, true))
    #expect(change { $0.entities[2].properties[1].storedName = "x" } == (true, true))
    #expect(change { $0.entities[2].properties[2].type = .int32 } == (true, true))
    #expect(change { $0.entities[2].properties[2].isOptional = true } == (true, true))
    #expect(change { $0.entities[2].properties[2].collection = .list } == (true, true))
    #expect(change { $0.entities[2].properties[0].isPrimaryKey = false } == (true, true))
    #expect(change { $0.entities[2].properties[6].target = "Dog" } == (true, true))
  }

  @Test("int and int64 are stored alike")
  func int64() {
    #expect(change { $0.entities[2].properties[2].type = .int64 } == (false, true))
  }
}
