import AshlarCompiler
import AshlarSchemaTools
import AshlarSchema
import Testing

@Suite("Changes between schemas")
struct SchemaChangeTests {
  private func source(_ path: String, _ body: String) throws -> SchemaSource {
    let file = SourceFile(path: path, text: "ashlar: 1\n" + body)
    let result = SchemaCompiler(needsName: false).check([file])
    let schema = try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())")
    return SchemaSource(path: path, model: schema.model, files: [file], access: schema.access)
  }

  private func lines(_ old: String, _ new: String) throws -> String {
    try SchemaChange.between(source("old.yaml", old), source("new.yaml", new)).map { $0.text(oldPath: "OLD", newPath: "NEW") }.joined()
  }

  @Test("a rename with 'was' has both positions, and lists what else changed")
  func formerNames() throws {
    let old = """
      objects:
        Cat:
          properties:
            name: String
            age: Int
      """
    let new = """
      objects:
        Dog:
          was: [Cat]
          properties:
            name: { type: "String?" }
            years: { type: Int, was: [age], indexed: true }
      """
    #expect(
      try lines(old, new) == """
        automatic: old.yaml:3:3 -> new.yaml:3:3: Type 'Cat' has been renamed to 'Dog'.
        automatic: old.yaml:6:7 -> new.yaml:7:7: Property 'Dog.age' has been renamed to 'years'.
        automatic: old.yaml:5:7 -> new.yaml:6:7: Property 'Dog.name' has been made optional.
        automatic: old.yaml:6:7 -> new.yaml:7:7: An index on 'Dog.years' has been added.
        api: old.yaml:3:3 -> new.yaml:3:3: Type 'Cat' has been renamed to 'Dog' in Swift.
        api: old.yaml:6:7 -> new.yaml:7:7: Property 'Dog.age' has been renamed to 'years' in Swift.

        """)
  }

  @Test("each change is one line with its group and both positions, sorted by group")
  func text() throws {
    let old = """
      enums:
        Mood: [calm, busy]
      objects:
        Cat: {}
        Dog:
          table: Hound
          properties:
            name: String
            age: { type: Int, column: years }
            old: Bool
            mood: Mood
      """
    let new = """
      enums:
        Mood:
          cases: { quiet: calm, busy: , away: }
      objects:
        Cow: {}
        Dog:
          table: Hound
          properties:
            name: { type: "String?", indexed: true }
            age: { type: String, column: years }
            mood: { type: Mood, default: busy }
            mothers: { type: LinkingObjects<Dog>, origin: pups }
            pups: List<Dog>
      """
    #expect(
      try lines(old, new) == """
        automatic: old.yaml:5:3 -> NEW: Type 'Cat' has been removed.
        automatic: OLD -> new.yaml:6:3: Type 'Cow' has been added.
        automatic: old.yaml:9:7 -> new.yaml:10:7: Property 'Hound.name' has been made optional.
        automatic: old.yaml:6:3 -> new.yaml:14:7: Property 'Hound.pups' has been added.
        automatic: old.yaml:9:7 -> new.yaml:10:7: An index on 'Hound.name' has been added.
        automatic: old.yaml:3:3 -> new.yaml:4:35: Case 'Mood.away' has been added.
        migration: old.yaml:11:7 -> new.yaml:7:3: Property 'Hound.old' has been removed.
        migration: old.yaml:10:7 -> new.yaml:11:7: Property 'Hound.years' has been changed from 'int' to 'string'.
        api: old.yaml:12:7 -> new.yaml:12:7: The default of 'Hound.mood' has been changed.
        api: old.yaml:6:3 -> new.yaml:13:7: Linking objects 'Hound.mothers' have been added.
        api: old.yaml:3:10 -> new.yaml:4:14: Case 'Mood.calm' has been renamed to 'quiet' in Swift.

        """)
  }

  @Test("a removal and an addition of one type are perhaps a rename")
  func renames() throws {
    let old = "objects:\n  Dog:\n    properties:\n      name: String\n      years: Int"
    let new = "objects:\n  Dog:\n    properties:\n      name: String\n      age: Int"
    #expect(
      try lines(old, new) == """
        automatic: old.yaml:3:3 -> new.yaml:6:7: Property 'Dog.age' has been added. Perhaps a rename of 'years': add 'was: [years]'.
        migration: old.yaml:6:7 -> new.yaml:3:3: Property 'Dog.years' has been removed. Perhaps a rename to 'age': add 'was: [years]' there.

        """)
  }

  @Test("the access of the whole schema is part of its interface")
  func access() throws {
    let (narrow, wide) = ("schema:\n  access: internal\nobjects: { A: {} }", "objects: { A: {} }")
    #expect(
      try lines(wide, narrow)
        == "api: old.yaml:1:1 -> new.yaml:3:11: The access of the schema has been narrowed from 'public' to 'internal'.\n")
    #expect(
      try lines(narrow, wide)
        == "api: old.yaml:3:11 -> new.yaml:1:1: The access of the schema has been widened from 'internal' to 'public'.\n")
    #expect(try lines(narrow, narrow) == "")
  }

  @Test("the type of a projected property is inferred from its path, and declared for a Swift key path")
  func projectedTypes() throws {
    let old = """
      objects:
        Dog:
          properties:
            name: String
            owner: Person?
            pups: List<Dog>
        Person: { properties: { name: String } }
      projections:
        Card:
          of: Dog
          properties:
            title: name
            first: pups.first
            names: pups.name
            of: owner.name
            size: { keyPath: name.count, type: Int }
      """
    let new = old.replacing("      name: String\n      owner", with: "      name: String?\n      owner")
      .replacing("type: Int }", with: "type: Int64 }")
    #expect(
      try lines(old, new) == """
        automatic: old.yaml:5:7 -> new.yaml:5:7: Property 'Dog.name' has been made optional.
        api: old.yaml:13:7 -> new.yaml:13:7: The Swift type of 'Card.title' has been changed from 'String' to 'String?'.
        api: old.yaml:15:7 -> new.yaml:15:7: The Swift type of 'Card.names' has been changed from 'ProjectedCollection<String>' to \
        'ProjectedCollection<String?>'.
        api: old.yaml:17:7 -> new.yaml:17:7: The Swift type of 'Card.size' has been changed from 'Int' to 'Int64'.

        """)
  }

  @Test("JSON has the positions, or the path where none is known")
  func json() throws {
    let old = SchemaSource(path: "a.bin", model: SchemaModel(name: "S", entities: []))
    let changes = SchemaChange.between(old, try source("new.yaml", "objects: { Dog: {} }"))
    #expect(
      changes.map { $0.json(oldPath: "a.bin", newPath: "new.yaml") } == [
        #"{"group":"automatic","message":"Type 'Dog' has been added.","old":{"file":"a.bin"},"new":{"file":"new.yaml","line":2,"column":12}}"#
          + "\n"
      ])
  }

  @Test("equal schemas have no changes, whatever the order and the documentation")
  func none() throws {
    #expect(try lines("objects: { A: {}, B: { doc: x } }\nschema: { access: public }", "objects: { B: {}, A: {} }") == "")
  }
}
