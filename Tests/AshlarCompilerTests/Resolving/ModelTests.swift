import AshlarCompiler
import AshlarSchemaTools
import AshlarSchema
import Testing
import TestSupport

@Suite("The resolved model")
struct ModelTests {
  @Test("stored properties keep their order, linking objects come last")
  func order() throws {
    let yaml = """
      ashlar: 1
      schema: { name: Kennel, version: 18446744073709551614 }
      enums: { Mood: { raw: Int8, cases: { calm: 3, busy: , away: -1 } } }
      objects:
        Dog:
          doc: "A dog.\\n\\n"
          table: dogs
          properties:
            pups: { type: LinkingObjects<Dog>, origin: mother }
            chip: { type: "UUID?", primaryKey: true, column: chip_id }
            mother: Dog?
            mood: { type: "Mood?", default: busy, indexed: true }
            names: List<String>
      """
    let model = try #require(SchemaCompiler().check([SourceFile(path: "a.yaml", text: yaml)]).schema).model
    let expected = SchemaModel(
      name: "Kennel", version: .max - 1,
      entities: [
        EntityModel(
          name: "Dog", storedName: "dogs",
          properties: [
            PropertyModel(name: "chip", storedName: "chip_id", type: .uuid, isOptional: true, isPrimaryKey: true),
            PropertyModel(name: "mother", type: .object, isOptional: true, target: "Dog"),
            PropertyModel(name: "mood", type: .int8, isOptional: true, isIndexed: true, enumName: "Mood", defaultValue: .int(4)),
            PropertyModel(name: "names", type: .string, collection: .list),
            PropertyModel(name: "pups", type: .object, collection: .linkingObjects, target: "Dog", origin: "mother"),
          ], documentation: "A dog.")
      ],
      enums: [
        EnumModel(
          name: "Mood", rawType: .int8,
          cases: [
            EnumCaseModel(name: "calm", rawValue: .int(3)), EnumCaseModel(name: "busy", rawValue: .int(4)),
            EnumCaseModel(name: "away", rawValue: .int(-1)),
          ])
      ])
    #expect(model == expected)
  }

  @Test("collections, any values, custom types, former names and made defaults are in the model")
  func kinds() throws {
    let yaml = """
      ashlar: 1
      schema: { name: Kennel }
      enums: { Mood: { unknown: other, cases: [calm, other] } }
      types:
        Spot: { persisted: Home }
        Web: { persisted: String, failable: true, swift: Zoo.Web }
      objects:
        Dog:
          was: [Hound, Cur]
          properties:
            a: "Map<String, Dog?>"
            b: MutableSet<Mood>
            c: AnyRealmValue
            d: { type: Spot, was: [x] }
            e: { type: "Web?", indexed: true }
            f: List<Int?>
            g: { type: Home!, default: { swift: Home() } }
            h: { type: String, default: { new: UUID } }
            i: { type: UUID, default: { new: UUID } }
            j: { type: Int, default: 4, backfill: true }
      embedded: { Home: {} }
      asymmetric: { Report: {} }
      """
    let model = try #require(SchemaCompiler().check([SourceFile(path: "a.yaml", text: yaml)]).schema).model
    #expect(model.customTypes.map(\.name) == ["Spot", "Web"] && model.customTypes.map(\.isFailable) == [false, true])
    #expect(model.customTypes.map(\.persistedType) == [.object, .string] && model.customTypes[0].target == "Home")
    #expect(model.enums[0].unknownCase == 1)
    let dog = try #require(model.entity(named: "Dog"))
    #expect(dog.was == ["Hound", "Cur"])
    #expect(dog.properties.map(\.collection) == [.map, .set, .none, .none, .none, .list, .none, .none, .none, .none])
    #expect(dog.properties.map(\.type) == [.object, .string, .any, .object, .string, .int, .object, .string, .uuid, .int])
    #expect(dog.properties.map(\.isOptional) == [true, false, false, false, true, true, true, false, false, false])
    #expect(dog.properties.map(\.customName) == [nil, nil, nil, "Spot", "Web", nil, nil, nil, nil, nil])
    #expect(dog.properties.map(\.defaultValue) == [nil, nil, nil, nil, nil, nil, .code, .newUUID, nil, .int(4)])
    #expect(dog.properties[3].target == "Home" && dog.properties[3].was == ["x"])
    #expect(dog.properties[6].isImplicitlyUnwrapped && dog.properties[9].isBackfilled)
    #expect(model.entity(named: "Report")?.kind == .asymmetric)
  }

  @Test("the samples survive the descriptor and its dump", arguments: ["Atlas", "Fleet", "Library", "People"])
  func roundTrip(_ target: String) throws {
    let files = try Repository.names(in: "Schemas/\(target)").filter { $0.hasSuffix(".yaml") }.map {
      SourceFile(path: $0, text: try Repository.text("Schemas/\(target)/\($0)"))
    }
    let model = try #require(SchemaCompiler(name: target).check(files).schema).model
    #expect(try DescriptorReader.read(DescriptorWriter.bytes(for: model)) == model)
    let again = SchemaCompiler().check([SourceFile(path: "dump.yaml", text: DescriptorDump.yaml(model))])
    #expect(again.diagnostics.map { $0.text() } == [])
    #expect(again.schema?.model == model)
  }
}
