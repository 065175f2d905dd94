import Ashlar
import Foundation
import Testing

@Suite("Failable custom types")
struct FailableTypeTests {
  @Test("an unmanaged required property refuses by name what does not convert")
  func unmanagedRequired() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { Custom()["tag"] = "plain" }
    #expect(errorText(result).contains("Failed to convert persisted value 'plain' to type 'Tag' in a non-optional context."))
  }

  @Test("an unmanaged required property refuses it in a dictionary too")
  func unmanagedDictionary() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Custom(value: ["tag": "plain"]) }
    #expect(errorText(result).contains("Failed to convert persisted value 'plain' to type 'Tag' in a non-optional context."))
  }

  @Test("an unmanaged optional property takes it as nil")
  func unmanagedOptional() {
    let object = Custom(value: ["anyTag": "plain", "tag": "#a"])
    #expect(object.anyTag == nil && object["anyTag"] == nil && object.tag == Tag("a"))
    object["anyTag"] = "#b"
    #expect(object.anyTag == Tag("b"))
    object["anyTag"] = "plain"
    #expect(object["anyTag"] == nil)
  }

  @Test("an unmanaged list and map of optional ones take it as nil, set before they were read and afterwards")
  func unmanagedCollections() {
    let object = Custom(value: ["anyTags": ["#a", "plain", nil] as [String?], "anyTagMap": ["a": "#a", "p": "plain"]])
    #expect(Array(object.anyTags) == [Tag("a"), nil, nil])
    #expect(object.anyTagMap["a"] == Tag("a") && object.anyTagMap["p"] == .some(nil))
    object["anyTags"] = ["plain"]
    object["anyTagMap"] = ["q": "plain"]
    object.anyTags.setValue("plain", forKey: "self")
    object.anyTagMap.setValue("plain", forKey: "r")
    #expect(Array(object.anyTags) == [nil] && object.anyTagMap.keys.sorted() == ["q", "r"] && object.anyTagMap["q"] == .some(nil))
  }

  @Test("an unmanaged list and map of required ones refuse it when they are read", arguments: [false, true])
  func unmanagedRequiredElements(isMap: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isMap = isMap as Bool] in
      if isMap { print(Custom(value: ["tagMap": ["p": "plain"]]).tagMap) } else { print(Custom(value: ["tags": ["plain"]]).tags) }
    }
    #expect(errorText(result).contains("Could not convert stored value"))
  }

  @Test("values of another type than the persisted one are refused in lists of optional ones")
  func otherElements() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Custom(value: ["anyTags": [1]]).anyTags
    }
    #expect(errorText(result).contains("property 'Custom.anyTags'") || errorText(result).contains("Could not convert stored value"))
  }

  @Test("a managed property keeps what does not convert, and reads nil where that is possible")
  func managed() throws {
    let realm = try memoryRealm(ValueSchema.types)
    let object = try realm.write { realm.create(Custom.self, value: ["anyTag": "plain"]) }
    #expect(object.anyTag == nil && object["anyTag"] as? String == "plain")
  }

  @Test("a managed required property stops when it is read")
  func managedRequired() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(ValueSchema.types)
      let object = try realm.write { realm.create(Custom.self, value: ["tag": "plain"]) }
      _ = object.tag
    }
    #expect(errorText(result).contains("Failed to convert persisted value 'plain' to type 'Tag' in a non-optional context."))
  }

  @Test("reading a required property that has no default that converts stops the program")
  func defaultOnRead() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Picky().tag }
    #expect(errorText(result).contains("Failed to default construct 'Tag'"))
  }

  @Test("adding an object with such a property stops the program")
  func defaultOnAdd() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm([Picky.self])
      try realm.write { realm.add(Picky()) }
    }
    #expect(errorText(result).contains("Failed to default construct 'Tag'"))
  }

  @Test("creating one without a value for it stops the program")
  func defaultOnCreate() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm([Picky.self])
      try realm.write { realm.create(Picky.self, value: ["other": 1]) }
    }
    #expect(errorText(result).contains("Failed to default construct 'Tag'"))
  }

  @Test("a key path that reads one without a default is recorded")
  func keyPath() throws {
    #expect(_name(for: \Unsure.tag) == "tag")
    let realm = try memoryRealm([Unsure.self])
    try realm.write { for tag in ["#b", "#a"] { realm.create(Unsure.self, value: ["tag": tag]) } }
    let all = realm.objects(Unsure.self)
    #expect(all.where { $0.tag == Tag("a") }.count == 1 && all.sorted(by: \.tag).first?.tag == Tag("a"))
  }

  @Test("with a value it is created")
  func withValue() throws {
    let realm = try memoryRealm([Picky.self])
    try realm.write { realm.create(Picky.self, value: ["tag": "#x"]) }
    #expect(realm.objects(Picky.self).first?.tag == Tag("x"))
  }
}
