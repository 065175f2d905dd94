import AshlarSchema
import Testing

@Suite("The history of a schema")
struct SchemaHistoryTests {
  private static func schema(_ version: UInt64, _ properties: String...) -> SchemaModel {
    SchemaModel(
      name: "Kennel", version: version,
      entities: [EntityModel(name: "Dog", properties: properties.map { PropertyModel(name: $0, type: .int) })])
  }

  /// Files of releases, each of which has one property more.
  private static func files(_ versions: UInt64...) throws -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = []
    var before: Predecessor?
    for (index, version) in versions.enumerated() {
      var schema = schema(version)
      schema.entities[0].properties = (0...index).map { PropertyModel(name: "p\($0)", type: .int) }
      let bytes = Release.descriptor(of: schema, after: before)
      before = Predecessor(version: version, checksum: try DescriptorReader.header(bytes).checksum)
      files.append(("\(version).ashlarbin", bytes))
    }
    return files
  }

  private static func fault(_ files: [(name: String, bytes: [UInt8])]) -> String {
    do throws(HistoryFault) {
      _ = try SchemaHistory(files: files)
      return ""
    } catch {
      return error.description
    }
  }

  @Test("releases are read in any order, also where numbers are left out")
  func order() throws {
    #expect(try SchemaHistory(files: Self.files(1, 2, 7).reversed()).releases.map(\.version) == [1, 2, 7])
  }

  @Test("a release keeps what concerns files, and Swift names")
  func kept() throws {
    var schema = Self.schema(1, "a")
    schema.entities[0].documentation = "A dog."
    schema.entities[0].properties[0].defaultValue = .int(1)
    let release = try Release(descriptor: Release.descriptor(of: schema, after: nil))
    schema.entities[0].documentation = nil
    #expect(release.model == schema)
    #expect(release.predecessor == nil)
  }

  @Test("a missing release is named, with the one that was made from it")
  func missing() throws {
    var files = try Self.files(1, 2, 3)
    files.remove(at: 1)
    #expect(
      Self.fault(files) == "'2.ashlarbin' is missing from the history, and 3 was made from it; restore it from version control")
  }

  @Test("the first release may be missing least of all")
  func firstMissing() throws {
    #expect(
      Self.fault(Array(try Self.files(1, 2).dropFirst()))
        == "'1.ashlarbin' is missing from the history, and 2 was made from it; restore it from version control")
  }

  @Test("a release that was changed is named")
  func changed() throws {
    var files = try Self.files(1, 2)
    files[0].bytes = Release.descriptor(of: Self.schema(1, "other"), after: nil)
    #expect(
      Self.fault(files) == "'1.ashlarbin' in the history has changed since 2 was made from it; restore it from version control")
  }

  @Test("a release beside the chain is found")
  func beside() throws {
    var files = try Self.files(1, 3)
    files.append(("2.ashlarbin", Release.descriptor(of: Self.schema(2, "x"), after: nil)))
    #expect(
      Self.fault(files)
        == "'2.ashlarbin' in the history was not made from 1, which comes before it; move one of them elsewhere")
  }

  @Test("names that are no versions, other versions and damaged files are refused")
  func names() throws {
    let bytes = try Self.files(1)[0].bytes
    #expect(
      Self.fault([("one.ashlarbin", bytes)])
        == "'one.ashlarbin' in the history is not named after a version, as '3.ashlarbin' is; move it elsewhere")
    #expect(Self.fault([("2.ashlarbin", bytes)]) == "'2.ashlarbin' in the history holds version 1; give it back its name")
    #expect(Self.fault([("1.ashlarbin", Array(bytes.dropLast()))]).hasPrefix("'1.ashlarbin' in the history is not a readable descriptor: "))
    #expect(SchemaHistory.version(ofFile: "01.ashlarbin") == nil)
  }

  @Test("the version follows the newest release while files are the same, and is one more when they differ")
  func version() throws {
    let history = try SchemaHistory(files: Self.files(1, 4))
    #expect(history.version(of: Self.schema(0, "p0", "p1")) == 4)
    #expect(history.version(of: Self.schema(0, "p0")) == 5)
    #expect(SchemaHistory().version(of: Self.schema(0)) == 1)
  }

  // MARK: - Steps

  private static func model(_ version: UInt64, _ entities: EntityModel...) -> SchemaModel {
    SchemaModel(name: "Kennel", version: version, entities: entities)
  }

  @Test("values that go ask for code: removed, of another type, no longer optional")
  func steps() {
    let old = Self.model(
      1,
      EntityModel(
        name: "Dog",
        properties: [
          PropertyModel(name: "gone", type: .int), PropertyModel(name: "changed", type: .int),
          PropertyModel(name: "required", type: .int, isOptional: true),
        ]))
    let new = Self.model(
      2, EntityModel(name: "Dog", properties: [PropertyModel(name: "changed", type: .string), PropertyModel(name: "required", type: .int)]))
    let step = MigrationStep.between(old, new)
    #expect(step.map(\.differences.count) == [3])
    #expect(step.map(\.oldType) == ["Dog"])
  }

  @Test("what keeps its values asks for none: added, renamed, optional, of other widths, and what is dropped")
  func noSteps() {
    var dog = EntityModel(
      name: "Dog",
      properties: [
        PropertyModel(name: "years", type: .int), PropertyModel(name: "legs", type: .int, isOptional: true),
        PropertyModel(name: "wide", type: .int), PropertyModel(name: "new", type: .int),
      ])
    dog.properties[0].was = ["age"]
    dog.dropped = ["gone"]
    let old = Self.model(
      1,
      EntityModel(
        name: "Dog",
        properties: [
          PropertyModel(name: "age", type: .int), PropertyModel(name: "legs", type: .int), PropertyModel(name: "wide", type: .int8),
          PropertyModel(name: "gone", type: .string),
        ]), EntityModel(name: "Cat", properties: []))
    #expect(MigrationStep.between(old, Self.model(2, dog)) == [])
  }

  @Test("the steps of embedded types come before those of what embeds them, the innermost first")
  func innermostFirst() throws {
    func entity(_ name: String, _ kind: EntityKind, _ target: String?, _ property: String) -> EntityModel {
      let link = target.map { [PropertyModel(name: "link", type: .object, isOptional: true, target: $0)] } ?? []
      return EntityModel(name: name, kind: kind, properties: [PropertyModel(name: property, type: .int)] + link)
    }
    func model(_ version: UInt64, _ property: String) -> SchemaModel {
      Self.model(
        version, entity("A", .object, "B", property), entity("B", .embedded, "C", property), entity("C", .embedded, nil, property))
    }
    #expect(MigrationStep.between(model(1, "old"), model(2, "new")).map(\.newType) == ["C", "B", "A"])
  }
}
