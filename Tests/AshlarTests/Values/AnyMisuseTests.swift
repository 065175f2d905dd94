import Foundation
import Testing

@testable import Ashlar

@Suite("Misuse of AnyRealmValue")
struct AnyMisuseTests {
  @Test("more than 100 levels stop the program")
  func depth() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try valueRealm()
      realm.beginWrite()
      let object = realm.create(Anything.self)
      object.any = (0..<101).reduce(AnyRealmValue.none) { inner, _ in .fromArray([inner]) }
    }
    #expect(
      errorText(result).contains(
        "Max nesting level reached: collections in an AnyRealmValue may be nested at most 100 levels deep."))
  }

  @Test("a set is refused: neither a list nor a dictionary is one")
  func set() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let set = MutableSet<Int>()
      set.insert(objectsIn: [1, 2])
      _ = Anything(value: ["any": set])
    }
    #expect(errorText(result).contains("Invalid value"), "\(errorText(result))")
  }

  @Test("growing a nested collection beyond 100 levels stops the program")
  func depthInPlace() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try valueRealm()
      realm.beginWrite()
      let object = realm.create(Anything.self)
      object.any = .fromArray([])
      var list = object.any.listValue
      for _ in 0..<100 {
        list?.append(.fromArray([]))
        list = list?[0].listValue
      }
    }
    #expect(errorText(result).contains("Max nesting level reached"))
  }

  @Test("a list that contains itself stops the program when it is added")
  func cycle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try valueRealm()
      let list = List<AnyRealmValue>()
      list.append(.list(list))
      let object = Anything()
      object.any = .list(list)
      realm.beginWrite()
      realm.add(object)
    }
    #expect(errorText(result).contains("Max nesting level reached"))
  }

  @Test("a dictionary's key may not begin with a dollar sign or contain a dot")
  func keys() async {
    let dollar = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try valueRealm()
      realm.beginWrite()
      realm.create(Anything.self).any = .fromDictionary(["$a": .none])
    }
    #expect(errorText(dollar).contains("Invalid key '$a': key must not start with '$'."))
    let dot = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try valueRealm()
      realm.beginWrite()
      let object = realm.create(Anything.self, value: ["any": [String: Any]()])
      object.any.dictionaryValue?["a.b"] = .int(1)
    }
    #expect(errorText(dot).contains("Invalid key 'a.b': key must not contain '.'."))
  }

  @Test("a collection that was replaced cannot be used")
  func gone() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try valueRealm()
      realm.beginWrite()
      let object = realm.create(Anything.self, value: ["any": [1]])
      let list = object.any.listValue
      object.any = .int(1)
      list?.append(.int(2))
    }
    #expect(
      errorText(result).contains("Access to invalidated List: the AnyRealmValue that contained it was replaced or removed."))
  }

  @Test("a collection in a value is changed in writes only")
  func outsideWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try valueRealm()
      let object = try realm.write { realm.create(Anything.self, value: ["any": [1]]) }
      object.any.listValue?.append(.int(2))
    }
    #expect(errorText(result).contains("Cannot modify List outside of a write transaction."))
  }

  @Test("an object of another Realm stops the program")
  func otherRealm() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try valueRealm()
      let other = try valueRealm()
      let target = try other.write { other.create(Target.self) }
      realm.beginWrite()
      realm.create(Anything.self).any = .object(target)
    }
    #expect(errorText(result).contains("Object is already managed by another Realm ('Target')."))
  }

  @Test("text beyond the limit stops the program")
  func tooLong() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try valueRealm()
      realm.beginWrite()
      realm.create(Anything.self).any = .string(String(repeating: "x", count: 16_777_200))
    }
    #expect(errorText(result).contains("String too big for 'Anything.any': 16777200 bytes exceed the limit of 16777199."))
  }

  @Test("a write with a whole value beyond the limit cannot be committed, however the value was set")
  func wholeTooLong() throws {
    let half = AnyRealmValue.data(Data(count: 9_000_000))
    let message = "AnyRealmValue too big for 'Anything.any': 18000023 bytes exceed the limit of 16777201. The write was not stored."
    let writes: [(Realm) -> Void] = [
      { $0.create(Anything.self).any = .fromArray([half, half]) },
      { _ = $0.create(Anything.self, value: ["any": [Data(count: 9_000_000), Data(count: 9_000_000)]]) },
      { realm in
        let object = realm.create(Anything.self)
        object.any = .fromArray([half])
        object.any.listValue?.append(half)
      },
    ]
    for write in writes {
      let realm = try valueRealm()
      let error = #expect(throws: Realm.Error.self) { try realm.write { write(realm) } }
      #expect(error?.code == .invalidInput)
      #expect(error?.localizedDescription == message)
      #expect(realm.objects(Anything.self).isEmpty)
    }
  }

  @Test("a value of no type that can be stored stops the program")
  func untyped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Anything()["any"] = Int.self
    }
    #expect(errorText(result).contains("for 'mixed' property 'Anything.any'"))
  }

  @Test("an embedded object is no value")
  func embedded() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Anything()["any"] = Location()
    }
    #expect(errorText(result).contains("for 'mixed' property 'Anything.any'"))
  }

  @Test("conditions do not compare collections, nor ask other properties for their type")
  func conditions() async {
    let list = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try valueRealm().objects(Anything.self).where { $0.any == .fromArray([]) }.count
    }
    #expect(errorText(list).contains("'any' cannot be compared with a list or dictionary."))
    let kind = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try valueRealm().objects(Anything.self).where { _ in Query<AnyRealmValue>(path: [.name("id")]).isNumber }.count
    }
    #expect(errorText(kind).contains("'id' is not an AnyRealmValue property."))
  }
}
