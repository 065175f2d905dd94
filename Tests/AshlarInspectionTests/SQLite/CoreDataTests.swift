import Ashlar
import AshlarCompiler
import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import AshlarInspection
@testable import AshlarSQLite

@Suite("Stores of Core Data")
struct CoreDataTests {
  /// A store in the layout of Core Data: authors with books, tags of books, and animals with an heir.
  private static let statements = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Animal', 0, 2), (2, 'Author', 0, 2), (3, 'Book', 0, 2), (4, 'Dog', 1, 0), (5, 'Tag', 0, 2)",
    """
    CREATE TABLE ZAUTHOR (
      Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZMENTOR INTEGER, ZBORNAT TIMESTAMP, ZFIRSTNAME VARCHAR, ZID BLOB
    )
    """,
    "CREATE INDEX ZAUTHOR_ZMENTOR_INDEX ON ZAUTHOR (ZMENTOR)",
    "CREATE TABLE ZBOOK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHOR INTEGER, ZTITLE VARCHAR, ZPRICE DECIMAL)",
    "CREATE INDEX ZBOOK_ZAUTHOR_INDEX ON ZBOOK (ZAUTHOR)",
    "CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
    "CREATE TABLE Z_3TAGS (Z_3BOOKS INTEGER, Z_5TAGS INTEGER, PRIMARY KEY (Z_3BOOKS, Z_5TAGS))",
    "CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZWEIGHT FLOAT, ZBREED VARCHAR)",
    "INSERT INTO ZAUTHOR VALUES (1, 2, 1, 2, 0, 'Ada', x'00112233445566778899AABBCCDDEEFF'), (2, 2, 1, NULL, -0.5, 'Bob', NULL)",
    "INSERT INTO ZBOOK VALUES (1, 3, 1, 1, 'One', 9.5), (2, 3, 1, NULL, 'Two', NULL)",
    "INSERT INTO ZTAG VALUES (1, 5, 1, 'new'), (2, 5, 1, 'old')",
    "INSERT INTO Z_3TAGS VALUES (1, 1), (1, 2), (2, 2)",
    "INSERT INTO ZANIMAL VALUES (1, 1, 1, 0.5, NULL), (2, 4, 1, 12.25, 'Collie')",
  ]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store() throws -> SQLiteDatabase {
    let path = folder.file("store.sqlite")
    try Data().write(to: URL(fileURLWithPath: path))
    let database = try SQLiteDatabase(path, .writing, named: "store.sqlite")
    for statement in Self.statements { try database.execute(statement) }
    return database
  }

  // A property list with names, as a compiled model contains them.
  private func model() throws -> [UInt8] {
    let objects: [String: Any] = ["$objects": ["firstName", "bornAt", "title", "naïve", String(repeating: "long", count: 100), 5, "breed"]]
    return Array(try PropertyListSerialization.data(fromPropertyList: objects, format: .binary, options: 0))
  }

  @Test("entities are types, relationships links and sets, and names have the case of the model")
  func draft() throws {
    let draft = try SchemaDraft(store(), name: "Store", models: [model()])
    #expect(
      draft.text == """
        # Drafted from 'store.sqlite'. Check the types, and delete what you do not need; 'ashlar import' lists what it does not read.
        # Not imported: the table 'Z_METADATA' of Core Data.
        # Not imported: the table 'Z_MODELCACHE' of Core Data.
        # Not imported: the table 'Z_PRIMARYKEY' of Core Data.
        ashlar: 1

        schema:
          name: Store

        objects:
          # Objects of several entities: entity is the number of one of these: 1 Animal, 4 Dog.
          Animal:
            table: "ZANIMAL"
            properties:
              entity: { type: "Int?", column: "Z_ENT" }
              weight: { type: "Double?", column: "ZWEIGHT" }
              breed: { type: "String?", column: "ZBREED" }

          Author:
            table: "ZAUTHOR"
            properties:
              mentor: { type: "Int?", column: "ZMENTOR", indexed: true }  # a relationship whose target the store does not state: write the type of the target
              bornAt: { type: "Date?", column: "ZBORNAT" }
              firstName: { type: "String?", column: "ZFIRSTNAME" }
              id: { type: "Data?", column: "ZID" }  # 16 bytes each: perhaps UUID
              book: { type: "LinkingObjects<Book>", origin: author }

          Book:
            table: "ZBOOK"
            properties:
              author: { type: "Author?", column: "ZAUTHOR" }
              title: { type: "String?", column: "ZTITLE" }
              price: { type: "Decimal128?", column: "ZPRICE" }  # SQLite has stored binary numbers: their shortest decimals
              tags: { type: "MutableSet<Tag>", column: "Z_3TAGS" }

          Tag:
            table: "ZTAG"
            properties:
              name: { type: "String?", column: "ZNAME" }

        """)
  }

  @Test("rows become objects with dates since 2001 and links by their numbers")
  func objects() throws {
    // The types that comments propose.
    let text = try SchemaDraft(store(), name: "Store").text
      .replacing(
        "mentor: { type: \"Int?\", column: \"ZMENTOR\", indexed: true }", with: "mentor: { type: \"Author?\", column: \"ZMENTOR\" }"
      )
      .replacing("id: { type: \"Data?\"", with: "id: { type: \"UUID?\"")
    let result = SchemaCompiler(needsName: false).check([SourceFile(path: "draft.yaml", bytes: Array(text.utf8))])
    let schema = try #require(result.schema?.model, "\(text)")
    let realm = try Realm(storedTypesAt: folder.file("store.realm"), readOnly: false, creating: schema)
    let summary = try SQLiteImport(folder.file("store.sqlite"), dates: nil, danglingIsNil: false).store(in: realm, schema: schema) {
      _, _, _ in
    }
    #expect(
      summary
        == SQLiteImport.Summary(
          objects: 8, dangling: 0,
          notImported: ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"].map { "the table '\($0)' of Core Data" }, missing: []))
    let ada = try #require(realm.dynamicObjects("ZAUTHOR").first { $0["ZFIRSTNAME"] as? String == "Ada" })
    #expect(ada["ZBORNAT"] as? Date == Date(timeIntervalSinceReferenceDate: 0))
    #expect(ada["ZID"] as? UUID == UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    let bob = try #require(ada["ZMENTOR"] as? DynamicObject)
    #expect(bob["ZFIRSTNAME"] as? String == "Bob")
    #expect(bob["ZBORNAT"] as? Date == Date(timeIntervalSinceReferenceDate: -0.5))
    let one = try #require(realm.dynamicObjects("ZBOOK").first { $0["ZTITLE"] as? String == "One" })
    #expect((one["ZAUTHOR"] as? DynamicObject)?["ZFIRSTNAME"] as? String == "Ada")
    guard case .elements(let tags) = one._contents(try #require(one._model.columns.firstIndex { $0.name == "Z_3TAGS" })) else {
      Issue.record("Z_3TAGS is a set")
      return
    }
    #expect(tags.count == 2)
    #expect(Set(realm.dynamicObjects("ZANIMAL").compactMap { $0["Z_ENT"] as? Int }) == [1, 4])
  }

  // Drafts the schema of a store with three people, two books and two tags, and with other tables.
  private func draft(_ name: String, _ statements: [String]) throws -> (text: String, schema: SchemaModel, folder: SQLiteFolder) {
    let folder = try SQLiteFolder()
    let columns = "(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)"
    let database = try folder.database(
      name,
      [
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Person', 0, 3), (2, 'Book', 0, 2), (3, 'Tag', 0, 2)",
        "CREATE TABLE ZPERSON \(columns)", "CREATE TABLE ZBOOK \(columns)", "CREATE TABLE ZTAG \(columns)",
        "INSERT INTO ZPERSON VALUES (1, 1, 1, 'Ada'), (2, 1, 1, 'Bob'), (3, 1, 1, 'Cy')",
        "INSERT INTO ZBOOK VALUES (1, 2, 1, 'One'), (2, 2, 1, 'Two')", "INSERT INTO ZTAG VALUES (1, 3, 1, 'new'), (2, 3, 1, 'old')",
      ] + statements)
    let text = try SchemaDraft(database, name: "Store").text
    return (text, try folder.compile(text), folder)
  }

  // Returns the names of the objects that have elements, each with the names of the elements in their order.
  private func elements(_ realm: Realm, _ type: String, _ column: String) throws -> [String: [String]] {
    var names: [String: [String]] = [:]
    for object in realm.dynamicObjects(type) {
      let list = object._contents(try #require(object._model.columns.firstIndex { $0.name == column }))
      guard case .elements(let elements) = list, let name = object["ZNAME"] as? String else {
        Issue.record("\(type).\(column) is a collection")
        continue
      }
      if elements.isEmpty { continue }
      names[name] = elements.compactMap { element in if case .object(let element) = element { element["ZNAME"] as? String } else { nil } }
    }
    return names
  }

  @Test("the elements of an entity's relationship to itself are in the column with the name of the table", arguments: [false, true])
  func reflexive(isReversed: Bool) throws {
    let columns = isReversed ? "Z_1PARENTS INTEGER, Z_1CHILDREN INTEGER" : "Z_1CHILDREN INTEGER, Z_1PARENTS INTEGER"
    let (text, schema, folder) = try draft(
      "r.sqlite",
      [
        "CREATE TABLE Z_1CHILDREN (\(columns), PRIMARY KEY (Z_1CHILDREN, Z_1PARENTS))",
        "INSERT INTO Z_1CHILDREN (Z_1CHILDREN, Z_1PARENTS) VALUES (2, 1), (3, 1)",
      ])
    #expect(text.contains("children: { type: \"MutableSet<Person>\", column: \"Z_1CHILDREN\" }\n"), "\(text)")
    let names = try elements(try folder.load("r.sqlite", schema, to: "r.realm").realm, "ZPERSON", "Z_1CHILDREN")
    #expect(names.mapValues { $0.sorted() } == ["Ada": ["Bob", "Cy"]])
  }

  @Test("an ordered relationship is a list of the objects whose positions the table contains")
  func ordered() throws {
    let (text, schema, folder) = try draft(
      "o.sqlite",
      [
        "CREATE TABLE Z_2TAGS (Z_2BOOKS INTEGER, Z_3TAGS INTEGER, Z_FOK_2BOOKS INTEGER, PRIMARY KEY (Z_2BOOKS, Z_3TAGS))",
        "INSERT INTO Z_2TAGS VALUES (1, 1, 9), (2, 1, 5), (1, 2, 1)",
      ])
    let comment = "in the order of 'Z_FOK_2BOOKS', whose numbers are not kept"
    #expect(text.contains("books: { type: \"List<Book>\", column: \"Z_2TAGS\" }  # \(comment)\n"), "\(text)")
    let realm = try folder.load("o.sqlite", schema, to: "o.realm").realm
    #expect(try elements(realm, "ZTAG", "Z_2TAGS") == ["new": ["Two", "One"], "old": ["One"]])
  }

  @Test("a relationship that is its own inverse is a set")
  func ownInverse() throws {
    let (text, schema, folder) = try draft(
      "i.sqlite",
      [
        "CREATE TABLE Z_1FRIENDS (Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1FRIENDS, REFLEXIVE))",
        "INSERT INTO Z_1FRIENDS VALUES (1, 2), (2, 1), (3, 1)",
      ])
    let comment = "its own inverse: the store can contain a pair of objects once, or once for each of them"
    #expect(text.contains("friends: { type: \"MutableSet<Person>\", column: \"Z_1FRIENDS\" }  # \(comment)\n"), "\(text)")
    let names = try elements(folder.load("i.sqlite", schema, to: "i.realm").realm, "ZPERSON", "Z_1FRIENDS")
    #expect(names.mapValues { $0.sorted() } == ["Ada": ["Bob", "Cy"], "Bob": ["Ada"]])
  }

  @Test("a relationship that is ordered in both directions is a type with two links, and so is one without a known direction")
  func pairs() throws {
    let (text, schema, folder) = try draft(
      "p.sqlite",
      [
        """
        CREATE TABLE Z_2TAGS (
          Z_2BOOKS INTEGER, Z_3TAGS INTEGER, Z_FOK_2BOOKS INTEGER, Z_FOK_3TAGS INTEGER, PRIMARY KEY (Z_2BOOKS, Z_3TAGS)
        )
        """,
        "INSERT INTO Z_2TAGS VALUES (2, 1, 7, 8)",
        "CREATE TABLE Z_1PEERS (Z_1LEFT INTEGER, Z_1RIGHT INTEGER, PRIMARY KEY (Z_1LEFT, Z_1RIGHT))",
        "INSERT INTO Z_1PEERS VALUES (3, 1)", "CREATE TABLE Z_1ODD (Z_1ONE INTEGER, n INTEGER)",
      ])
    for line in [
      "# Each row is a pair of objects of a relationship that is ordered in both directions.\n  Tags:\n",
      "books: { type: \"Book?\", column: \"Z_2BOOKS\", required: true }\n",
      "tags: { type: \"Tag?\", column: \"Z_3TAGS\", required: true }\n", "unique: [[books, tags]]\n",
      "booksOrder: { type: \"Int?\", column: \"Z_FOK_2BOOKS\" }\n", "the store does not state which of them has the other as an element.\n",
      "left: { type: \"Person?\", column: \"Z_1LEFT\", required: true }\n", "# Numbers in the columns can be those of rows, Z_PK",
    ] { #expect(text.contains(line), "\(line)\(text)") }
    let realm = try folder.load("p.sqlite", schema, to: "p.realm").realm
    let pair = try #require(realm.dynamicObjects("Z_2TAGS").first)
    #expect((pair["Z_2BOOKS"] as? DynamicObject)?["ZNAME"] as? String == "Two")
    #expect((pair["Z_3TAGS"] as? DynamicObject)?["ZNAME"] as? String == "new")
    #expect(pair["Z_FOK_3TAGS"] as? Int == 8)
    let peers = try #require(realm.dynamicObjects("Z_1PEERS").first)
    #expect((peers["Z_1LEFT"] as? DynamicObject)?["ZNAME"] as? String == "Cy")
    #expect((peers["Z_1RIGHT"] as? DynamicObject)?["ZNAME"] as? String == "Ada")
  }

  @Test("strings of binary property lists are read, and damaged lists do not stop the program")
  func propertyLists() throws {
    let bytes = try model()
    let strings = try #require(PropertyListText.strings(bytes))
    #expect(Set(strings).isSuperset(of: ["firstName", "naïve", String(repeating: "long", count: 100), "$objects"]))
    #expect(PropertyListText.strings([]) == nil)
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      var damaged = bytes
      for _ in 0...random.below(4) { damaged[random.below(damaged.count)] = UInt8.random(in: 0...255, using: &random) }
      if random.chance(20) { damaged.removeLast(random.below(damaged.count)) }
      _ = PropertyListText.strings(damaged)
    }
  }
}
