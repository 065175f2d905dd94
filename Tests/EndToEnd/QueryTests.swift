import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("ashlar query, export and import", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct QueryTests {
  private let folder: TemporaryFolder

  private static let schema = """
    ashlar: 1
    schema: { name: People, version: 2 }
    objects:
      Person:
        properties:
          name: { type: String, primaryKey: true }
          age: Int
          note: String?
          friend: Person?
          dogs: List<Dog>
      Dog:
        properties:
          name: String
          weight: Double
          born: Date?
          collar: Collar?
    embedded:
      Collar:
        properties:
          color: String
    """

  private static let objects = """
    {"$type":"Person","name":"Ada","age":36,"note":"","friend":"Bob","dogs":[{"$row":7}]}
    {"$type":"Person","name":"Bob","age":4,"note":null,"friend":"Ada"}
    {"$type":"Person","name":"日本","age":120,"note":"a long note that does not fit\\n"}
    {"$type":"Dog","$row":7,"name":"Rex","weight":7.5,"born":"2019-05-01T00:00:00Z","collar":{"color":"red"}}

    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.schema, to: "people.yaml")
    try folder.write(Self.objects, to: "in.jsonl")
    let made = try run("import", "a.realm", "in.jsonl", "--schema", "people.yaml")
    #expect((made.status, made.output, made.errors) == (0, "Stored 4 objects in 'a.realm'.\n", ""))
  }

  private func run(_ arguments: String..., columns: Int? = nil) throws -> Shell.Result {
    let environment = columns.map { ["COLUMNS": "\($0)"] } ?? [:]
    return try Shell.run(#require(Repository.command), arguments, in: folder.url, environment: environment)
  }

  @Test("a table has wide characters, nulls and empty texts, and as many columns as the terminal")
  func table() throws {
    let all = try run("query", "a.realm", "Person", "--columns", "name,age,note,friend.age", "--sort", "age:desc")
    #expect((all.status, all.errors) == (0, ""))
    #expect(
      all.output == """
        name  age  note                             friend.age
        ────  ───  ───────────────────────────────  ──────────
        日本  120  a long note that does not fit\\n
        Ada    36  ""                                        4
        Bob     4                                           36
        (3 objects)

        """)
    let narrow = try run(
      "query", "a.realm", "Person", "age > 10", "--columns", "age,note,name", "--limit", "1", "--sort", "name:desc", columns: 16)
    #expect(
      narrow.output == """
        age  note
        ───  ───────────
        120  a long not…
        (1 of 2 objects; --limit 2 shows all; not shown: name; --columns selects columns)

        """)
  }

  @Test("columns lead through collections and count them")
  func collections() throws {
    let columns = "dogs.name,dogs.collar.color,dogs.@count,friend.dogs.@count"
    let all = try run("query", "a.realm", "Person", "name == 'Ada'", "--columns", columns)
    #expect((all.status, all.errors) == (0, ""))
    #expect(
      all.output == """
        dogs.name  dogs.collar.color  dogs.@count  friend.dogs.@count
        ─────────  ─────────────────  ───────────  ──────────────────
        ["Rex"]    ["red"]                      1                   0
        (1 object)

        """)
    #expect(
      try run("query", "a.realm", "Person", "--columns", "dogs.name", "--format", "json", "--sort", "name").output
        == "{\"dogs.name\":[\"Rex\"]}\n{\"dogs.name\":[]}\n{\"dogs.name\":[]}\n")
  }

  @Test("--count and aggregates show figures over all objects, and none of them")
  func aggregates() throws {
    #expect(try run("query", "a.realm", "Person", "age > 10", "--count").output == "2\n")
    let figures = try run(
      "query", "a.realm", "Person", "--count", "--sum", "age,dogs.weight", "--average", "age", "--minimum", "age", "--maximum", "dogs.born")
    #expect((figures.status, figures.errors) == (0, ""))
    #expect(
      figures.output == """
        count  sum(age)  sum(dogs.weight)        average(age)  minimum(age)    maximum(dogs.born)
        ─────  ────────  ────────────────  ──────────────────  ────────────  ────────────────────
            3       160               7.5  53.333333333333336             4  2019-05-01T00:00:00Z

        """)
    #expect(
      try run("query", "a.realm", "Person", "age > 999", "--sum", "age", "--average", "age", "--format", "json").output
        == "{\"sum(age)\":0,\"average(age)\":null}\n")
    #expect(try run("query", "a.realm", "Person", "--count", "--limit", "1", "--format", "csv").output == "count\n1\n")
    let refused = try run("query", "a.realm", "Person", "--count", "--columns", "age")
    #expect(refused.errors.contains("Aggregates are printed instead of objects: omit '--columns', '--sort' and '--explain'."))
  }

  @Test("--group shows figures of each group, in the order of the keys")
  func groups() throws {
    let table = try run("query", "a.realm", "Person", "--group", "friend.name", "--count", "--sum", "age")
    #expect((table.status, table.errors) == (0, ""))
    #expect(
      table.output == """
        friend.name  count  sum(age)
        ───────────  ─────  ────────
                         1       120
        Ada              1         4
        Bob              1        36

        """)
    #expect(
      try run("query", "a.realm", "Person", "age < 100", "--group", "friend.name,name", "--format", "json").output
        == "{\"friend.name\":\"Ada\",\"name\":\"Bob\",\"count\":1}\n{\"friend.name\":\"Bob\",\"name\":\"Ada\",\"count\":1}\n")
    #expect(
      try run("query", "a.realm", "Person", "--group", "note", "--maximum", "dogs.weight", "--format", "csv").output
        == "note,maximum(dogs.weight)\n,\n\"\",7.5\n\"a long note that does not fit\n\",\n")
    #expect(try run("query", "a.realm", "Person", "age > 999", "--group", "name", "--format", "json").output == "")
  }

  @Test("--explain shows how the objects are found, and none of them")
  func explained() throws {
    let plan = try run("query", "a.realm", "Person", "name == 'Ada' AND age > 10", "--sort", "age:desc", "--limit", "1", "--explain")
    #expect((plan.status, plan.errors) == (0, ""))
    let lines = plan.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("Person: 1 row, ") == true)
    #expect(
      lines.dropFirst().joined(separator: "\n") == """
        ├─ scan name == "Ada": 3 rows, 1 left
        ├─ check age > 10: 1 row, 1 left
        ├─ sort by age descending
        └─ limit 1
        """)
    let refused = try run("query", "a.realm", "Person", "--explain", "--format", "json")
    #expect(refused.errors.contains("'--explain' prints no objects: omit '--columns' and '--format'."))
  }

  @Test("JSON and CSV have the forms of interchange")
  func forms() throws {
    #expect(
      try run("query", "a.realm", "Dog", "--format", "json").output
        == "{\"name\":\"Rex\",\"weight\":7.5,\"born\":\"2019-05-01T00:00:00Z\",\"collar\":{\"color\":\"red\"}}\n")
    #expect(
      try run("query", "a.realm", "Person", "friend.name == 'Bob'", "--format", "csv", "--columns", "name,note,friend,dogs").output
        == "name,note,friend,dogs\nAda,\"\",Bob,\"[{\"\"$row\"\":0}]\"\n")
    #expect(try run("query", "a.realm", "Person", "age > 1000").output.hasSuffix("(0 objects)\n"))
  }

  @Test(
    "mistakes say what is wrong and what was perhaps meant",
    arguments: [
      (["Persn"], "error: 'a.realm' has no type 'Persn'; did you mean 'Person'?\n"),
      (["Cat"], "error: 'a.realm' has no type 'Cat'; it has Collar, Dog, Person\n"),
      (["Person", "--columns", "nam"], "error: type 'Person' has no property 'nam'; did you mean 'name'?\n"),
      (["Person", "--columns", "name.x"], "error: 'name.x' cannot continue after 'Person.name', which contains no objects\n"),
      (["Person", "--columns", "name.@count"], "error: 'name.@count' counts elements, but 'Person.name' is not a collection\n"),
      (["Person", "--sort", "dogs.name"], "error: 'dogs.name' passes through a collection: objects can only be sorted by single values\n"),
      (["Person", "--sort", "dogs.@count"], "error: 'dogs.@count' counts elements: objects can only be sorted by stored values\n"),
      (["Person", "--sum", "name"], "error: 'name' has no sum: only numbers have one\n"),
      (["Person", "--maximum", "name"], "error: 'name' has no maximum: only numbers and dates have one\n"),
      (["Person", "--sort", "dogs"], "error: 'dogs' is a collection: objects can only be sorted by single values\n"),
      (["Person", "--group", "dogs"], "error: 'dogs' is a collection: objects can only be grouped by single values\n"),
      (["Person", "--sort", "age:down"], "error: 'down' is not a sort direction: write 'age:desc' or 'age:asc'\n"),
    ])
  func mistakes(arguments: [String], message: String) throws {
    let result = try Shell.run(#require(Repository.command), ["query", "a.realm"] + arguments, in: folder.url)
    #expect((result.status, result.output, result.errors) == (2, "", message))
  }

  @Test("a mistake in the condition has a caret below it")
  func caret() throws {
    let result = try run("query", "a.realm", "Person", "agee > 3")
    #expect(result.status == 2)
    #expect(result.errors.contains("Did you mean 'age'?") && result.errors.hasSuffix("\n  agee > 3\n  ^\n"), "\(result.errors)")
    let bare = try run("query", "a.realm", "Person", "name == Ada")
    #expect(
      bare.errors == """
        error: Property 'Ada' not found in object of type 'Person'. Write text in quotes: 'Ada'.
          name == Ada
                  ^

        """)
    #expect(try run("query", "a.realm", "Dog", "born > 2019-04-30", "--columns", "name").output.contains("Rex"))
    #expect(try run("query", "a.realm", "Dog", "born > 2019").errors.contains("Write a date as 2024-12-31 or 2024-12-31T23:59:59Z."))
    #expect(try run("query", "a.realm", "Person", "age >").status == 2)
    #expect(try run("query", "a.realm", "Person", "age > $0").status == 2)
    let missing = try run("query", "b.realm", "Person")
    #expect((missing.status, missing.errors) == (2, "error: 'b.realm' cannot be opened: no such file or folder.\n"))
    #expect(try run("query", "people.yaml", "Person").status == 1)
  }

  @Test("asking leaves no trace, beside the file either")
  func trace() throws {
    try FileManager.default.createDirectory(at: folder.url.appending(path: "other"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: folder.url.appending(path: "a.realm"), to: folder.url.appending(path: "other/b.realm"))
    for name in ["other/b.realm", "a.realm"] {
      let before = try Data(contentsOf: folder.url.appending(path: name))
      #expect(try run("query", name, "Person").status == 0)
      #expect(try run("export", name).status == 0)
      #expect(try Data(contentsOf: folder.url.appending(path: name)) == before)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("other")) == ["b.realm"])
  }

  @Test("an imported object has the defaults of properties that the input does not name, if a schema tells them")
  func defaults() throws {
    try folder.write(
      """
      ashlar: 1
      schema: { name: Shop, version: 1 }
      objects:
        Item:
          properties:
            id: { type: UUID, primaryKey: true, default: new }
            name: String
            price: { type: Decimal128, default: 1.5 }
            stock: { type: Int?, default: 7 }
            added: { type: Date, default: 2024-02-29T12:00:00Z }
            size: Size?
      embedded:
        Size:
          properties:
            width: { type: Double, default: 2.5 }
            unit: { type: String, default: cm }
      """, to: "shop.yaml")
    try folder.write("name,size\nBall,{}\nCube,\"{\"\"unit\"\":\"\"mm\"\"}\"\n", to: "Item.csv")
    try folder.write("{\"$type\":\"Item\",\"name\":\"Disc\",\"stock\":null,\"price\":\"3\"}\n", to: "more.jsonl")
    let made = try run("import", "shop.realm", "Item.csv", "more.jsonl", "--schema", "shop.yaml")
    #expect((made.status, made.errors) == (0, ""))
    #expect(
      try run("query", "shop.realm", "Item", "--sort", "name", "--columns", "name,price,stock,added,size", "--format", "csv").output
        == """
        name,price,stock,added,size
        Ball,1.5,7,2024-02-29T12:00:00Z,"{""width"":2.5,""unit"":""cm""}"
        Cube,1.5,7,2024-02-29T12:00:00Z,"{""width"":2.5,""unit"":""mm""}"
        Disc,3,,2024-02-29T12:00:00Z,

        """)
    #expect(try Set(run("query", "shop.realm", "Item", "--columns", "id", "--format", "json").output.split(separator: "\n")).count == 3)
    let refused = try run("import", "shop.realm", "more.jsonl")
    #expect(refused.errors == "error: more.jsonl:1: the primary key 'Item.id' is missing. Nothing was stored.\n")
  }

  @Test("imported objects equal the exported ones, as lines and as CSV")
  func roundTrip() throws {
    let lines = try run("export", "a.realm")
    #expect((lines.status, lines.errors) == (0, ""))
    #expect(
      lines.output == """
        {"$type":"Dog","$row":0,"name":"Rex","weight":7.5,"born":"2019-05-01T00:00:00Z","collar":{"color":"red"}}
        {"$type":"Person","name":"Ada","age":36,"note":"","friend":"Bob","dogs":[{"$row":0}]}
        {"$type":"Person","name":"Bob","age":4,"note":null,"friend":"Ada","dogs":[]}
        {"$type":"Person","name":"日本","age":120,"note":"a long note that does not fit\\n","friend":null,"dogs":[]}

        """)
    #expect(try run("export", "a.realm", "--output", "all.jsonl").status == 0)
    #expect(try folder.text("all.jsonl") == lines.output)
    #expect(try run("import", "b.realm", "all.jsonl", "--schema", "a.realm").status == 0)
    #expect(try run("export", "b.realm").output == lines.output)
    #expect(try run("export", "a.realm", "--format", "csv", "--output", "csv").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("csv")).sorted() == ["Dog.csv", "Person.csv"])
    #expect(try run("import", "c.realm", "csv/Person.csv", "csv/Dog.csv", "--schema", "people.yaml").status == 0)
    #expect(try run("export", "c.realm").output == lines.output)
    #expect(try run("verify", "c.realm").status == 0)
  }

  @Test("a refused line is named, and nothing is stored")
  func refused() throws {
    let before = try run("export", "a.realm").output
    let cases = [
      ("{\"$type\":\"Person\",\"name\":\"Eve\",\"age\":1}\n{\"$type\":\"Person\",\"name\":\"Zoe\"}", "x.jsonl:2: 'Person.age' is missing"),
      (
        "{\"$type\":\"Person\",\"name\":\"Ada\",\"age\":1}",
        "x.jsonl:1: 'Person' \"Ada\" already exists; with '--update', existing objects are updated"
      ),
      ("\n{\"$type\":\"Person\",\"name\":}", "x.jsonl:2:26: expected a value"),
      (
        "{\"$type\":\"Person\",\"name\":\"Eve\",\"age\":1.5}",
        "x.jsonl:1: 'Person.age': expected an integer from -9223372036854775808 to 9223372036854775807, not 1.5"
      ),
      ("{\"$type\":\"Person\",\"name\":\"Eve\",\"age\":1,\"nickname\":2}", "x.jsonl:1: type 'Person' has no property 'nickname'"),
      (
        "{\"$type\":\"Person\",\"name\":\"Eve\",\"age\":1,\"friend\":\"Nobody\"}",
        "x.jsonl:1: 'Person.friend': neither the inputs nor the file contain a 'Person' with key \"Nobody\""
      ),
      ("{\"$type\":\"Collar\",\"color\":\"red\"}", "x.jsonl:1: objects of the embedded type 'Collar' are imported within their owners"),
    ]
    for (text, message) in cases {
      try folder.write(text, to: "x.jsonl")
      let result = try run("import", "a.realm", "x.jsonl")
      #expect(result.status == 1 && result.errors.hasPrefix("error: \(message)"), "\(result.errors)")
      #expect(result.errors.hasSuffix(". Nothing was stored.\n"))
    }
    try folder.write("name,age\nEve,1\nZoe,old\n", to: "Person.csv")
    #expect(
      try run("import", "a.realm", "Person.csv").errors
        == "error: Person.csv:3: 'Person.age': expected an integer from -9223372036854775808 to 9223372036854775807, not \"old\". Nothing was stored.\n"
    )
    #expect(try run("export", "a.realm").output == before)
    #expect(try run("import", "new.realm", "Person.csv", "--schema", "people.yaml").status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("new") } == [])
    #expect(try run("import", "new.realm", "Person.csv").status == 2)
  }

  @Test("decimals that are no numbers, and raw values without a case, are refused with their place")
  func refusedValues() throws {
    try folder.write(
      """
      ashlar: 1
      schema: { name: Shop }
      enums:
        Mood: [calm, wild]
        Size: { raw: Int8, cases: { small: -1, large: 5 } }
        Open: { unknown: other, cases: [known, other] }
      objects:
        Item:
          properties:
            price: Decimal128?
            mood: Mood
            size: Size?
            moods: List<Mood>
            sizes: Map<String, Size?>
            open: Open
      """, to: "shop.yaml")
    let mood = "'Item.mood': expected the raw value of a case of 'Mood', not \"angry\""
    let cases = [
      ("\"price\":\"1,5\"", "'Item.price': expected a decimal number of at most 34 digits, not \"1,5\""),
      ("\"price\":\"NULL\"", "'Item.price': expected a decimal number of at most 34 digits, not \"NULL\""),
      ("\"mood\":\"angry\"", mood), ("\"size\":2", "'Item.size': expected the raw value of a case of 'Size', not 2"),
      ("\"moods\":[\"calm\",\"angry\"]", "'Item.moods': expected the raw value of a case of 'Mood', not \"angry\""),
      ("\"sizes\":{\"a\":5,\"b\":2}", "'Item.sizes': expected the raw value of a case of 'Size', not 2"),
    ]
    func line(_ member: String) -> String {
      let given = ["mood", "open"].filter { !member.hasPrefix("\"\($0)\"") }.map { "\"\($0)\":\"\($0 == "mood" ? "calm" : "newer")\"," }
      return "{\"$type\":\"Item\",\(given.joined())\(member)}\n"
    }
    try folder.write(line("\"size\":null"), to: "good.jsonl")
    #expect(try run("import", "old.realm", "good.jsonl", "--schema", "shop.yaml").status == 0)
    for (member, message) in cases {
      try folder.write(line("\"size\":5") + line(member), to: "x.jsonl")
      for file in ["new.realm", "old.realm"] {
        let result = try run("import", file, "x.jsonl", "--schema", "shop.yaml")
        #expect(result.status == 1)
        #expect(result.errors == "error: x.jsonl:2: \(message). Nothing was stored.\n")
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("new") } == [])
    try folder.write("price,mood,open\n1.50,calm,known\n\"1,5\",calm,known\n", to: "Item.csv")
    #expect(
      try run("import", "new.realm", "Item.csv", "--schema", "shop.yaml").errors
        == "error: Item.csv:3: 'Item.price': expected a decimal number of at most 34 digits, not \"1,5\". Nothing was stored.\n")
    try folder.write("price,mood,open\n1.50,angry,known\n", to: "Item.csv")
    #expect(
      try run("import", "new.realm", "Item.csv", "--schema", "shop.yaml").errors == "error: Item.csv:2: \(mood). Nothing was stored.\n")
    let otherTypes = try run("import", "a.realm", "x.jsonl", "--schema", "shop.yaml").errors
    #expect(otherTypes == "error: '--schema' has no type 'Collar', which 'a.realm' stores\n")
    try folder.write(Self.schema.replacing("age: Int", with: "age: Int?"), to: "other.yaml")
    #expect(
      try run("import", "a.realm", "in.jsonl", "--update", "--schema", "other.yaml").errors
        == "error: '--schema' describes 'Person.age' differently than 'a.realm' stores it; see 'ashlar diff'\n")
  }

  @Test("--update changes what is named, and leaves the rest")
  func update() throws {
    try folder.write("age,name\n37,Ada\n5,Eve\n", to: "Person.csv")
    #expect(try run("import", "a.realm", "Person.csv", "--update").output == "Stored 2 objects in 'a.realm'.\n")
    let found = try run("query", "a.realm", "Person", "name IN {'Ada', 'Eve'}", "--format", "json", "--columns", "name,age,note,friend")
    #expect(
      found.output == """
        {"name":"Ada","age":37,"note":"","friend":"Bob"}
        {"name":"Eve","age":5,"note":null,"friend":null}

        """)
  }

  @Test("--match names the properties of a unique rule, and updates the object with the same values")
  func match() throws {
    try folder.write(
      """
      ashlar: 1
      schema: { name: Contacts, version: 1 }
      objects:
        Contact:
          properties:
            email: { type: String, unique: true }
            age: Int
      """, to: "contacts.yaml")
    try folder.write("email,age\na,1\nb,2\n", to: "Contact.csv")
    #expect(try run("import", "contacts.realm", "Contact.csv", "--schema", "contacts.yaml").status == 0)
    try folder.write("email,age\nb,3\nc,4\n", to: "Contact.csv")
    #expect(
      try run("import", "contacts.realm", "Contact.csv", "--match", "email").output == "Stored 2 objects in 'contacts.realm'.\n")
    let found = try run("query", "contacts.realm", "Contact", "age > 0", "--format", "json", "--columns", "email,age")
    #expect(
      found.output == """
        {"email":"a","age":1}
        {"email":"b","age":3}
        {"email":"c","age":4}

        """)
    #expect(
      try run("import", "contacts.realm", "Contact.csv", "--match", "email,age").errors
        == "error: no type in 'contacts.realm' has a unique rule over exactly 'email', 'age', which '--match' names\n")
  }

  @Test("the shell completes the types of the file")
  func completion() throws {
    let script = try run("--generate-completion-script", "bash").output
    for word in ["query", "export", "import", "jsonl", "ndjson"] { #expect(script.contains(word), "\(word)") }
  }
}
