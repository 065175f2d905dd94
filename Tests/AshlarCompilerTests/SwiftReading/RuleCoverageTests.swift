import AshlarCompiler
import AshlarSchemaTools
import Testing

@Suite("Every rule of schemas holds for classes written by hand, or has no meaning for them")
struct RuleCoverageTests {
  /// Why no Swift file can break a rule.
  private enum Reason: String {
    case yaml = "It is of YAML as a notation."
    case key = "It is of a key that Swift has no word for."
    case schemaBlock = "It is of the schema block, which is in YAML."
    case migration = "It is of former names and releases, which YAML tells."
    case mixin = "Mixins are declared in YAML; a base class takes their place."
    case keyPath = "'@Projected' has a key path, which Swift checks at its place."
    case copies = "Structs that copy objects are generated, of types in YAML."
    case swiftsOwn = "Swift's own grammar excludes it."
    case generated = "It is of the emitted class, and there is none."
    case shownElsewhere = "A test of its own shows it, since bytes are no text."
    case yamlPlace = "Its place is in the YAML file that uses the class."
    case literal = "Initial values of these types are code, which only Swift can judge."
    case twoFiles = "It takes two files, and has a test of its own."
    case rules = "It is of the notation of rules in YAML, and of checked enums, which YAML declares."
    case imports = "It is of an import, which has tests of its own."
  }

  private static let reasons: [Reason: [String]] = [
    .yaml: [
      "yaml-syntax", "tab", "too-deep", "directive", "several-documents", "anchor", "alias", "tag", "key-not-scalar", "duplicate-key",
      "indentation", "key-not-indented", "missing-colon", "colon-in-text", "needs-quotes", "wrong-shape", "not-boolean", "unknown-key",
      "missing-key", "missing-language-version", "wrong-language-version", "control-character", "unusual-line-end", "nul-byte",
    ],
    .schemaBlock: ["repeated-schema-block", "missing-schema-name", "bad-schema-version", "unknown-access"],
    .key: [
      "external-default", "new-default", "new-default-type", "unknown-of-external-enum", "unknown-case-not-found",
      "primary-key-not-indexed", "access-too-wide", "setter-too-wide", "type-and-swift", "swift-needs-ignored", "swift-not-one-line",
      "ignored-without-default", "default-not-swift", "key-on-ignored", "ignored-origin", "swift-needs-external", "json-not-coded",
      "failable-without-default",
    ],
    .migration: ["was-still-in-use", "duplicate-was", "dropped-and-renamed", "duplicate-dropped", "backfill-without-default"],
    .mixin: [
      "unknown-mixin", "not-a-mixin", "mixin-cycle", "mixin-property-taken", "mixin-property-type", "access-of-mixin-property",
    ],
    .keyPath: [
      "projection-root", "coding-of-projection", "path-and-key-path", "key-path-without-type", "key-path-with-root", "type-with-path",
      "malformed-path", "unknown-path-step", "path-not-stored", "path-through-value", "path-through-map",
      "path-through-linking-objects", "path-through-two-collections", "path-after-member",
    ],
    .copies: ["values-with", "values-name-taken", "value-property", "value-type", "value-target", "value-key", "value-coding"],
    .swiftsOwn: ["invalid-identifier"],
    .generated: ["property-hides-type", "hides-swift-name", "output-name-taken", "inherited-conformance"],
    .shownElsewhere: ["file-too-large", "too-many-errors", "invalid-utf8", "lone-carriage-return"],
    .yamlPlace: ["narrow-model", "foreign-type"],
    .literal: ["default-too-precise", "default-not-allowed"],
    .twoFiles: ["position-taken"],
    .rules: ["rule-list", "unique-not-indexed", "check-syntax", "checked-enum", "checked-enum-of-elements"],
    .imports: ["lost-property", "not-imported"],
  ]

  private func found(_ swift: String, yaml: String? = nil) -> [String] {
    var files = [SourceFile(path: "a.swift", text: FaultySwift.text(swift))]
    if let yaml { files.append(SourceFile(path: "b.yaml", text: "ashlar: 1\n" + yaml)) }
    return SchemaCompiler(name: "App").check(files).diagnostics.map {
      "\($0.code) \($0.location.path):\($0.location.start.line):\($0.location.start.column)"
    }
  }

  @Test("a fault is reported at its place in Swift, and nothing else", arguments: FaultySwift.rules)
  func fault(code: String, place: String, swift: String) { #expect(found(swift) == ["\(code) a.swift:\(place)"]) }

  @Test("so is one that a YAML file has part in", arguments: FaultySwift.besideYAML)
  func faultBeside(code: String, place: String, swift: String, yaml: String) {
    #expect(found(swift, yaml: yaml) == ["\(code) a.swift:\(place)"])
  }

  @Test("each code is shown by a Swift file, or there is a reason why none can show it")
  func complete() {
    let shown = Set(FaultySwift.rules.map(\.code) + FaultySwift.besideYAML.map(\.code))
    let reasoned = Self.reasons.values.flatMap(\.self)
    // Those of a change compare resolved schemas, whatever they are read from.
    let released = DiagnosticExplanation.all.filter { $0.fault?.old.isEmpty == false }.map(\.code)
    #expect(DiagnosticExplanation.all.map(\.code).filter { !shown.contains($0) && !(reasoned + released).contains($0) } == [])
    #expect(reasoned.filter { code in !DiagnosticExplanation.all.contains { $0.code == code } } == [])
    #expect(reasoned.filter { shown.contains($0) } == [])
    #expect(Set(reasoned).count == reasoned.count)
  }

  @Test(
    "what Swift accepts is no fault: literals that a program gives to a type, members that are no cases, coding of its own",
    arguments: [
      "extension Int: ExpressibleByStringLiteral { init(stringLiteral: String) { self = 0 } }\nclass A: Object { §a: Int = \"1\" }",
      "class A: Object { §a: Double = 1; §b: Float = 0x10; §c: Int? = nil; §d: String = #\"a\"#; §e: Int = -0x8000000000000000 }",
      "class A: Object { §a: Date = .now; §b: Decimal128 = 1.5; §c: Decimal128 = \"1\"; §d: Int = 1 + 1; §e: Int = .max }",
      "enum E: String, PersistableEnum { case on; static let usual = E.on }\nclass A: Object { §a: E = .usual }",
      "enum E: String, PersistableEnum { case on }\nextension E { static var usual: E { .on } }\nclass A: Object { §a: E = .usual }",
      "protocol P {}\nextension P { static var usual: E { .on } }\nenum E: String, PersistableEnum, P { case on }\nclass A: Object { §a: E = .usual }",
      "@Cases enum E: String, PersistableEnum { case on }\nclass A: Object { §a: E = .usual }",
      "enum E: Double, PersistableEnum { case a, b = 2, c, d = 2.5 }\nclass A: Object { §a: E }",
      "enum E: Int, PersistableEnum { case a = -1, b, c = 0b11, allCases }\nclass A: Object { §a: E }",
      "typealias Code = Int\nenum E: Code, PersistableEnum { case a }\nclass A: Object { §a: E }",
      "enum E: PersistableEnum {\ntypealias RawValue = Int\ncase a\ninit?(rawValue: Int) { self = .a }\nvar rawValue: Int { 0 } }\nclass A: Object { §a: E }",
      "class A: Object, Codable { §a: AnyRealmValue\nrequired init() { super.init() }\nrequired init(from decoder: any Decoder) throws { super.init() }\nfunc encode(to encoder: any Encoder) {} }",
      "class A: Object, Codable { §a: AnyRealmValue; §b: Int\nenum CodingKeys: String, CodingKey { case b } }",
      "class A: Object, Codable { §a: Int }\n\nclass B: A { §b: AnyRealmValue }",
      "class A: Object, Sendable { §a: Int }\n\nclass B: A, @unchecked Sendable { §b: Int }",
      "class A: Object { §a: Int }\n#if DEBUG\nextension A: Named {}\n#else\nextension A: Named {}\n#endif",
    ])
  func accepted(swift: String) { #expect(found(swift) == []) }

  @Test("a generated class may code links to a class that is coded by hand")
  func codedTarget() {
    let yaml = "objects:\n  Dog:\n    conforms: [Codable]\n    properties:\n      a: A?\n"
    #expect(found("public class A: Object, Codable { §a: Int }", yaml: yaml) == [])
    #expect(found("public class A: Object { §a: Int }", yaml: yaml) == ["type-not-codable b.yaml:6:10"])
  }
}
