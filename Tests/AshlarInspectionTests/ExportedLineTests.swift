@testable import Ashlar
import AshlarSchema
import Foundation
import Kinds
import Matrix
import Shelves
import TestSupport
import Testing

@testable import AshlarInspection

@Suite("Lines of an export, written without JSON values")
struct ExportedLineTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func fill(_ name: String, _ types: [ObjectBase.Type], seed: UInt64) throws -> Realm {
    let path = folder.file(name)
    _ = try Realm(configuration: Realm.Configuration(fileURL: URL(fileURLWithPath: path), objectTypes: types))
    let realm = try Realm(storedTypesAt: path, readOnly: false)
    var random = RandomObjects(realm, seed: seed, objects: 8)
    try random.fill()
    return realm
  }

  // The line that the forms of the values define.
  private func expected(_ object: DynamicObject, _ type: EntityModel) throws -> String {
    var members = [JSONValue.Member(name: "$type", value: .string(type.name))]
    if type.primaryKey == nil { members.append(JSONValue.Member(name: "$row", value: .number("\(object._rowKey)"))) }
    for (column, property) in type.columns.enumerated() {
      let value = try ValueWriter.value(of: object, column, isAny: property.type == .any)
      members.append(JSONValue.Member(name: property.name, value: value))
    }
    return JSONValue.object(members).text + "\n"
  }

  @Test("a line is the JSON of the object's values, and a value of known type is the value that a cast finds")
  func lines() throws {
    let seed = seed()
    for (name, types) in [
      ("kinds", KindsSchema.objectTypes), ("matrix", MatrixSchema.objectTypes), ("collections", CollectionsSchema.objectTypes),
    ] {
      let realm = try fill(name, types, seed: seed)
      for type in realm._types where type.kind == .object {
        let line = ExportedLine(type)
        for object in realm.dynamicObjects(type.name) {
          var bytes: [UInt8] = []
          try line.append(object, to: &bytes)
          let expected = try expected(object, type)
          #expect(String(decoding: bytes, as: UTF8.self) == expected, "seed \(seed)")
          for (column, property) in type.columns.enumerated() where property.collection == .none && property.type != .object {
            #expect("\(object._contents(column))" == "\(_StoredContents(object._value(at: column)))", "seed \(seed): \(property.name)")
          }
        }
      }
    }
  }

  @Test("text is written with the same escapes, whether it is copied as a whole or not")
  func escapes() throws {
    let scalars: [Unicode.Scalar] = ["a", "\"", "\\", "\n", "\r", "\t", "\u{0}", "\u{1F}", " ", "~", "\u{7F}", "é", "\u{202E}", "😀"]
    let forms = [
      "a", "\\\"", "\\\\", "\\n", "\\r", "\\t", "\\u0000", "\\u001f", " ", "~", "\\u007f", "é", "\\u202e", "😀",
    ]
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<2000 {
      // Short and long texts; many of one character only.
      let indexes = (0..<random.below(40)).map { _ in round % 2 == 0 ? random.below(scalars.count) : random.pick([0, 8, 9]) }
      var text = String.UnicodeScalarView()
      for index in indexes { text.append(scalars[index]) }
      let json = JSONValue.string(String(text)).text
      #expect(Array(json.utf8) == Array("\"\(indexes.map { forms[$0] }.joined())\"".utf8), "seed \(seed)")
      #expect(try JSONReader.read(json) == .string(String(text)), "seed \(seed)")
    }
  }
}
