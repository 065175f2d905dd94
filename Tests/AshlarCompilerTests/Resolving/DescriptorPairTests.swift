import AshlarCompiler
import AshlarSchema
import Testing

@Suite("Whatever property a schema accepts, its descriptor can be read")
struct DescriptorPairTests {
  private static let types = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "Float", "Double", "String", "Data", "Date", "Decimal128", "ObjectId", "UUID",
    "AnyRealmValue", "Mood", "Level", "Web", "Spot", "Home", "Other", "Far",
  ]
  private static let forms = ["T", "T?", "T!", "List<T>", "List<T?>", "MutableSet<T>", "MutableSet<T?>", "Map<T>", "Map<T?>"]
  private static let values = [
    nil, "nil", ".none", "true", "1", "-1", "1.5", "\"x\"", "[]", ".calm", ".low", "make()", ".init()", ".int(3)", "T()", "T.make()",
  ]

  /// The schema, if it is accepted, as it is before it is written and after it was read.
  private func pair(_ files: [SourceFile]) throws -> (written: SchemaModel, read: SchemaModel)? {
    guard let model = SchemaCompiler(name: "App").check(files).schema?.model else { return nil }
    return (model, try DescriptorReader.read(DescriptorWriter.bytes(for: model)))
  }

  @Test("the descriptor of a class written by hand can be read, with every kind of initial value", arguments: types)
  func handwritten(type: String) throws {
    let rest = """
      enum Mood: String, PersistableEnum { case calm, busy }
      enum Level: Int, PersistableEnum { case low = 3 }
      extension Web: FailableCustomPersistable { typealias PersistedType = String }
      extension Spot: CustomPersistable { typealias PersistedType = Home }
      class Home: EmbeddedObject { @Persisted var n: Int }
      class Other: Object { @Persisted var n: Int }
      """
    var accepted = 0
    for form in Self.forms {
      let swiftType = form.replacing("T", with: type).replacing("Map<", with: "Map<String, ")
      for argument in ["", "(indexed: true)", "(primaryKey: true)"] {
        for value in Self.values where argument.isEmpty || value == nil {
          let initial = value.map { " = " + $0.replacing("T", with: type) } ?? ""
          let text = "import Elsewhere\nclass A: Object { @Persisted\(argument) var a: \(swiftType)\(initial) }\n\(rest)\n"
          guard let pair = try pair([SourceFile(path: "a.swift", text: text)]) else { continue }
          #expect(pair.read == pair.written, "\(swiftType)\(initial)")
          accepted += 1
        }
      }
    }
    #expect(accepted > 0)
  }

  @Test("the descriptor of a YAML schema can be read, with every kind of default", arguments: types.filter { $0 != "Far" })
  func yaml(type: String) throws {
    let rest = """
      enums:
        Mood: { raw: String, cases: { calm: calm, busy: busy } }
        Level: { raw: Int, external: true, swift: Far.Level }
      types:
        Web: { persisted: String, failable: true }
        Spot: { persisted: Home }
      embedded:
        Home: { properties: { n: Int } }
      """
    let defaults = [
      nil, "true", "1", "-1", "1.5", "min", "inf", "nan", "x", "calm", "low", "new", "now", "2024-02-29", "AAEC", "\"\"",
      "\"0123456789abcdef01234567\"", "{ swift: make() }", "{ new: UUID }", "{ new: UUIDv7 }", "{ new: ObjectId }",
    ]
    var accepted = 0
    for form in Self.forms {
      for key in ["", ", indexed: true", ", primaryKey: true", ", backfill: true"] {
        for value in defaults where key.isEmpty || form == "T" {
          let property = "{ type: \"\(form.replacing("T", with: type))\"\(value.map { ", default: \($0)" } ?? "")\(key) }"
          let text = "ashlar: 1\n\(rest)\nobjects:\n  Other: { properties: { n: Int } }\n  A:\n    properties:\n      a: \(property)\n"
          guard let pair = try pair([SourceFile(path: "a.yaml", text: text)]) else { continue }
          #expect(pair.read == pair.written, "\(property)")
          accepted += 1
        }
      }
    }
    #expect(accepted > 0)
  }

  @Test("an initial value of an any value is the program's, and '.none' is none")
  func anyValues() throws {
    func value(_ text: String) throws -> DefaultValue? {
      let file = SourceFile(path: "a.swift", text: "class A: Object { @Persisted var a: AnyRealmValue\(text) }\n")
      return try #require(try pair([file])).read.entities[0].properties[0].defaultValue
    }
    #expect(try value("") == nil)
    #expect(try value(" = .none") == nil)
    #expect(try value(" = .int(3)") == .code)
    #expect(try value(" = AnyRealmValue.string(\"x\")") == .code)
  }
}
