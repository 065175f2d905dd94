import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("A package with the plug-in", .longest, .serialized, .enabled(if: Kennel.isWanted, "set ASHLAR_END_TO_END=1"))
struct KennelTests {
  private let kennel: Kennel

  init() throws { kennel = try Kennel() }

  @Test("the package builds and runs")
  func run() throws {
    let result = try kennel.swift("run", "Kennel")
    try #require(result.status == 0, "\(result.output)\n\(result.errors)")
    #expect(result.output == Kennel.output)
  }

  @Test("models and data code of programs for RealmSwift compile and run unchanged", arguments: ["5", "6"])
  func diary(mode: String) throws {
    let result = try kennel.swift("run", "Diary", environment: ["DIARY_MODE": mode])
    try #require(result.status == 0, "\(result.output)\n\(result.errors)")
    #expect(
      result.output == """
        calm: Morni, Eveni
        others: Tea
        found: Eveni 3 2.0 2.0
        defaults: untitled 60.0 calm sunny tense none 0.0
        key: id author_name true
        saved: 0 3 false
        base: true

        """)
    #expect(!(result.output + result.errors).contains("warning: "), "\(result.errors)")
  }

  @Test("the example of the language's document compiles, stores, projects and codes")
  func handbook() throws {
    let result = try kennel.swift("run", "Handbook")
    try #require(result.status == 0, "\(result.output)\n\(result.errors)")
    #expect(
      result.output == """
        Ada calm https://example.org/ 48.5 12 other keys: [""]
        Lovelace London first friends: ["Grace"] cities: [nil] ADA
        tags: ["a", "b"] score: 7 dogs: ["Rex"] anything: 5
        coded: ["birthday", "fullKey", "home", "friends"] missing
        asymmetric: not allowed

        """)
  }

  @Test("a touched schema recompiles nothing, an edited comment of one recompiles one file")
  func incremental() throws {
    let schema = kennel.url.appending(path: "Sources/Kennel/dogs.yaml")
    func compiled() throws -> [String] {
      let result = try kennel.swift("build", "--product", "Kennel")
      try #require(result.status == 0, "\(result.output)\n\(result.errors)")
      return (result.output + result.errors).split(separator: "\n").filter { $0.contains("Compiling ") }.map(String.init)
    }
    _ = try compiled()
    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: schema.path)
    #expect(try compiled() == [])
    let text = try kennel.folder.text("Kennel/Sources/Kennel/dogs.yaml")
    try kennel.folder.write(text.replacing("Somebody who lives here", with: "Somebody else"), to: "Kennel/Sources/Kennel/dogs.yaml")
    let files = try compiled()
    #expect(files.count == 1 && files.first?.hasSuffix("Compiling Kennel dogs.swift") == true, "\(files)")
  }

  @Test("the command plug-in writes models to be committed, and checks them")
  func generateModels() throws {
    func generate(_ arguments: String...) throws -> Shell.Result {
      try kennel.swift(["package", "--allow-writing-to-package-directory", "generate-models", "--target", "Walks"] + arguments)
    }
    #expect(try generate("--check").status != 0)
    let first = try generate()
    try #require(first.status == 0, "\(first.output)\n\(first.errors)")
    // The target has a `Walks.swift` of its own, which on some disks is the same name as `walks.swift`.
    #expect(try kennel.folder.text("Kennel/Sources/Walks/Generated/Walks-walks.swift").contains("class Walk: Object"))
    #expect(try generate("--check").status == 0)
    #expect(try kennel.swift("build", "--target", "Walks").status == 0)
    try kennel.folder.write("ashlar: 1\nobjects: { Walk: {}, Run: {} }\n", to: "Kennel/Schemas/Walks/walks.yaml")
    #expect(try generate("--check").status != 0)
    #expect(try generate().status == 0)
    #expect(try kennel.folder.text("Kennel/Sources/Walks/Generated/WalksSchema.swift").contains("[Run.self, Walk.self]"))
    #expect(try generate("--nonsense").status != 0)
  }

  @Test("the Swift compiler requires code between two releases, and no files beside the schema")
  func history() throws {
    func write(_ property: String) throws {
      try kennel.folder.write(
        """
        ashlar: 1
        schema: { name: Playthings, version: history }
        enums: { Material: [rope, rubber] }
        objects:
          Toy:
            properties:
              name: String
              material: Material
              \(property)

        """, to: "Kennel/Schemas/Toys/toys.yaml")
    }
    func call(_ arguments: String) throws {
      try kennel.folder.write(
        "import Ashlar\nlet plan: MigrationPlan = PlaythingsSchema.migration(\(arguments))\n", to: "Kennel/Sources/Toys/Plan.swift")
    }
    let command = try #require(Repository.command)
    try write("price: Double")
    #expect(try Shell.run(command, ["release", "Schemas/Toys"], in: kennel.url).status == 0)
    let unknown = try Shell.run(command, ["release", "Sources/Kennel"], in: kennel.url)
    #expect(unknown.errors.contains("does not state how 'Vet.field' is stored"))
    try kennel.folder.write(
      """
      ashlar: 1
      enums: { Field: { raw: String, external: true, swift: Clinic.Field } }
      types: { Fee: { persisted: Int, swift: Clinic.Fee } }

      """, to: "Kennel/Sources/Kennel/types.yaml")
    #expect(try Shell.run(command, ["release", "Sources/Kennel"], in: kennel.url).status == 0)
    try write("size: Int")
    try call("")
    let refused = try kennel.swift("build", "--target", "Toys")
    #expect(refused.status != 0)
    #expect((refused.output + refused.errors).contains("missing argument for parameter 'toy1to2' in call"))
    try call("toy1to2: { old, new, _ in new.size = Int(old.price) }")
    let result = try kennel.swift("build", "--target", "Toys")
    try #require(result.status == 0, "\(result.output)\n\(result.errors)")
    #expect(!(result.output + result.errors).contains("unhandled"))
  }

  @Test("a typing error in a schema stops the build at the line of the schema")
  func typingError() throws {
    try kennel.folder.write("ashlar: 1\n\nobjects:\n  Dog:\n    properties:\n      owner: Ownr?\n", to: "Kennel/Sources/Kennel/dogs.yaml")
    let result = try kennel.swift("build")
    #expect(result.status != 0)
    let expected = "Sources/Kennel/dogs.yaml:6:14: error: unknown type 'Ownr' [unknown-type]"
    #expect((result.output + result.errors).contains(expected), "\(result.output)\n\(result.errors)")
  }

  @Test("schema files named like a Swift file of the target, and like that of a program's statements, build beside them")
  func namesOfSources() throws {
    try kennel.folder.write("ashlar: 1\nobjects:\n  Extra:\n    properties:\n      n: Int\n", to: "Kennel/Sources/Handbook/main.yaml")
    try kennel.folder.write("ashlar: 1\nobjects:\n  Other:\n    properties:\n      n: Int\n", to: "Kennel/Sources/Handbook/Types.yaml")
    let result = try kennel.swift("build", "--product", "Handbook")
    #expect(result.status == 0, "\(result.output)\n\(result.errors)")
  }

  @Test("committed models beside the plug-in are refused in words")
  func twoProducers() throws {
    try kennel.folder.write("", to: "Kennel/Sources/Kennel/Generated/dogs.swift")
    let result = try kennel.swift("build")
    #expect(result.status != 0)
    let expected = "target 'Kennel' has generated models among its sources (dogs.swift) and also uses the plugin AshlarGenerate"
    #expect((result.output + result.errors).contains(expected), "\(result.output)\n\(result.errors)")
  }
}
