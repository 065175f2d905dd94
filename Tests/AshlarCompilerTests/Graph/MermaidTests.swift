import AshlarCompiler
import AshlarSchemaTools
import Testing

@Suite("The picture of a schema")
struct MermaidTests {
  @Test("shows types, properties, and links with their cardinality")
  func diagram() throws {
    let yaml = """
      ashlar: 1
      enums: { Mood: [calm, busy] }
      objects:
        Dog: { properties: { chip: { type: Int, primaryKey: true }, mood: "Mood?", tags: List<String>, owner: Person?, collar: Collar? } }
        Person: { properties: { name: { type: String, indexed: true }, friends: List<Person>, dogs: { type: LinkingObjects<Dog>, origin: owner } } }
        Größe: {}
      embedded: { Collar: { properties: { size: Float } } }
      asymmetric: { Walk: { properties: { length: Double } } }
      """
    let schema = try #require(SchemaCompiler(name: "Kennel").check([SourceFile(path: "a.yaml", text: yaml)]).schema)
    #expect(
      MermaidDiagram.text(for: schema.model) == """
        classDiagram
          class Collar {
            <<embedded>>
            Float size
          }
          class Dog {
            Int chip «key»
            Mood? mood
            List~String~ tags
          }
          class `Größe` {
          }
          class Person {
            String name «indexed»
          }
          class Walk {
            <<asymmetric>>
            Double length
          }
          class Mood {
            <<enumeration>>
            calm
            busy
          }
          Dog --> "0..1" Person : owner
          Dog *-- "0..1" Collar : collar
          Person --> "*" Person : friends
          Person ..> "*" Dog : dogs (from owner)

        """)
  }
}
