internal import AshlarCompiler
internal import AshlarSchema

/// The schema language as JSON Schema (draft-07), with which editors complete keys, explain them and mark mistakes.
///
/// Its keys are those that the compiler reads. It accepts every schema that compiles, but also some schemas that do not; for example, JSON
/// Schema cannot check whether the declaration that a name refers to exists. Schemas with an unquoted `null` or `~` are an exception: the
/// compiler reads these as text, but JSON Schema cannot distinguish them from an absent value, which is an error for most keys.
public enum EditorSchema {
  /// Returns the JSON. The output is deterministic.
  public static func text() -> String { root.text() + "\n" }

  private static var root: JSONNode {
    let definitions: [(String, JSONNode)] = [
      ("schema", map(.schema)),
      ("object", map(.object)),
      ("embedded", map(.embedded)),
      ("asymmetric", map(.asymmetric)),
      ("mixin", map(.mixin)),
      ("projection", map(.projection, required: ["of"])),
      (
        "projectedProperty",
        [
          "description": "A path, such as 'home.city', or a mapping with 'path' or 'keyPath' and other keys.",
          "anyOf": [reference("text"), map(.projectedProperty)],
        ]
      ),
      ("customType", map(.customType, required: ["persisted"])),
      (
        "uniqueRule",
        [
          "description": "A list of properties that are unique together, or a mapping with 'of' and other keys.",
          "anyOf": [reference("parts"), map(.uniqueRule, required: ["of"])],
        ]
      ),
      ("parts", ["type": "array", "maxItems": .number("\(RuleKind.partLimit)"), "items": reference("text")]),
      (
        "bounds",
        [
          "description": "A number, or a range with '...', such as 1...40.",
          "anyOf": [
            ["type": "integer", "minimum": .number("0")],
            ["type": "string", "pattern": "^ *([0-9]+|[0-9]+ *\\.\\.\\. *[0-9]*|\\.\\.\\. *[0-9]+) *$"],
          ],
        ]
      ),
      (
        "property",
        [
          "description": "A type, or a mapping with 'type' and other keys.",
          "anyOf": [reference("type"), map(.property, requiredOneOf: ["type", "swift"])],
        ]
      ),
      (
        "enum",
        [
          "description": "A list of cases stored as their names, or a mapping with 'raw' and 'cases'.",
          "anyOf": [reference("caseList"), map(.enumeration, requiredOneOf: ["cases", "external"])],
        ]
      ),
      ("caseList", ["type": "array", "minItems": .number("1"), "items": ["anyOf": [reference("scalar"), caseMap(limit: "1")]]]),
      ("case", ["anyOf": [reference("scalar"), map(.enumCase)]]),
      ("type", type),
      ("text", ["description": "A plain value, as written.", "type": ["string", "number", "boolean"]]),
      ("scalar", ["description": "A plain value, as written.", "type": ["string", "number", "boolean", "null"]]),
      ("flag", ["enum": [true, false, "true", "false"]]),
    ]
    guard case .object(let file) = map(.file, required: ["ashlar"]) else { return [:] }
    let head: [(key: String, value: JSONNode)] = [
      ("$schema", "http://json-schema.org/draft-07/schema#"), ("title", "Ashlar schema, language version 1"),
    ]
    return .object(head + file + [("definitions", .object(definitions.map { ($0.0, $0.1) }))])
  }

  /// Returns the JSON Schema of a mapping with the keys of a `KeyPlace`.
  private static func map(_ place: KeyPlace, required: [String] = [], requiredOneOf: [String] = []) -> JSONNode {
    let properties = place.keys.map { key -> (key: String, value: JSONNode) in
      // Draft-07 ignores other keys next to '$ref', so the reference is in a separate list.
      (key, ["description": .string(place.documentation(of: key) ?? key), "allOf": [value(of: key, in: place)]])
    }
    var entries: [(key: String, value: JSONNode)] = [("type", "object"), ("properties", .object(properties))]
    if !required.isEmpty { entries.append(("required", .array(required.map { .string($0) }))) }
    if !requiredOneOf.isEmpty { entries.append(("anyOf", .array(requiredOneOf.map { ["required": .array([.string($0)])] }))) }
    entries.append(("additionalProperties", false))
    return .object(entries)
  }

  /// Returns the JSON Schema of the value of a key.
  private static func value(of key: String, in place: KeyPlace) -> JSONNode {
    switch (place, key) {
    case (.file, "ashlar"): ["enum": [.number("1"), "1"]]
    case (.file, "schema"): reference("schema")
    case (.file, "enums"): named("enum", notNamed: ReservedNames.types)
    case (.file, "objects"): named("object", notNamed: ReservedNames.types)
    case (.file, "embedded"): named("embedded", notNamed: ReservedNames.types)
    case (.file, "asymmetric"): named("asymmetric", notNamed: ReservedNames.types)
    case (.file, "mixins"): named("mixin", notNamed: ReservedNames.types)
    case (.file, "projections"): named("projection", notNamed: ReservedNames.types)
    case (.file, "types"): named("customType", notNamed: ReservedNames.types)
    case (.schema, "version"):
      ["anyOf": [["type": "integer", "minimum": .number("0")], ["type": "string", "pattern": "^([0-9]+|history)$"]]]
    case (.schema, "access"): ["enum": .array(AccessLevel.allCases.map { .string($0.rawValue) })]
    case (.schema, "imports"), (_, "conforms"), (_, "mixins"): ["type": "array", "items": reference("text")]
    case (.object, "properties"), (.embedded, "properties"), (.asymmetric, "properties"), (.mixin, "properties"):
      named("property", notNamed: ReservedNames.properties)
    case (.property, "type"): reference("type")
    case (.property, "unique"), (.property, "required"), (.enumeration, "checked"), (.uniqueRule, "nilCounts"): reference("flag")
    case (.property, "length"), (.property, "count"): reference("bounds")
    case (.property, "deleteRule"): ["enum": .array(DeleteRule.words.map { .string($0) })]
    case (_, "unique"): ["type": "array", "items": reference("uniqueRule")]
    case (_, "indexes"): ["type": "array", "items": reference("parts")]
    case (.uniqueRule, "of"): reference("parts")
    case (_, "checks"): ["type": "array", "items": ["type": "string"]]
    case (.property, "primaryKey"), (.property, "indexed"), (.property, "backfill"), (.property, "ignored"), (.customType, "failable"),
      (_, "open"), (_, "values"), (.enumeration, "external"):
      reference("flag")
    case (_, "primaryKey"): reference("parts")
    case (_, "was"), (_, "dropped"): ["type": "array", "items": reference("scalar")]
    case (.property, "default"):
      [
        "description": "A value of the type, or how to generate one; collections have no default.",
        "anyOf": [reference("scalar"), oneKey("swift", reference("text")), oneKey("new", ["enum": ["UUID", "UUIDv7", "ObjectId"]])],
      ]
    case (.projection, "properties"): named("projectedProperty", notNamed: ReservedNames.properties.union([ReservedNames.rootObject]))
    case (.enumeration, "raw"): ["enum": .array(EnumReader.rawTypes.map { .string($0.name) })]
    case (.enumeration, "cases"): ["anyOf": [reference("caseList"), caseMap(limit: nil)]]
    case (.enumCase, "value"), (_, "table"), (_, "column"): reference("scalar")
    default: reference("text")
    }
  }

  private static func reference(_ name: String) -> JSONNode { ["$ref": .string("#/definitions/\(name)")] }

  /// Returns the JSON Schema of a mapping from names to declarations of one kind.
  private static func named(_ definition: String, notNamed: Set<String>) -> JSONNode {
    [
      "type": "object",
      "propertyNames": ["not": ["enum": .array(notNamed.ordered(byBytes: { $0 }).map { .string($0) })]],
      "additionalProperties": reference(definition),
    ]
  }

  /// Returns the JSON Schema of a mapping with a single, fixed key.
  private static func oneKey(_ key: String, _ value: JSONNode) -> JSONNode {
    .object([
      ("type", "object"), ("properties", .object([(key, value)])), ("required", .array([.string(key)])), ("additionalProperties", false),
    ])
  }

  private static func caseMap(limit: String?) -> JSONNode {
    var entries: [(key: String, value: JSONNode)] = [("type", "object"), ("minProperties", .number("1"))]
    if let limit { entries.append(("maxProperties", .number(limit))) }
    return .object(entries + [("additionalProperties", reference("case"))])
  }

  /// The JSON Schema of a type: the scalar types and their collections, for completion, and a pattern for all types.
  private static var type: JSONNode {
    let names = ValueType.scalars.map(\.name)
    let collections = ["List", "MutableSet", "Map"]
    let known =
      names + names.map { $0 + "?" } + [TypeExpression.anyName]
      + (names + [TypeExpression.anyName]).flatMap { name in collections.map { "\($0)<\(name)>" } }
    let name = "[^<>?!,\\s]+"
    return [
      "description": "A type, such as 'Int', 'Date?', 'Person?', 'List<Person>' or 'LinkingObjects<Dog>'.",
      "anyOf": [
        ["enum": .array(known.map { .string($0) })],
        [
          "type": "string",
          "pattern": .string(
            "^\\s*(\(name)\\s*[?!]?|(List|MutableSet|LinkingObjects)\\s*<\\s*\(name)\\s*\\??\\s*>"
              + "|Map\\s*<\\s*(String\\s*,\\s*)?\(name)\\s*\\??\\s*>)\\s*$"),
        ],
      ],
    ]
  }
}
