import AshlarCompiler
import Testing

@Suite("Diagnostics of rules")
struct RuleDiagnosticTests {
  private static let base = """
    enums: { Size: { raw: Int, cases: { small: 1 } }, Mood: { unknown: other, cases: [calm, other] } }
    types: { Web: { persisted: String } }
    embedded: { Home: { properties: { city: String } } }
    """

  /// The messages and codes for a type with keys and properties, without their source lines.
  private func found(_ keys: String = "", _ properties: String, beside: String = "") -> [String] {
    let text = """
      ashlar: 1
      \(Self.base)
      objects:
        Other: { properties: { n: Int } }
        Dog:
      \(keys.isEmpty ? "" : "    \(keys)\n")    properties: { \(properties) }
      \(beside)
      """
    return SchemaCompiler(needsName: false).check([SourceFile(path: "a.yaml", text: text)]).diagnostics.map { "\($0.message) [\($0.code)]" }
  }

  private func property(_ keys: String) -> [String] { found("", "a: { \(keys) }") }

  @Test("a diagnostic marks the name in the list, and shows the property that was probably meant")
  func place() {
    expectDiagnostics(
      """
      ashlar: 1
      objects:
        Dog:
          unique: [[land, nubmer]]
          properties:
            land: String
            number: Int
      """,
      """
      dogs.yaml:4:21: error: 'Dog' has no property 'nubmer' [unknown-rule-property]
          unique: [[land, nubmer]]
                          ^~~~~~
      dogs.yaml:7:7: note: did you mean 'number'? It is declared here
      """)
  }

  @Test("lists name several stored properties, each once")
  func lists() {
    let two = "a: Int, b: Int, c: { type: Int, ignored: true }, o: { type: LinkingObjects<Dog>, origin: d }, d: \"Dog?\""
    #expect(found("unique: [[a, b]]", two) == [])
    #expect(found("unique: [[a, c]]", two) == ["'c' is not stored; a rule concerns stored properties [unknown-rule-property]"])
    #expect(found("indexes: [[a, o]]", two) == ["'o' is not stored; a rule concerns stored properties [unknown-rule-property]"])
    #expect(found("unique: [[a, a]]", two) == ["the rule names 'a' twice [repeated-rule-property]"])
    #expect(found("checks: [a < a]", two) == ["the rule names 'a' twice [repeated-rule-property]"])
    #expect(
      found("unique: [[a]]", two) == ["'unique' is a list of at least two properties; write 'unique: true' on 'a' [rule-of-one]"])
    #expect(
      found("indexes: [[a]]", two) == ["'indexes' is a list of at least two properties; write 'indexed: true' on 'a' [rule-of-one]"])
    #expect(
      found("primaryKey: [a]", two)
        == ["'primaryKey' is a list of at least two properties; write 'primaryKey: true' on 'a' [rule-of-one]"])
    #expect(found("unique: [{ of: [a], nilCounts: true }]", two) == [])
    #expect(found("unique: [a, b]", two) == ["'unique' is a list of lists; write 'unique: [[a, b]]' [rule-list]"])
    #expect(found("unique: [{ whenNil: d }]", two) == ["a unique rule needs the key 'of' [missing-key]"])
    #expect(found("unique: [[a, b], c: 1]", two).isEmpty == false)
    let nine = (0..<9).map { "p\($0)" }
    #expect(
      found("indexes: [[\(nine.joined(separator: ", "))]]", nine.map { "\($0): Int" }.joined(separator: ", "))
        == ["the rule has 9 properties; the maximum is 8 [too-many-parts]"])
  }

  @Test("a property cannot have the name of the emitted type of the key")
  func hiddenKeyType() {
    let properties = "a: Int, b: Int, PrimaryKey: Int"
    #expect(
      found("primaryKey: [a, b]", properties)
        == ["the property 'PrimaryKey' hides the type 'PrimaryKey', which this class uses [property-hides-type]"])
    #expect(found("unique: [[a, b]]", properties) == [])
  }

  @Test("an embedded or asymmetric type cannot have every list")
  func places() {
    func kind(_ kind: String, _ key: String) -> [String] {
      found("", "x: Int", beside: "\(kind): { Z: { \(key), properties: { a: Int, b: Int } } }")
    }
    #expect(kind("asymmetric", "unique: [[a, b]]") == [])
    #expect(kind("asymmetric", "checks: [a < b], indexes: [[a, b]]") == [])
    #expect(
      kind("asymmetric", "primaryKey: [a, b]")
        == ["an asymmetric type cannot have 'primaryKey'; write 'unique: [[…]]' for the server's table [rule-place]"])
  }

  @Test("an embedded type has checks, and neither keys, unique rules nor indexes of several properties")
  func embedded() {
    func codes(_ key: String) -> [String] {
      let text = "ashlar: 1\nembedded: { Home: { \(key), properties: { a: Int, b: Int } } }\n"
      return SchemaCompiler(needsName: false).check([SourceFile(path: "a.yaml", text: text)]).diagnostics.map(\.code)
    }
    #expect(codes("checks: [a < b]") == [])
    #expect(codes("indexes: [[a, b]]") == ["rule-place"])
    #expect(codes("unique: [[a, b]]") == ["unique-type"])
    #expect(codes("primaryKey: [a, b]") == ["primary-key-on-embedded"])
  }

  @Test("a mixin has rules of properties, and reports their errors even if no type includes it")
  func mixins() {
    func codes(_ mixin: String) -> [String] {
      let text = "ashlar: 1\nmixins: { Named: { \(mixin) } }\n"
      return SchemaCompiler(needsName: false).check([SourceFile(path: "a.yaml", text: text)]).diagnostics.map(\.code)
    }
    #expect(codes("properties: { a: { type: String, length: 1... } }") == [])
    #expect(codes("properties: { a: { type: String, min: 1 } }") == ["rule-type"])
    #expect(codes("unique: [[a, b]], properties: { a: Int, b: Int }") == ["unknown-key"])
  }

  @Test("values that an index may have, and links to one object, can be unique")
  func unique() {
    for type in ["Bool", "Int", "String", "Date", "UUID", "ObjectId", "Int8?", "Size", "Web", "Other?"] {
      #expect(property("type: \"\(type)\", unique: true") == [], "\(type)")
    }
    for type in ["Float", "Double", "Decimal128", "Data", "AnyRealmValue", "List<Int>", "Home?", "List<Other>"] {
      #expect(
        property("type: \"\(type)\", unique: true")
          == [
            "'\(type)' cannot be unique; Bool, integers, String, Date, UUID, ObjectId and links to one object can, and enums or custom types stored as one of them [unique-type]"
          ], "\(type)")
    }
    #expect(
      property("type: Int, unique: true, indexed: false")
        == ["a unique property is always indexed; remove 'indexed' [unique-not-indexed]"])
    #expect(
      property("type: Int, unique: true, primaryKey: true")
        == ["'a' is the primary key, which is unique already; remove the rule [repeated-rule]"])
    #expect(property("type: Int, unique: true, indexed: true") == [])
    #expect(property("type: Int, unique: false") == [])
    #expect(property("type: Int, unique: 1") == ["'1' is neither 'true' nor 'false' [not-boolean]"])
  }

  @Test("a unique rule has one condition")
  func conditions() {
    let some = "a: Int, b: Int, t: Bool, n: \"Date?\", l: \"Other?\", h: \"Home?\""
    for condition in ["whenNil: n", "whenNil: l", "whenTrue: t", "whenFalse: t", "whenTrue: t, nilCounts: true"] {
      #expect(found("unique: [{ of: [a], \(condition) }]", some) == [], "\(condition)")
    }
    #expect(
      found("unique: [{ of: [a], whenNil: b }]", some)
        == [
          "'Int' cannot be the condition of 'whenNil'; write an optional property or a link that an index may have [unique-condition]"
        ])
    #expect(
      found("unique: [{ of: [a], whenTrue: n }]", some)
        == ["'Date?' cannot be the condition of 'whenTrue'; write a property of type Bool [unique-condition]"])
    #expect(
      found("unique: [{ of: [a], whenTrue: t, whenNil: n }]", some)
        == ["a unique rule has one condition: 'whenNil', 'whenTrue' or 'whenFalse' [unique-condition]"])
    #expect(found("unique: [{ of: [a], whenNil: a }]", some) == ["the rule names 'a' twice [repeated-rule-property]"])
  }

  @Test("rules that are stated twice are reported, and an index that another begins with")
  func repeated() {
    let some = "a: Int, b: Int, c: Int, d: \"Int?\""
    #expect(found("unique: [[a, b], [b, a]]", some) == ["'unique' contains this rule twice [repeated-rule]"])
    #expect(found("unique: [[a, b], { of: [a, b], whenNil: d }]", some) == [])
    #expect(found("indexes: [[a, b], [b, a]]", some) == [])
    #expect(found("indexes: [[a, b], [a, b]]", some) == ["'indexes' contains this rule twice [repeated-rule]"])
    #expect(found("checks: [a == b, b == a]", some) == ["'checks' contains this rule twice [repeated-rule]"])
    #expect(
      found("unique: [{ of: [e], nilCounts: true }]", "e: { type: Int, unique: true }")
        == ["'unique' contains this rule twice [repeated-rule]"])
    let redundant =
      "another index or unique rule begins with 'a', 'b', and answers the same conditions; remove this index [redundant-index]"
    #expect(found("indexes: [[a, b], [a, b, c]]", some) == [redundant])
    #expect(found("unique: [[a, b, c]]\n    indexes: [[a, b]]", some) == [redundant])
  }

  @Test("a compound key has required parts of some types")
  func keys() {
    let some = "a: Int, s: String, d: Date, t: Bool, w: Web, z: Size, x: Double, o: \"String?\", l: \"Other?\""
    #expect(found("primaryKey: [a, s, d, t, w, z]", some) == [])
    #expect(
      found("primaryKey: [a, x]", some)
        == [
          "'Double' cannot be part of a primary key; Bool, integers, String, Date, UUID and ObjectId can, and enums or custom types stored as one of them [key-part-type]"
        ])
    #expect(found("primaryKey: [a, l]", some).map { $0.suffix(15) } == ["[key-part-type]"])
    #expect(found("primaryKey: [a, o]", some) == ["a part of a primary key cannot be optional; write 'String' [key-part-optional]"])
    #expect(
      found("primaryKey: [a, s]", some + ", k: { type: Int, primaryKey: true }")
        == ["a type can have only one primary key [second-primary-key]"])
    let seat = "asymmetric: { Sale: { properties: { dog: \"Dog?\" } } }"
    #expect(
      found("primaryKey: [a, s]", some, beside: seat)
        == [
          "'Dog' has a primary key of several properties, which a link here cannot be stored as; give 'Dog' a key of one property [compound-key-link]"
        ])
  }

  @Test("bounds are values of the property's type, and exclude some values but not all")
  func ranges() {
    for keys in [
      "type: Int, min: 0, max: 150", "type: Int8, above: -128", "type: Double, below: 1e3", "type: \"Float?\", min: 0.5",
      "type: Decimal128, min: 0.1", "type: Date, min: 2024-01-01, below: 2025-01-01T00:00:00Z", "type: Int, above: 0, below: 2",
    ] { #expect(property(keys) == [], "\(keys)") }
    #expect(property("type: Int, min: 2, max: 1") == ["no value is in the range '2...1' [rule-range]"])
    #expect(property("type: Int, above: 0, below: 1") == ["no value is in the range 'above 0, below 1' [rule-range]"])
    #expect(property("type: Int, min: 0, above: 0") == ["'min' and 'above' bound the same side; remove one of them [rule-range]"])
    #expect(
      property("type: Int8, max: 200")
        == ["'200' cannot be a bound of Int8; write decimal digits, in the range of the type [rule-out-of-range]"])
    for text in ["nan", "inf", "-inf", "x"] {
      #expect(
        property("type: Double, max: \(text)")
          == ["'\(text)' cannot be a bound of Double; write a finite decimal number, in the range of the type [rule-out-of-range]"])
    }
    #expect(property("type: Decimal128, max: NaN").map { $0.suffix(19) } == ["[rule-out-of-range]"])
    #expect(
      property("type: Date, max: now")
        == ["'now' cannot be a bound, because a rule that files keep must not change by itself; write a date [rule-out-of-range]"])
    #expect(
      property("type: String, min: 1")
        == ["'min' is not allowed on 'String'; it is for integers, Float, Double, Decimal128 and Date [rule-type]"])
    #expect(property("type: Size, min: 1").map { $0.suffix(11) } == ["[rule-type]"])
    #expect(
      property("type: List<Int>, min: 1")
        == ["'min' is not allowed on 'List<Int>': rules do not concern elements; only 'count' is for collections [rule-on-elements]"])
    #expect(
      property("type: LinkingObjects<Dog>, origin: b, min: 1").last
        == "'min' is not allowed on LinkingObjects, which are not stored [key-on-linking-objects]")
    #expect(
      property("type: Int, ignored: true, min: 1") == ["'min' is not allowed on an ignored property, which is not stored [key-on-ignored]"])
  }

  @Test("lengths and counts are numbers or ranges")
  func counts() {
    for text in ["24", "1...40", "1...", "...40", "0...5", "\" 1 ... 40 \""] {
      #expect(property("type: String, length: \(text)") == [], "\(text)")
      #expect(property("type: Map<Int>, count: \(text)") == [], "\(text)")
    }
    for text in ["x", "1..40", "1....40", "-1", "1...x", "...", "4 0", "1.5", "1...2...3"] {
      #expect(
        property("type: Data, length: \(text)")
          == ["'\(text)' is not a range; write 'length: 24', '1...40', '1...' or '...40' [rule-range]"], "\(text)")
    }
    #expect(property("type: String, length: 2...1") == ["no value is in the range '2...1' [rule-range]"])
    #expect(
      property("type: List<Int>, count: 0...")
        == ["every count is in the range '0...'; write a bound above 0, as in '1...' [rule-range]"])
    #expect(property("type: String, length: 1...99999999999999999999").map { $0.suffix(19) } == ["[rule-out-of-range]"])
    #expect(
      property("type: List<String>, length: 1...")
        == [
          "'length' is not allowed on 'List<String>': rules do not concern elements; only 'count' is for collections [rule-on-elements]"
        ])
    #expect(property("type: Int, count: 1...") == ["'count' is not allowed on 'Int'; it is for List, MutableSet and Map [rule-type]"])
  }

  @Test("patterns are well formed")
  func patterns() {
    #expect(property("type: String, pattern: \"[a-z]*\"") == [])
    #expect(property("type: String, pattern: \"\"") == [])
    #expect(
      property("type: String, pattern: \"[a-z\"")
        == ["a '[' of the pattern '[a-z' is never closed; write '[[]' for the character itself [pattern-syntax]"])
    #expect(
      property("type: String, pattern: \"[z-a]\"")
        == ["the range 'z-a' of the pattern '[z-a]' is empty; write its ends in ascending order [pattern-syntax]"])
    #expect(property("type: Data, pattern: a") == ["'pattern' is not allowed on 'Data'; it is for String [rule-type]"])
  }

  @Test("'required' is for links and any values")
  func required() {
    #expect(property("type: AnyRealmValue, required: true") == [])
    #expect(
      property("type: \"Other?\", required: true")
        == [
          "deleting an object of type 'Other' to which 'Dog.a' links would break this rule; declare LinkingObjects with 'deleteRule: cascade' or 'deny' in 'Other' [required-link-without-rule]"
        ])
    #expect(property("type: Int, required: true") == ["'Int' is required already; remove 'required' [rule-type]"])
    #expect(
      property("type: \"Int?\", required: true")
        == ["'required' is for links and AnyRealmValue, whose Swift type stays as it is; write 'type: Int' [rule-type]"])
    #expect(property("type: List<Int>, required: true").map { $0.suffix(18) } == ["[rule-on-elements]"])
    #expect(property("type: List<Other>, count: 1...").map { $0.suffix(28) } == ["[required-link-without-rule]"])
    #expect(property("type: \"Map<Other?>\", count: 1...") == [])
    #expect(property("type: List<Home>, count: 1...") == [])
  }

  @Test("checks compare two properties of one type")
  func checks() {
    let some = "a: Date, b: \"Date?\", i: Int, j: Int64, s: String, t: String, l: \"Other?\", x: AnyRealmValue, z: Size"
    for check in ["a <= b", "a<b", "a == b", "a != b", "i < j", "s == t", " a  <=  b "] {
      #expect(found("checks: [\"\(check)\"]", some) == [], "\(check)")
    }
    for (check, suggestion) in [("a > b", "b < a"), ("a >= b", "b <= a"), ("a = b", "a == b"), ("a <> b", "a != b"), ("a =< b", "a <= b")] {
      #expect(
        found("checks: [\"\(check)\"]", some) == ["'\(check)' is not a check; write '\(suggestion)' [check-syntax]"], "\(check)")
    }
    for check in ["a", "a b", "< b", "a < b < i", ""] {
      #expect(found("checks: [\"\(check)\"]", some).map { $0.suffix(14) } == ["[check-syntax]"], "\(check)")
    }
    #expect(
      found("checks: [i < 5]", some)
        == ["a check compares two properties; write 'min', 'max', 'above' or 'below' on the property for 'i < 5' [check-types]"])
    #expect(
      found("checks: [a < i]", some)
        == ["'a' and 'i' cannot be compared with '<'; both sides need the same type, a number or Date [check-types]"])
    #expect(found("checks: [s == i]", some) == ["'s' and 'i' cannot be compared with '=='; both sides need the same type [check-types]"])
    #expect(found("checks: [s < t]", some).map { $0.suffix(13) } == ["[check-types]"])
    #expect(found("checks: [x == l]", some).map { $0.suffix(13) } == ["[check-types]"])
    #expect(found("checks: [i == z]", some).map { $0.suffix(13) } == ["[check-types]"])
  }

  @Test("a default satisfies the rules of its property")
  func defaults() {
    #expect(property("type: Int, default: 4, max: 4") == [])
    #expect(property("type: Int, default: 0, above: 0, max: 4").map { $0.prefix(42) } == ["the default '0' breaks the rule 'above: 0'"])
    #expect(property("type: Int, default: 5, max: 4") == ["the default '5' breaks the rule 'max: 4' of its property [default-breaks-rule]"])
    #expect(
      property("type: String, default: ab, length: 3...")
        == ["the default 'ab' breaks the rule 'length: 3...' of its property [default-breaks-rule]"])
    #expect(
      property("type: String, default: A, pattern: \"[a-z]\"")
        == ["the default 'A' breaks the rule 'pattern: [a-z]' of its property [default-breaks-rule]"])
    #expect(property("type: Int, min: 1") == [])
    #expect(property("type: Double, default: nan, min: 1").map { $0.suffix(21) } == ["[default-breaks-rule]"])
    #expect(property("type: String, default: { swift: make() }, length: 3...") == [])
  }

  @Test("an enum can be checked if its cases are all that it has")
  func checkedEnums() {
    func codes(_ enumeration: String, _ type: String = "E") -> [String] {
      let text = "ashlar: 1\nenums: { E: { \(enumeration), checked: true } }\nobjects: { Dog: { properties: { a: \(type) } } }\n"
      return SchemaCompiler(needsName: false).check([SourceFile(path: "a.yaml", text: text)]).diagnostics.map {
        "\($0.message) [\($0.code)]"
      }
    }
    #expect(codes("cases: [a, b]") == [])
    #expect(
      codes("cases: [a, b], unknown: b")
        == ["'E' cannot be checked: its 'unknown' case is for values without a case; remove one of the two [checked-enum]"])
    #expect(
      codes("external: true")
        == ["'E' cannot be checked: only the Swift compiler knows its cases; list them under 'cases' [checked-enum]"])
    #expect(codes("external: true, cases: [a]") == [])
    #expect(
      codes("raw: Double, cases: { a: 1 }")
        == ["'E' cannot be checked: its raw values are floating-point numbers; write 'raw: Int' or 'raw: String' [checked-enum]"])
    #expect(
      codes("cases: [a, b]", "List<E>")
        == ["'checked' has no effect: 'E' is only used in collections, whose elements are not checked [checked-enum-of-elements]"])
  }
}
