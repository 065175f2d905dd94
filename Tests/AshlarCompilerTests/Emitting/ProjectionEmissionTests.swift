import AshlarCompiler
import AshlarSchemaTools
import AshlarSchema
import Testing

@Suite("Emitted projections")
struct ProjectionEmissionTests {
  private static let yaml = """
    ashlar: 1
    enums: { Mood: [calm] }
    types: { URL: { persisted: String, swift: Net.URL } }
    objects:
      Person:
        properties:
          name: String
          mood: Mood?
          nick: String!
          home: Spot?
          friend: Person!
          friends: List<Person>
          rivals: MutableSet<Person>
          ages: "List<Int?>"
          scores: Map<Int>
          hidden: { type: Date, access: internal }
          guarded: { type: UUID, setter: package }
          page: URL
          others: { type: LinkingObjects<Person>, origin: friend }
    embedded: { Spot: { properties: { city: String, note: String? } } }
    projections:
      Card:
        of: Person
        properties:

    """

  /// The type and the accessors of one projected property of that schema.
  private func property(_ origin: String) throws -> String {
    let yaml = Self.yaml + "      x: \(origin)\n"
    let files = try generate([SourceFile(path: "people.yaml", text: yaml)], name: "People")
    let text = try #require(files["people.swift"])
    let line = try #require(text.split(separator: "\n").first { $0.contains(" var x: ") })
    return String(line.drop { $0 == " " })
  }

  @Test(
    "a path is the Swift that takes the same way",
    arguments: [
      ("name", "String", "name"), ("mood", "Mood?", "mood"), ("nick", "String?", "nick"), ("home", "Spot?", "home"),
      ("page", "Net.URL", "page"), ("friends", "List<Person>", "friends"), ("scores", "Map<String, Int>", "scores"),
    ])
  func settable(path: String, type: String, expression: String) throws {
    #expect(
      try property(path)
        == "public var x: \(type) { @inlinable get { rootObject.\(expression) } @inlinable set { rootObject.\(expression) = newValue } }")
  }

  @Test(
    "properties of linked objects are read-only",
    arguments: [
      ("home.city", "String?", "home?.city"), ("home.note", "String?", "home?.note"), ("friend.nick", "String?", "friend?.nick"),
      ("friend.friend.home.city", "String?", "friend?.friend?.home?.city"), ("friend.home", "Spot?", "friend?.home"),
      ("friend.friends", "List<Person>?", "friend?.friends"), ("friend.page", "Net.URL?", "friend?.page"),
      ("others", "LinkingObjects<Person>", "others"), ("others.count", "Int", "others.count"), ("others.first", "Person?", "others.first"),
      ("friends.last", "Person?", "friends.last"), ("ages.first", "Int??", "ages.first"), ("scores.count", "Int", "scores.count"),
      ("friend.friends.count", "Int?", "friend?.friends.count"), ("friend.friends.first", "Person?", "friend?.friends.first"),
      ("friends.name", "ProjectedCollection<String>", "friends.projectTo.name"),
      ("rivals.mood", "ProjectedCollection<Mood?>", "rivals.projectTo.mood"),
      ("friends.home", "ProjectedCollection<Spot?>", "friends.projectTo.home"),
      ("friends.nick", "ProjectedCollection<String?>", "friends.projectTo.nick"),
      ("friends.home.city", "ProjectedCollection<String?>", #"friends.projectTo[dynamicMember: \.home?.city]"#),
      ("friend.rivals.home.note", "ProjectedCollection<String?>?", #"friend?.rivals.projectTo[dynamicMember: \.home?.note]"#),
      ("friends.others.count", "ProjectedCollection<Int>", #"friends.projectTo[dynamicMember: \.others.count]"#),
      ("friends.friend.friends.last", "ProjectedCollection<Person?>", #"friends.projectTo[dynamicMember: \.friend?.friends.last]"#),
    ])
  func readOnly(path: String, type: String, expression: String) throws {
    #expect(try property(path) == "public var x: \(type) { @inlinable get { rootObject.\(expression) } }")
  }

  @Test(
    "the model tells the type that is emitted",
    arguments: [
      "name", "nick", "page", "scores", "home.note", "friend.nick", "friend.friends", "friend.page", "others", "others.first", "ages.first",
      "friend.friends.count", "friend.friends.first", "rivals.mood", "friends.home.city", "friend.rivals.home.note", "friends.others.count",
      "friends.friend.friends.last",
    ])
  func modelType(path: String) throws {
    let file = SourceFile(path: "people.yaml", text: Self.yaml + "      x: \(path)\n")
    let schema = try #require(SchemaCompiler(needsName: false).check([file]).schema).model
    let type = try #require(schema.projections[0].type(of: schema.projections[0].properties[0], in: schema))
    #expect(try property(path).hasPrefix("public var x: \(type.replacing("URL", with: "Net.URL")) {"))
  }

  @Test("a Swift key path is copied verbatim and not inlined, since it may use modules that only the generated file imports")
  func keyPath() throws {
    #expect(try property("{ keyPath: name.utf8.count, type: Int }") == "public var x: Int { get { rootObject.name.utf8.count } }")
  }

  @Test("a projection shows no more than its properties allow")
  func access() throws {
    #expect(try property("hidden") == "var x: Date { get { rootObject.hidden } set { rootObject.hidden = newValue } }")
    #expect(try property("friend.hidden") == "var x: Date? { get { rootObject.friend?.hidden } }")
    #expect(
      try property("guarded")
        == "public package(set) var x: UUID { @inlinable get { rootObject.guarded } set { rootObject.guarded = newValue } }")
  }

  @Test("the class has a table of labels and origins, and one of what is made of stored values")
  func tables() throws {
    let yaml = Self.yaml + "      class: { path: friend.name, doc: Who. }\n      size: friends.count\n  Bare: { doc: Nothing., of: Spot }\n"
    let files = try generate([SourceFile(path: "people.yaml", text: yaml)], name: "People", access: .package)
    let text = try #require(files["people.swift"])
    let start = try #require(text.firstRange(of: "package nonisolated final class Card"))
    #expect(
      text[start.lowerBound...] == #"""
        package nonisolated final class Card: Projection<Person> {
          /// Who.
          package var `class`: String? { get { rootObject.friend?.name } }

          package var size: Int { get { rootObject.friends.count } }

          // MARK: - Support for the runtime

          package override class var _projected: [(label: String, origin: PartialKeyPath<Person>)] {
            [
              ("class", \Person.friend?.name),
              ("size", \Person.friends.count),
            ]
          }

          package override class var _derived: [(label: String, keyPath: AnyKeyPath)] {
            [
              ("size", \Card.size),
            ]
          }
        }

        /// Nothing.
        package nonisolated final class Bare: Projection<Spot> {
        }

        """#)
  }

  @Test("modules are imported publicly for the types that projections show")
  func imports() throws {
    let text = """
      ashlar: 1
      schema: { imports: [Zoo] }
      objects: { Dog: { properties: { name: String } } }
      projections: { Card: { of: Dog, properties: { a: { keyPath: name.animal, type: "TYPE" } } } }
      """
    func imports(_ type: String) throws -> [Substring] {
      let files = try generate([SourceFile(path: "dogs.yaml", text: text.replacing("TYPE", with: type))], name: "Kennel")
      return try #require(files["dogs.swift"]).split(separator: "\n").filter { $0.contains("import ") }
    }
    #expect(try imports("Zoo.Animal?") == ["public import Ashlar", "public import Zoo"])
    #expect(try imports("[Date?]") == ["public import Ashlar", "public import Foundation", "import Zoo"])
    #expect(try imports("DateInterval") == ["public import Ashlar", "public import Foundation", "import Zoo"])
    #expect(try imports("DateTree") == ["public import Ashlar", "import Zoo"])
  }

  @Test("the descriptor knows each path")
  func model() throws {
    let yaml = Self.yaml + "      a: { path: home.city, doc: Where. }\n      b: { keyPath: 'name.utf8 ', type: String.UTF8View }\n"
    let schema = try #require(SchemaCompiler(name: "People").check([SourceFile(path: "people.yaml", text: yaml)]).schema)
    let expected = ProjectionModel(
      name: "Card", root: "Person",
      properties: [
        ProjectedPropertyModel(name: "a", path: "home.city", documentation: "Where."),
        ProjectedPropertyModel(name: "b", path: "name.utf8", swiftType: "String.UTF8View"),
      ])
    #expect(schema.model.projections == [expected])
  }
}
