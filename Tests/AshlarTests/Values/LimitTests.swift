import Ashlar
import Concerts
import Foundation
import Kinds
import People
import Shelves
import TestSupport
import Testing

@Suite("Limits of values")
struct LimitTests {
  private static let long = String(repeating: "x", count: 16_777_200)

  // What `create` is given, and a part of what the commit says of it.
  static let refused: [(value: [String: any Sendable], message: String)] = [
    (["string": long], "String too big for 'Scalars.string': 16777200 bytes exceed the limit of 16777199."),
    (["anyString": long], "String too big for 'Scalars.anyString'"),
    (["data": Data(count: 16_777_201)], "Binary too big for 'Scalars.data': 16777201 bytes exceed the limit of 16777200."),
  ]

  @Test("text and bytes beyond the limit that come through create are thrown by the write, which leaves nothing behind", arguments: 0..<3)
  func thrown(index: Int) throws {
    let (value, message) = Self.refused[index]
    let realm = try memoryRealm()
    #expect {
      try realm.write {
        realm.create(Scalars.self, value: ["int": 1])
        #expect(realm.create(Scalars.self, value: value).isInvalidated)
        realm.create(Scalars.self, value: ["int": 2])
      }
    } throws: { error in
      (error as? Realm.Error)?.code == .invalidInput && "\(error)".contains(message)
        && "\(error)".contains("The write was not stored.")
    }
    #expect(!realm.isInWriteTransaction)
    #expect(realm.objects(Scalars.self).count == 0)
    try realm.write { realm.create(Scalars.self, value: ["int": 3]) }
    #expect(realm.objects(Scalars.self).map(\.int) == [3])
  }

  @Test("a write that refused a value is neither committed nor copied, whatever is queried inside of it afterwards")
  func refusedForGood() throws {
    let folder = try TemporaryFolder()
    let realm = try memoryRealm()
    realm.beginWrite()
    realm.create(Scalars.self, value: ["int": 1])
    realm.create(Scalars.self, value: ["string": Self.long])
    #expect(realm.objects(Scalars.self).where { $0.int == 1 }.count == 1)
    let copying = #expect(throws: Realm.Error.self) { try realm.writeCopy(toFile: folder.url.appending(path: "copy.realm")) }
    #expect(copying?.code == .invalidInput)
    #expect(try folder.names() == [])
    #expect(realm.objects(Scalars.self).where { $0.int == 1 }.count == 1)
    let committing = #expect(throws: Realm.Error.self) { try realm.commitWrite() }
    #expect(committing?.code == .invalidInput)
    #expect(!realm.isInWriteTransaction && realm.isEmpty)
    // The next write is another one.
    try realm.write { realm.create(Scalars.self, value: ["int": 3]) }
    #expect(realm.objects(Scalars.self).map(\.int) == [3])
  }

  @Test("text at the limit is stored")
  func atTheLimit() throws {
    let realm = try memoryRealm()
    let text = String(repeating: "x", count: 16_777_199)
    try realm.write { realm.create(Scalars.self, value: ["string": text]) }
    #expect(realm.objects(Scalars.self).first?.string.utf8.count == 16_777_199)
  }

  @Test("what is too long inside lists, maps, nested objects and values of any type is thrown too")
  func nested() throws {
    let shelves = try memoryRealm(CollectionsSchema.objectTypes)
    let nodes = try memoryRealm()
    let anything = try memoryRealm(ValueSchema.types)
    #expect(throws: Realm.Error.self) { try shelves.write { shelves.create(Shelf.self, value: ["maybeTexts": ["a", Self.long]]) } }
    #expect(throws: Realm.Error.self) { try shelves.write { shelves.create(Shelf.self, value: ["names": ["a": Self.long]]) } }
    #expect(throws: Realm.Error.self) { try nodes.write { nodes.create(Node.self, value: ["next": ["label": Self.long]]) } }
    #expect(throws: Realm.Error.self) { try anything.write { anything.create(Anything.self, value: ["any": [["a": Self.long]]]) } }
    #expect(shelves.isEmpty && nodes.isEmpty && anything.isEmpty)
  }

  @Test("map keys with a dot or a leading dollar sign are thrown by the write", arguments: ["a.b", "$a", "."])
  func mapKeys(key: String) throws {
    let shelves = try memoryRealm(CollectionsSchema.objectTypes)
    let anything = try memoryRealm(ValueSchema.types)
    #expect(throws: Realm.Error.self) { try shelves.write { shelves.create(Shelf.self, value: ["scores": [key: 1]]) } }
    #expect(throws: Realm.Error.self) { try anything.write { anything.create(Anything.self, value: ["any": ["in": [key: 1]]]) } }
    #expect(shelves.isEmpty && anything.isEmpty)
  }

  @Test("committing by hand throws too, and cancels the write")
  func commit() throws {
    let realm = try memoryRealm()
    realm.beginWrite()
    realm.create(Scalars.self, value: ["string": Self.long])
    #expect(throws: Realm.Error.self) { try realm.commitWrite() }
    #expect(!realm.isInWriteTransaction)
    // What was refused in a write that was cancelled is forgotten.
    realm.beginWrite()
    realm.create(Scalars.self, value: ["string": Self.long])
    realm.cancelWrite()
    try realm.write { realm.create(Scalars.self) }
    #expect(realm.objects(Scalars.self).count == 1)
  }

  @Test("using the object that create gave for a refused value stops with the reason")
  func refusedUse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.create(Dog.self, value: ["name": String(repeating: "x", count: 16_777_200)]).age = 3 }
    }
    #expect(errorText(result).contains("String too big for 'Dog.name'"))
  }

  @Test("decoding throws for text and bytes beyond the limit, in lists and maps too")
  func decoding() throws {
    for json in [
      #"{"city":"\#(Self.long)","seats":1}"#, #"{"city":"a","seats":1,"street":"\#(Self.long)"}"#,
    ] {
      #expect {
        try JSONDecoder().decode(Venue.self, from: Data(json.utf8))
      } throws: { error in
        guard case DecodingError.dataCorrupted(let context) = error else { return false }
        return context.debugDescription.contains("exceed the limit of 16777199")
      }
    }
  }

  @Test("decoding throws for a map's key that cannot be stored", arguments: ["a.b", "$a"])
  func decodedKeys(key: String) {
    #expect {
      try JSONDecoder().decode(Map<String, Int>.self, from: Data(#"{"\#(key)":1}"#.utf8))
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription.contains("Invalid key '\(key)'")
    }
  }

  // What stores text or bytes beyond the limit, not straight through a property of text, and the property that is named.
  static let indirect: [(name: String, store: @Sendable (Realm) -> Void)] = [
    ("Custom.web", { $0.create(Custom.self).web = Web(long) }), ("Custom.anyWeb", { $0.create(Custom.self).anyWeb = Web(long) }),
    ("Custom.web", { _ in Custom().web = Web(long) }), ("Custom.anyTag", { _ in Custom().anyTag = Tag(long) }),
    ("Custom.webs", { $0.create(Custom.self).webs.append(Web(long)) }),
    ("Custom.anyTags", { $0.create(Custom.self).anyTags.append(objectsIn: [nil, Tag(long)]) }),
    ("Custom.webSet", { $0.create(Custom.self).webSet.insert(Web(long)) }),
    ("Custom.webMap", { $0.create(Custom.self).webMap["a"] = Web(long) }),
    ("Shelf.texts", { $0.create(Shelf.self, value: ["id": 1]).texts.insert(long) }),
    ("Shelf.maybeTexts", { $0.create(Shelf.self, value: ["id": 1]).maybeTexts.append(long) }),
    ("Shelf.names", { $0.create(Shelf.self, value: ["id": 1]).names["a"] = long }),
    ("Shelf.scores", { $0.create(Shelf.self, value: ["id": 1]).scores[long] = 1 }),
    ("Shelf.datas", { $0.create(Shelf.self, value: ["id": 1]).datas.insert(Data(count: 16_777_201)) }),
    (
      "Shelf.texts",
      { realm in
        let shelf = Shelf()
        shelf.texts.insert(long)
        realm.add(shelf)
      }
    ),
    ("Anything.list", { $0.create(Anything.self).list.append(objectsIn: [.object(Target()), .string(long)]) }),
    ("Anything.map", { $0.create(Anything.self).map["a"] = .data(Data(count: 16_777_201)) }),
    ("Anything.set", { $0.create(Anything.self).set.insert(.string(long)) }),
  ]

  @Test("text and bytes beyond the limit stop with the property's name, whatever brings them")
  func named() async {
    for index in Self.indirect.indices {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index = index as Int] in
        let realm = try memoryRealm(ValueSchema.types + CollectionsSchema.objectTypes)
        realm.beginWrite()
        LimitTests.indirect[index].store(realm)
      }
      let text = errorText(result)
      #expect(text.contains(" too big for '\(Self.indirect[index].name)': 1677720"), "\(index): \(text.prefix(300))")
    }
  }

  @Test("a value of any type with text beyond the limit stops with the property's name, unmanaged too")
  func anyValue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Anything().any = .string(String(repeating: "x", count: 16_777_200))
    }
    #expect(errorText(result).contains("String too big for 'Anything.any': 16777200 bytes exceed the limit of 16777199."))
  }
}
