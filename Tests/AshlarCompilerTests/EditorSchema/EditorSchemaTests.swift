import AshlarSchema
import Foundation
import Testing

@testable import AshlarCompiler
@testable import AshlarSchemaTools

@Suite("The schema for editors")
struct EditorSchemaTests {
  private func definition(_ name: String?) throws -> [String: Any] {
    let root = try #require(try JSONSerialization.jsonObject(with: Data(EditorSchema.text().utf8)) as? [String: Any])
    guard let name else { return root }
    let definitions = try #require(root["definitions"] as? [String: Any])
    return try #require(definitions[name] as? [String: Any])
  }

  @Test("every key the checker reads is documented", arguments: KeyPlace.allCases)
  func documented(_ place: KeyPlace) {
    for key in place.keys { #expect(place.documentation(of: key) != nil, "\(place).\(key)") }
  }

  @Test("maps take exactly the keys the checker reads, each with its description")
  func keys() throws {
    let property = try #require((try definition("property")["anyOf"] as? [[String: Any]])?.last)
    let enumeration = try #require((try definition("enum")["anyOf"] as? [[String: Any]])?.last)
    let enumCase = try #require((try definition("case")["anyOf"] as? [[String: Any]])?.last)
    let projected = try #require((try definition("projectedProperty")["anyOf"] as? [[String: Any]])?.last)
    let maps: [(KeyPlace, [String: Any])] = [
      (.mixin, try definition("mixin")), (.projection, try definition("projection")), (.projectedProperty, projected),
      (.file, try definition(nil)), (.schema, try definition("schema")), (.object, try definition("object")),
      (.embedded, try definition("embedded")), (.property, property), (.enumeration, enumeration), (.enumCase, enumCase),
    ]
    for (place, map) in maps {
      let properties = try #require(map["properties"] as? [String: [String: Any]])
      #expect(properties.keys.sorted() == place.keys.sorted())
      #expect(map["additionalProperties"] as? Bool == false)
      for key in place.keys { #expect(properties[key]?["description"] as? String == place.documentation(of: key)) }
    }
  }

  @Test(
    "editors accept the same versions of a schema as the compiler",
    arguments: [("0", true), ("18446744073709551614", true), ("history", true), ("History", false), ("-1", false), ("1.5", false)])
  func versions(version: String, isValid: Bool) throws {
    let file = SourceFile(path: "a.yaml", text: "ashlar: 1\nschema: { version: '\(version)' }\nobjects: { Dog: {} }\n")
    #expect((SchemaCompiler(name: "Kennel").check([file]).schema != nil) == isValid)
    let properties = try #require(try definition("schema")["properties"] as? [String: [String: Any]])
    let forms = try #require((properties["version"]?["allOf"] as? [[String: Any]])?.first?["anyOf"] as? [[String: Any]])
    let text = try #require(forms.first { $0["type"] as? String == "string" })
    let pattern = try Regex(#require(text["pattern"] as? String))
    #expect((version.firstMatch(of: pattern) != nil) == isValid)
  }

  @Test(
    "editors accept the same bounds of a length as the compiler",
    arguments: [
      ("24", true), ("1...40", true), ("1 ... 40", true), ("1...", true), ("...40", true), ("1..40", false), ("...", false), ("-1", false),
      ("a", false),
    ])
  func bounds(bounds: String, isValid: Bool) throws {
    let property = "{ type: String, length: '\(bounds)' }"
    let file = SourceFile(path: "a.yaml", text: "ashlar: 1\nobjects: { Dog: { properties: { name: \(property) } } }\n")
    #expect((SchemaCompiler(name: "Kennel").check([file]).schema != nil) == isValid)
    let forms = try #require(try definition("bounds")["anyOf"] as? [[String: Any]])
    let text = try #require(forms.first { $0["type"] as? String == "string" })
    let pattern = try Regex(#require(text["pattern"] as? String))
    #expect((bounds.firstMatch(of: pattern) != nil) == isValid)
  }

  @Test("editors accept 'null' as the name of a case, as the compiler does")
  func caseNamedNull() throws {
    let file = SourceFile(path: "a.yaml", text: "ashlar: 1\nenums: { Mood: [calm, null] }\n")
    #expect(SchemaCompiler(name: "Kennel").check([file]).schema?.model.enums.first?.cases.map(\.name) == ["calm", "null"])
    let items = try #require(try definition("caseList")["items"] as? [String: Any])
    let name = try #require((items["anyOf"] as? [[String: Any]])?.first?["$ref"] as? String)
    let types = try definition(String(name.dropFirst("#/definitions/".count)))["type"] as? [String]
    #expect(types?.contains("null") == true)
  }

  @Test("every reference leads to a definition")
  func references() throws {
    let text = EditorSchema.text()
    let names = Set(text.matches(of: /"#\/definitions\/(\w+)"/).map { String($0.1) })
    let definitions = try #require(try definition(nil)["definitions"] as? [String: Any])
    #expect(names == Set(definitions.keys))
  }
}
