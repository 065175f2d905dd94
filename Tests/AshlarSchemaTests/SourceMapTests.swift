import AshlarSchema
import Testing

@Suite("Places of declarations in a descriptor")
struct SourceMapTests {
  private let map = SourceMap(places: [
    .type("Person"): .init(file: "people.yaml", line: 3, column: 5), .type("Hound"): .init(file: "dogs.yaml", line: 7, column: 3),
    .property(type: "Hound", property: "photo"): .init(file: "dogs.yaml", line: 9, column: 7),
    .enumeration("Mood"): .init(file: "people.yaml", line: 12, column: 3),
  ])

  @Test("they are decoded as they were encoded, and change nothing else")
  func roundTrip() throws {
    let bytes = DescriptorWriter.bytes(for: people, sourceMap: map)
    let found = try DescriptorReader.sourceMap(bytes)
    #expect(found.places[.type("Hound")]?.line == 7 && found.places[.property(type: "Hound", property: "photo")]?.column == 7)
    #expect(found.places.keys.allSatisfy { map.places[$0] == found.places[$0] } && found.places.count >= 3)
    #expect(try DescriptorReader.read(bytes) == people)
    #expect(try DescriptorReader.header(bytes).sourceFingerprint == Fingerprint.source(of: people))
  }

  @Test("without them the descriptor is as it always was")
  func none() throws {
    #expect(try DescriptorReader.sourceMap(DescriptorWriter.bytes(for: people)).places.isEmpty)
    #expect(DescriptorWriter.bytes(for: people, sourceMap: SourceMap()) == DescriptorWriter.bytes(for: people))
  }

  @Test("random models survive with all their source locations", arguments: 1...40)
  func random(seed: UInt64) throws {
    var random = RandomModel(seed: seed)
    let schema = random.schema()
    var map = SourceMap()
    for (index, entity) in schema.entities.enumerated() {
      map.places[.type(entity.storedName)] = .init(file: "a.yaml", line: UInt32(index + 1), column: 3)
    }
    let bytes = DescriptorWriter.bytes(for: schema, sourceMap: map)
    #expect(try DescriptorReader.sourceMap(bytes) == map, "seed \(seed)")
    #expect(try DescriptorReader.read(bytes) == schema, "seed \(seed)")
  }
}
