@testable import Ashlar
import AshlarSchema
import Foundation
import Kinds
import Testing

@Suite("One property of many objects, by name")
struct ColumnValuesTests {
  private let realm: Realm

  init() throws {
    realm = try memoryRealm(KindsSchema.objectTypes)
    try realm.write {
      for number in 0..<200 {
        let object = Scalars()
        object.int = number
        object.int8 = Int8(number % 100)
        object.bool = number % 3 == 0
        object.double = Double(number) / 8
        object.string = number % 2 == 0 ? "short" : "a text that is longer than a cell \(number)"
        object.level = number % 2 == 0 ? .top : object.level
        if number % 5 != 0 {
          object.anyInt = -number
          object.anyBool = true
          object.anyFloat = 0.5
          object.anyString = "\(number)"
          object.anyData = Data([UInt8(number % 256)])
          object.anyDate = Date(timeIntervalSince1970: Double(number))
          object.anyDecimal = Decimal128(value: number)
          object.anyUUID = UUID()
          object.anyLevel = .top
        }
        realm.add(object)
      }
      // Rows are missing in the middle.
      realm.delete(realm.objects(Scalars.self).where { $0.int > 50 && $0.int < 60 })
    }
  }

  private var names: [String] { Scalars._entity.model.columns.map(\.name) }

  private func isSame(_ value: Any, _ expected: Any?) -> Bool {
    guard let expected else { return flattened(value) == nil }
    return type(of: value) == type(of: expected) && value as? AnyHashable == expected as? AnyHashable
  }

  private func check<Elements: RealmCollection>(_ elements: Elements, _ what: String) where Elements.Element: ObjectBase {
    for name in names {
      let values = elements.value(forKey: name) as? [Any] ?? []
      let expected = Array(elements).map { $0[name] }
      #expect(values.count == expected.count, "\(what) \(name)")
      let mismatch = zip(values, expected).first { !isSame($0, $1) }
      #expect(mismatch == nil, "\(what) \(name)")
    }
  }

  @Test("the values are those of the elements, in their order")
  func sameAsElements() throws {
    check(realm.objects(Scalars.self), "all")
    check(realm.objects(Scalars.self).sorted(byKeyPath: "double", ascending: false), "sorted")
    check(realm.objects(Scalars.self).where { $0.int > 100 }, "filtered")
    check(realm.objects(Scalars.self).where { $0.int > 1000 }, "none")
    check(realm.dynamicObjects("Scalars"), "untyped")
    check(realm.dynamicObjects("Scalars").sorted(byKeyPath: "anyInt"), "untyped and sorted")
    check(realm.objects(Scalars.self).freeze(), "frozen")
  }

  @Test("in a write, the values are those of the write")
  func inWrite() throws {
    realm.beginWrite()
    defer { realm.cancelWrite() }
    for object in realm.objects(Scalars.self) where object.int % 7 == 0 {
      object.string = "changed, and longer than a cell \(object.int)"
      object.anyInt = nil
    }
    realm.delete(realm.objects(Scalars.self)[3])
    realm.create(Scalars.self, value: ["int": 900])
    check(realm.objects(Scalars.self), "written")
    check(realm.dynamicObjects("Scalars"), "written and untyped")
  }

  @Test("only plain properties of results are read through one accessor")
  func choice() throws {
    let scalars = realm.objects(Scalars.self)
    #expect(ColumnValues.values(scalars, "int")?.count == scalars.count)
    #expect(ColumnValues.values(realm.dynamicObjects("Scalars"), "anyString")?.count == scalars.count)
    #expect(ColumnValues.values(AnyRealmCollection(scalars), "int") == nil)
    let nodes = realm.objects(Node.self)
    #expect(ColumnValues.values(nodes, "next") == nil)
    #expect(ColumnValues.values(nodes, "children") == nil)
    #expect(ColumnValues.values(nodes, "label")?.isEmpty == true)
  }

  @Test("values are not in optionals, and nil is an optional without a value")
  func forms() throws {
    let values = try #require(realm.objects(Scalars.self).value(forKey: "anyString") as? [Any])
    #expect(type(of: values[0]) == Any?.self)
    #expect(type(of: values[1]) == String.self)
    let list = try realm.write {
      realm.create(Node.self, value: ["label": "root", "children": [["label": "a"], ["label": "b"]]]).children
    }
    let labels: [Any] = list.value(forKey: "label")
    #expect(labels.map { type(of: $0) == String.self } == [true, true])
  }
}

@Suite("Values that are read by their types")
struct NamedValueTests {
  @Test("a value without a cast is the value with one, boxed or not", arguments: [false, true])
  func oracle(isManaged: Bool) throws {
    let realm = try memoryRealm(KindsSchema.objectTypes)
    for isEmpty in [false, true] {
      let object = Scalars()
      if !isEmpty {
        object.anyInt = 1
        object.anyInt8 = 2
        object.anyInt16 = 3
        object.anyInt32 = 4
        object.anyInt64 = 5
        object.anyBool = true
        object.anyFloat = 1.5
        object.anyDouble = 2.5
        object.anyString = "text"
        object.anyData = Data([1, 2])
        object.anyDate = Date(timeIntervalSince1970: 7)
        object.anyDecimal = 7
        object.anyObjectId = ObjectId.generate()
        object.anyUUID = UUID()
        object.anyShade = .light
        object.anyLevel = .top
      }
      if isManaged { try realm.write { realm.add(object) } }
      let entity = object._entity
      for (column, property) in entity.model.columns.enumerated() {
        let plain = object._value(at: column, entity, boxesNumbers: false)
        let boxed = object._value(at: column, entity, boxesNumbers: true)
        let expected = BoxedNumber.boxed(ifPresent: plain)
        #expect((boxed == nil) == (expected == nil), "\(property.name)")
        #expect(boxed.map { "\(type(of: $0)) \($0)" } == expected.map { "\(type(of: $0)) \($0)" }, "\(property.name)")
        #expect((plain == nil) == (property.isOptional && isEmpty), "\(property.name)")
        let isNumber = property.type.kind.number != .decimal && plain is any Numeric
        #expect((boxed is NSNumber) == (isNumber || plain is Bool), "\(property.name)")
      }
    }
  }

  @Test("an untyped object without a Realm and one in a Realm know their types on every thread")
  func entities() async throws {
    let realm = try memoryRealm(KindsSchema.objectTypes)
    try realm.write { for number in 0..<50 { realm.create(Scalars.self, value: ["int": number]) } }
    nonisolated(unsafe) let frozen = realm.dynamicObjects("Scalars").freeze()
    let sums = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var sum = 0
          for _ in 0..<20 { for object in frozen { sum += object["int"] as? Int ?? -1_000_000 } }
          return sum
        }
      }
      return await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(sums == Array(repeating: 20 * 49 * 25, count: 4))
  }
}
