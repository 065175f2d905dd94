import AshlarSchema
import Testing

@Suite struct DifferenceTests {
  private func lines(_ edit: (inout SchemaModel) -> Void) -> [String] {
    var schema = people
    edit(&schema)
    return SchemaDifference.between(people, schema).map(\.description)
  }

  @Test("schemas that are equal, or differ only in what is not stored, have no differences")
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
        "mixed",
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

  private func unstored(_ edit: (inout SchemaModel) -> Void) -> [SchemaDifference] {
    var schema = people
    edit(&schema)
    return SchemaDifference.unstored(people, schema)
  }

  @Test("differences beside the stored form have their sentences and groups, and need no version")
  func besideTheStoredForm() {
    func lines(_ edit: (inout SchemaModel) -> Void) -> [String] {
      let differences = unstored(edit)
      #expect(!differences.contains { $0.needsVersion })
      return differences.map { "\($0.group): \($0)" }
    }
    #expect(lines { _ in } == [])
    #expect(lines { $0.entities[2].properties[2].isIndexed = true } == ["automatic: An index on 'Person.age' has been added."])
    #expect(lines { $0.entities[2].properties[1].isIndexed = false } == ["automatic: The index on 'Person.full_name' has been removed."])
    #expect(lines { $0.entities[3].name = "Measurement" } == ["api: Type 'Reading' has been renamed to 'Measurement' in Swift."])
    #expect(
      lines { $0.entities[2].properties[1].name = "fullName" } == ["api: Property 'Person.name' has been renamed to 'fullName' in Swift."])
    #expect(
      lines { $0.entities[2].properties[2].type = .int64 }
        == ["api: The Swift type of 'Person.age' has been changed from 'Int' to 'Int64'."])
    #expect(lines { $0.entities[2].properties[2].defaultValue = nil } == ["api: The default of 'Person.age' has been changed."])
    #expect(lines { $0.entities[2].properties.removeLast() } == ["api: Linking objects 'Person.dogs' have been removed."])
    #expect(lines { $0.entities[2].properties[8].origin = "other" } == ["api: Linking objects 'Person.dogs' follow another property."])
  }

  @Test("cases are the same where their raw values are")
  func cases() {
    func lines(_ cases: [(String, Int64)]) -> [String] {
      let old = SchemaModel(name: "S", entities: [], enums: [size([("small", 1), ("large", 2)])])
      return SchemaDifference.unstored(old, SchemaModel(name: "S", entities: [], enums: [size(cases)])).map { "\($0.group): \($0)" }
    }
    #expect(lines([("large", 2), ("small", 1)]) == [])
    #expect(lines([("little", 1), ("large", 2)]) == ["api: Case 'Size.small' has been renamed to 'little' in Swift."])
    #expect(lines([("small", 1)]) == ["automatic: Case 'Size.large' has been removed."])
    #expect(lines([("small", 1), ("large", 2), ("huge", 3)]) == ["automatic: Case 'Size.huge' has been added."])
    #expect(lines([("small", 1), ("large", 3)]) == ["automatic: The raw value of case 'Size.large' has been changed."])
    let none = SchemaModel(name: "S", entities: [])
    let some = SchemaModel(name: "S", entities: [], enums: [size([("small", 1)])])
    #expect(SchemaDifference.unstored(none, some).map { "\($0.group): \($0)" } == ["api: Enum 'Size' has been added."])
    #expect(SchemaDifference.unstored(some, none).map { "\($0.group): \($0)" } == ["api: Enum 'Size' has been removed."])
    // One that Swift declares is there whether or not its cases are listed.
    var external = some
    external.enums[0].externalName = "Zoo.Size"
    #expect(
      SchemaDifference.unstored(none, external).map { "\($0.group): \($0)" } == [
        "api: The cases of the external enum 'Size' are listed now."
      ])
    #expect(
      SchemaDifference.unstored(external, none).map { "\($0.group): \($0)" }
        == ["api: The cases of the external enum 'Size' are no longer listed."])
  }

  private func size(_ cases: [(String, Int64)]) -> EnumModel {
    EnumModel(name: "Size", rawType: .int, cases: cases.map { EnumCaseModel(name: $0.0, rawValue: .int($0.1)) })
  }

  @Test("stored differences have the groups of the evolution rules")
  func groups() {
    func groups(_ edit: (inout SchemaModel) -> Void) -> [SchemaDifference.Group] {
      var schema = people
      edit(&schema)
      return SchemaDifference.between(people, schema).map(\.group)
    }
    #expect(groups { $0.entities.removeLast() } == [.automatic])
    #expect(groups { $0.entities.append(EntityModel(name: "Cat", properties: [])) } == [.automatic])
    #expect(groups { $0.entities[1].properties[3].type = .int } == [.automatic])
    #expect(groups { $0.entities[1].properties.append(PropertyModel(name: "age", type: .int)) } == [.automatic])
    #expect(groups { $0.entities[2].properties[2].isOptional = true } == [.automatic])
    #expect(groups { $0.entities[1].properties.remove(at: 1) } == [.migration])
    #expect(groups { $0.entities[2].properties[3].isOptional = false } == [.migration])
    #expect(groups { $0.entities[2].properties[2].type = .int8 } == [.migration])
    #expect(groups { $0.entities[0].kind = .object } == [.migration])
    #expect(groups { $0.entities[2].properties[0].isPrimaryKey = false } == [.migration])
  }

  @Test("a removed and an added property of one type may be a rename, each in at most one pair")
  func renames() {
    func renames(_ edit: (inout SchemaModel) -> Void) -> [PerhapsRenamed] {
      var schema = people
      edit(&schema)
      return PerhapsRenamed.between(people, schema)
    }
    #expect(renames { $0.entities[2].properties[2] = PropertyModel(name: "years", type: .string) }.isEmpty)
    #expect(renames { $0.entities[2].properties[2] = PropertyModel(name: "years", type: .int, isOptional: true) }.isEmpty)
    let property = renames {
      $0.entities[2].properties[2] = PropertyModel(name: "years", type: .int)
      $0.entities[2].properties.insert(PropertyModel(name: "months", type: .int64), at: 3)
    }
    #expect(property.map { "\($0.type ?? "-").\($0.from).\($0.to)" } == ["Person.age.years"])
    let type = renames { $0.entities[0].storedName = "Place" }
    #expect(type.map { "\($0.type ?? "-").\($0.from).\($0.to)" } == ["-.Address.Place"])
  }
}
