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

  @Test("with a value it is created")
  func withValue() throws {
    let realm = try memoryRealm([Picky.self])
    try realm.write { realm.create(Picky.self, value: ["tag": "#x"]) }
    #expect(realm.objects(Picky.self).first?.tag == Tag("x"))
  }
}
