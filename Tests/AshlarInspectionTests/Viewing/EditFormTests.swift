@testable import Ashlar
import AshlarSchema
import Foundation
import Kinds
import Matrix
import Shelves
import TestSupport
import Testing

@testable import AshlarInspection

@Suite("Values in the form of edits")
struct EditFormTests {
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

  private func forEachFile(_ body: (Realm) throws -> Void) throws {
    let seed = seed()
    for (number, types) in [KindsSchema.objectTypes, MatrixSchema.objectTypes, CollectionsSchema.objectTypes].enumerated() {
      try body(try fill("\(number).realm", types, seed: seed &+ UInt64(number)))
    }
  }

  // The values, as JavaScript returns them: numbers by their value, and no difference between 5 and 5.0.
  private func passedThroughJavaScript(_ value: JSONValue) -> JSONValue {
    switch value {
    case .number(let text): .number(Double(text).flatMap { $0 == $0.rounded() && abs($0) < 1e15 ? "\(Int($0))" : nil } ?? text)
    case .array(let elements): .array(elements.map(passedThroughJavaScript))
    case .object(let members): .object(members.map { .init(name: $0.name, value: passedThroughJavaScript($0.value)) })
    case .null, .bool, .string: value
    }
  }

  @Test("setting every property to its own value changes no value")
  func ownValues() throws {
    try forEachFile { realm in
      let before = Dump(realm, isOrdered: false).lines
      try realm.write {
        let reader = try EditReader(realm)
        for type in realm._types where type.kind == .object {
          for object in realm.dynamicObjects(type.name) {
            for (column, property) in type.columns.enumerated() where !type.keyColumns.contains(column) {
              let form = EditForm.value(of: object, column)
              let text = passedThroughJavaScript(form).text
              let read = try JSONValue.parse(Array(text.utf8))
              #expect(EditForm.isSame(form, read), "\(text)")
              do throws(ValueFailure) {
                object[property.name] = try reader.value(read, property)
              } catch {
                Issue.record("\(type.name).\(property.name) \(text): \(error.message)")
              }
            }
          }
        }
      }
      #expect(Dump(realm, isOrdered: false).lines == before)
    }
  }

  @Test("the literal of a value finds the objects that have the value")
  func literals() throws {
    var tested = 0
    try forEachFile { realm in
      for type in realm._types {
        for (column, property) in type.columns.enumerated() where property.collection == .none {
          for object in realm.dynamicObjects(type.name) {
            guard let condition = LiteralText.equality(property.name, object._contents(column), isAny: property.type == .any) else {
              continue
            }
            let found = realm.dynamicObjects(type.name).filter(try RealmPredicate(parsing: condition))
            #expect(found.contains { $0._rowKey == object._rowKey }, "\(type.name): \(condition)")
            tested += 1
          }
        }
      }
    }
    #expect(tested > 100)
    let tenth = try Decimal128(string: "0.1")
    // A literal is a Double, which equals neither the Float nor the decimal number of the same digits.
    #expect(LiteralText.equality("a", .float(0.1), isAny: true) == "a == 0.10000000149011612")
    #expect(LiteralText.equality("a", .decimal(tenth), isAny: true) == nil)
    #expect(LiteralText.equality("a", .decimal(tenth), isAny: false) == "a == 0.1")
  }

  @Test("links to a deleted row are replaced by references to the action that inserts it again, and no others")
  func relinking() throws {
    func parsed(_ text: String) throws -> JSONValue { try JSONValue.parse(Array(text.utf8)) }
    let other = PropertyModel(name: "other", type: .object, target: "B")
    let part = EntityModel(
      name: "Part", kind: .embedded, properties: [PropertyModel(name: "a", type: .object, target: "A"), other])
    let models = ["A": EntityModel(name: "A", properties: []), "B": EntityModel(name: "B", properties: []), "Part": part]
    let relinking = EditRelinking(models: models, actions: ["A": ["5": 2]])
    let links = PropertyModel(name: "links", type: .object, collection: .list, target: "A")
    #expect(relinking.value(try parsed(#"[{"$row":"5"},{"$row":"6"}]"#), of: links).text == ##"[{"$row":"#2"},{"$row":"6"}]"##)
    #expect(relinking.value(try parsed(#"{"$row":"5"}"#), of: other).text == #"{"$row":"5"}"#)
    let any = PropertyModel(name: "any", type: .any)
    let value = #"[{"$type":"A","$row":"5"},{"$type":"B","$row":"5"},{"k":{"$type":"A","$row":"5"}},"5"]"#
    let expected = ##"[{"$type":"A","$row":"#2"},{"$type":"B","$row":"5"},{"k":{"$type":"A","$row":"#2"}},"5"]"##
    #expect(relinking.value(try parsed(value), of: any).text == expected)
    let parts = PropertyModel(name: "parts", type: .object, collection: .map, target: "Part")
    let embedded = #"{"x":{"a":{"$row":"5"},"other":{"$row":"5"}}}"#
    #expect(relinking.value(try parsed(embedded), of: parts).text == ##"{"x":{"a":{"$row":"#2"},"other":{"$row":"5"}}}"##)
  }
}
