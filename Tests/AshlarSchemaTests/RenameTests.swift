import AshlarSchema
import Testing

@Suite("Former names")
struct RenameTests {
  private func schema(_ entities: [(name: String, was: [String], columns: [(String, [String])])]) -> SchemaModel {
    SchemaModel(
      name: "S",
      entities: entities.map { name, was, columns in
        var entity = EntityModel(
          name: name,
          properties: columns.map { name, was in
            var property = PropertyModel(name: name, type: .int)
            property.was = was
            return property
          })
        entity.was = was
        return entity
      })
  }

  private func lines(_ old: SchemaModel, _ new: SchemaModel) -> [String] { SchemaDifference.between(old, new).map(\.description) }

  @Test("a type and a property keep the values stored under a former name")
  func renamed() {
    let old = schema([("Cat", [], [("age", []), ("weight", [])])])
    let new = schema([("Dog", ["Cat"], [("weight", []), ("years", ["age"])])])
    #expect(
      SchemaDifference.between(old, new)
        == [.typeRenamed(type: "Dog", from: "Cat"), .propertyRenamed(type: "Dog", property: "years", from: "age")])
    #expect(lines(old, new) == ["Type 'Cat' has been renamed to 'Dog'.", "Property 'Dog.age' has been renamed to 'years'."])
    #expect(
      SchemaDifference.unstored(old, new).map(\.description) == ["Type 'Cat' has been renamed to 'Dog' in Swift."] + [
        "Property 'Dog.age' has been renamed to 'years' in Swift."
      ])
    #expect(PerhapsRenamed.between(old, new).isEmpty)
  }

  @Test("the newest former name that the old schema has is taken")
  func chain() {
    let new = schema([("Dog", ["Cur", "Cat"], [("c", ["b", "a"])])])
    #expect(lines(schema([("Cat", [], [("a", [])])]), new).count == 2)
    #expect(
      SchemaDifference.between(schema([("Cat", [], [("a", []), ("b", [])]), ("Cur", [], [("a", []), ("b", [])])]), new)
        == [
          .typeRemoved(type: "Cat"), .typeRenamed(type: "Dog", from: "Cur"), .propertyRenamed(type: "Dog", property: "c", from: "b"),
          .propertyRemoved(type: "Dog", property: "a"),
        ])
  }

  @Test("a former name that several declarations claim belongs to the first of them")
  func claimedTwice() {
    let old = schema([("Cat", [], [("age", [])])])
    let new = schema([("Cur", ["Cat"], [("years", ["age"]), ("months", ["age"])]), ("Dog", ["Cat"], [])])
    let renames = SchemaRenames(from: old, to: new)
    #expect(renames.types == ["Cur": "Cat"])
    #expect(renames.properties == ["Cur": ["years": "age"]])
  }

  @Test("former names have no effect once a value is stored under the new name")
  func settled() {
    let new = schema([("Dog", ["Cat"], [("years", ["age"])])])
    #expect(SchemaDifference.between(new, new).isEmpty)
    #expect(
      SchemaDifference.between(schema([("Dog", [], [("years", []), ("age", [])]), ("Cat", [], [])]), new)
        == [.typeRemoved(type: "Cat"), .propertyRemoved(type: "Dog", property: "age")])
  }

  @Test("a renamed property needs a higher version, a renamed type does not")
  func versions() {
    #expect(!SchemaDifference.typeRenamed(type: "A", from: "B").needsVersion)
    #expect(SchemaDifference.propertyRenamed(type: "A", property: "b", from: "c").needsVersion)
  }

  @Test("a renamed property of another type is a change of the new name")
  func retyped() {
    let old = schema([("Dog", [], [("age", [])])])
    var new = schema([("Dog", [], [("years", ["age"])])])
    new.entities[0].properties[0].type = .string
    #expect(
      lines(old, new) == [
        "Property 'Dog.age' has been renamed to 'years'.", "Property 'Dog.years' has been changed from 'int' to 'string'.",
      ])
  }
}
