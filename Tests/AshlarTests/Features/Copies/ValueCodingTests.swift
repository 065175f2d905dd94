import Ashlar
import Foundation
import TestSupport
import Testing
import Traits

@Suite("JSON of values and of objects")
struct ValueCodingTests {
  private func realm() throws -> Realm {
    try Realm(configuration: memory(UUID().uuidString, [Rider.self, Horse.self, Saddle.self]))
  }

  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T { try JSONDecoder().decode(type, from: Data(text.utf8)) }

  private let rider = Rider.Value(
    id: 1, name: "Ada", born: Date(timeIntervalSince1970: 5), gait: .walk, nicknames: ["A"], colours: [3], scores: ["x": 1.5],
    teacher: .key(2), horses: [.key("Bolt")], saddle: Saddle.Value(size: 15, weight: 2.25))

  @Test("an object reads what a value wrote, and a value what an object wrote")
  func both() throws {
    var deep = rider
    deep.teacher = .value(Rider.Value(id: 2, name: "Grace"))
    deep.horses = [.value(Horse.Value(name: "Bolt", riders: [.key(7)])), .value(Horse.Value(name: "Comet"))]
    let object = try decode(Rider.self, text(deep))
    #expect(object.teacher?.name == "Grace" && object.horses.map(\.name) == ["Bolt", "Comet"] && object.saddle?.size == 15)
    #expect(object.horses[0].riders.map(\.id) == [7])
    #expect(try decode(Rider.Value.self, text(object)) == deep)
  }

  @Test("links by key stay keys when an object is encoded again")
  func keys() throws {
    let object = try decode(Rider.self, text(rider))
    #expect(object.teacher?.id == 2 && object.horses.map(\.name) == ["Bolt"])
    #expect(try decode(Rider.Value.self, text(object)) == rider)
    #expect(try text(object).contains(#""horses":["Bolt"]"#))
    #expect(try text(Rider(value: object)).contains(#""horses":["Bolt"]"#))
  }

  @Test("a decoded link by key leads to the stored object and leaves it as it is", arguments: [Realm.UpdatePolicy.error, .modified, .all])
  func stored(_ policy: Realm.UpdatePolicy) throws {
    let realm = try realm()
    try realm.write {
      realm.create(Rider.self, value: ["id": 2, "name": "Grace", "nicknames": ["G"]])
      realm.create(Horse.self, value: ["name": "Bolt"])
    }
    let object = try decode(Rider.self, text(rider))
    try realm.write { realm.add(object, update: policy) }
    #expect(object.teacher?.name == "Grace" && object.teacher?.nicknames.first == "G")
    #expect(object.horses.first == realm.object(ofType: Horse.self, forPrimaryKey: "Bolt"))
    #expect(realm.objects(Rider.self).count == 2 && realm.objects(Horse.self).count == 1)
    let copy = try realm.write { realm.create(Rider.self, value: try decode(Rider.self, text(rider)), update: .modified) }
    #expect(copy == object && copy.teacher?.name == "Grace")
  }

  @Test("a decoded link to a key that no object has fails the write, which stores nothing")
  func missing() throws {
    let realm = try realm()
    let object = try decode(Rider.self, text(rider))
    let error = #expect(throws: Realm.Error.self) { try realm.write { realm.add(object, update: .modified) } }
    #expect(error?.code == .invalidInput)
    #expect(error?.description.contains("which is not in the Realm. Add the linked object first") == true)
    #expect(realm.objects(Rider.self).isEmpty && realm.objects(Horse.self).isEmpty)
  }

  @Test("a link back to the object that is added leads to it")
  func ring() throws {
    let realm = try realm()
    var value = rider
    value.teacher = .key(1)
    value.horses = [.value(Horse.Value(name: "Bolt", riders: [.key(1)]))]
    let object = try decode(Rider.self, text(value))
    try realm.write { realm.add(object) }
    #expect(object.teacher == object && object.horses[0].riders.first == object)
    #expect(realm.objects(Rider.self).count == 1)
  }

  @Test("a link is neither null in a list nor of another type than the key's")
  func faults() throws {
    let whole = try text(rider)
    for wrong in ["null", "5", "[]", "true"] {
      #expect(throws: DecodingError.self) { try decode(Rider.self, whole.replacing(#"["Bolt"]"#, with: "[\(wrong)]")) }
      #expect(throws: DecodingError.self) { try decode(Rider.Value.self, whole.replacing(#"["Bolt"]"#, with: "[\(wrong)]")) }
    }
    #expect(try decode(Rider.self, whole.replacing(#""teacher":2"#, with: #""teacher":null"#)).teacher == nil)
    #expect(throws: DecodingError.self) { try decode(Saddle.self, "5") }
  }

  @Test("a value has defaults where keys are absent")
  func defaults() throws {
    let value = try decode(Rider.Value.self, #"{"id":1,"title":"Ada","nicknames":[],"colours":[],"scores":{},"horses":[],"saddle":{}}"#)
    #expect(value.gait == .canter && value.saddle == Saddle.Value(size: 17))
    #expect(throws: DecodingError.self) { try decode(Rider.Value.self, #"{"id":1}"#) }
    let kit = #"""
      {"flag":true,"small":1,"large":2,"exact":"1.5","days":[],"gaits":[],"prices":[],"marks":[],"photos":{},"owners":{},"flags":[],
       "ratios":{},"weights":[],"costs":[]}
      """#
    let kits = try (0..<2).map { _ in try decode(Kit.Value.self, kit) }
    #expect(kits[0].id != kits[1].id && kits[0].mark != kits[1].mark && kits[0].exact == "1.5")
  }

  @Test("what a link by key stands for cannot be changed before it is stored")
  func unchanged() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let object = try JSONDecoder().decode(Horse.self, from: Data(#"{"name":"Bolt","riders":[2]}"#.utf8))
      object.riders.first?.name = "Grace"
    }
    #expect(errorText(result).contains("Cannot set 'Rider.name': the object was decoded from its primary key alone"))
    let added = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm([Rider.self, Horse.self, Saddle.self])
      try realm.write { realm.create(Rider.self, value: ["id": 2]) }
      let object = try JSONDecoder().decode(Horse.self, from: Data(#"{"name":"Bolt","riders":[2]}"#.utf8))
      object.riders.first?.nicknames.append("G")
      try realm.write { realm.add(object) }
    }
    #expect(errorText(added).contains("Cannot set 'Rider.nicknames'"))
  }
}
