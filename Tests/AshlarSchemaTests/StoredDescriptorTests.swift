import AshlarSchema
import AshlarSchemaTools
import Testing

@Suite struct StoredDescriptorTests {
  @Test("a descriptor of the first version is read by every later build")
  func first() throws {
    let bytes = try #require(fixtureBytes("people-v1.ashlarbin"))
    #expect(try DescriptorReader.read(bytes) == people)
    #expect(try DescriptorReader.header(bytes).storageFingerprint == Fingerprint.storage(of: people))
  }

  @Test("so is one of format 1.1, with every part that came with it")
  func everything() throws {
    let bytes = try #require(fixtureBytes("everything-v1.1.ashlarbin"))
    let schema = try DescriptorReader.read(bytes)
    #expect(DescriptorDump.yaml(schema) == fixture("everything-v1.1.yaml"))
    let header = try DescriptorReader.header(bytes)
    #expect(header.formatMinor == 1 && header.schemaVersion == 7 && header.hasDocumentation)
    #expect(header.storageFingerprint == Fingerprint.storage(of: schema) && header.sourceFingerprint == Fingerprint.source(of: schema))
    #expect(try DescriptorReader.sourceMap(bytes).places[.type("Dog")] == SourceMap.Place(file: "all.yaml", line: 15, column: 3))
    #expect(schema.customTypes.count == 2 && schema.projections.count == 1 && schema.enums[0].unknownCase == 2)
  }

  @Test("so is one with types of other modules, which came after it")
  func foreignTypes() throws {
    let schema = try DescriptorReader.read(try #require(fixtureBytes("foreign-types-v1.1.ashlarbin")))
    let properties = try #require(schema.entities.first).properties
    #expect(properties.map(\.schemaType) == ["Other.Tag", "Other.State?", "Map<Other.Weight?>", "String"])
    #expect(properties.map(\.foreignType) == ["Other.Tag", "Other.State", "Other.Weight", nil])
    #expect(properties[0].isPrimaryKey && properties[0].defaultValue == .code && properties[1].isIndexed)
  }
}
