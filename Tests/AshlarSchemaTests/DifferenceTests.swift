import AshlarSchema
import Testing

@Suite struct DifferenceTests {
  private func lines(_ edit: (inout SchemaModel) -> Void) -> [String] {
    var schema = people
    edit(&schema)
    return SchemaDifference.between(people, schema).map(\.description)
  }

  @Test("equal schemas have no differences, nor do those that differ only in what is not stored")
  func none() {
    #expect(lines { _ in }.isEmpty)
    #expect(
      lines {
        $0.entities[2].properties[2].type = .int64
        $0.entities[2].properties[2].isIndexed = true
        $0.entities[2].properties.removeLast()
        $0.version = 9
      }.isEmpty)
  }

  @Test("each difference has its sentence")
  func sentences() {
    #expect(lines { $0.entities.remove(at: 3) } == ["Type 'Reading' has been removed."])
    #expect(lines { $0.entities.append(EntityModel(name: "Cat", properties: [])) } == ["Type 'Cat' has been added."])
    #expect(lines { $0.entities[0].kind = .object } == ["Type 'Address' has been changed from embedded to object."])
    #expect(lines { $0.entities[1].properties.remove(at: 1) } == ["Property 'Hound.photo' has been removed."])
    #expect(
      lines { $0.entities[1].properties.append(PropertyModel(name: "age", type: .int)) } == ["Property 'Hound.age' has been added."])
    #expect(lines { $0.entities[2].properties[2].type = .string } == ["Property 'Person.age' has been changed from 'int' to 'string'."])
    #expect(
      lines { $0.entities[2].properties[6].target = "Dog" }
        == ["Property 'Person.friends' has been changed from 'array<Person>' to 'array<Hound>'."])
    #expect(
      lines { $0.entities[2].properties[5] = PropertyModel(name: "home", type: .objectId, isOptional: true) }
        == ["Property 'Person.home' has been changed from '<Address>' to 'object id'."])
    #expect(lines { $0.entities[2].properties[2].isOptional = true } == ["Property 'Person.age' has been made optional."])
    #expect(lines { $0.entities[2].properties[7].isOptional = false } == ["Property 'Person.marks' has been made required."])
    #expect(lines { $0.entities[2].properties[0].isPrimaryKey = false } == ["Property 'Person._id' is no longer the primary key."])
    #expect(lines { $0.entities[1].properties[0].isPrimaryKey = true } == ["Property 'Hound.owner' has been made the primary key."])
    #expect(
      lines {
        $0.entities[2].properties[0].isPrimaryKey = false
        $0.entities[2].properties[2].isPrimaryKey = true
      } == ["The primary key of 'Person' has been changed from '_id' to 'age'."])
  }

  @Test("every scalar type has its name in messages")
  func names() {
    let schema = SchemaModel(name: "S", entities: [])
    let names = ValueType.allCases.filter { $0 != .object }.map { StoredType(PropertyModel(name: "a", type: $0), in: schema).description }
    #expect(
      names == [
        "bool", "int", "int8", "int16", "int32", "int", "float", "double", "string", "data", "date", "decimal128", "object id", "uuid",
      ])
  }

  @Test("types that come or go and wider integers need no new version, everything else does")
  func versions() {
    func needed(_ edit: (inout SchemaModel) -> Void) -> [Bool] {
      var schema = people
      edit(&schema)
      return SchemaDifference.between(people, schema).map(\.needsVersion)
    }
    #expect(needed { $0.entities.removeLast() } == [false])
    #expect(needed { $0.entities[1].properties[3].type = .int } == [false])
    #expect(needed { $0.entities[2].properties[2].type = .int8 } == [true])
    #expect(needed { $0.entities[2].properties[2].isOptional = true } == [true])
  }

  @Test("there are differences exactly when the storage fingerprints differ")
  func fingerprints() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("DifferenceTests.fingerprints seed \(seed)")
    var random = RandomModel(seed: seed)
    for _ in 0..<100 {
      let old = random.schema()
      let new = random.schema()
      #expect(SchemaDifference.between(old, old).isEmpty)
      let isEqual = Fingerprint.storage(of: old) == Fingerprint.storage(of: new)
      #expect(SchemaDifference.between(old, new).isEmpty == isEqual, "seed \(seed)")
    }
  }
}
