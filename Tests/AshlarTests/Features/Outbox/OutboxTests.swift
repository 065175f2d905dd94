import Ashlar
import AshlarSchema
import AshlarStore
import Foundation
import TestSupport
import Testing
import Weather

let weatherTypes: [ObjectBase.Type] = WeatherSchema.objectTypes + [Reading.self, Event.self, Everything.self]

extension TemporaryFolder {
  /// A configuration with an outbox for a file in the folder.
  func outbox(
    _ limit: Realm.Configuration.Outbox = .init(), _ name: String = "data.realm", _ types: [ObjectBase.Type] = weatherTypes
  ) -> Realm.Configuration {
    var configuration = configuration(name, types)
    configuration.outbox = limit
    return configuration
  }
}

@Suite("The outbox")
struct OutboxTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("the status of objects that wait in the file has their number, size and age")
  func status() throws {
    let before = Date()
    let realm = try Realm(configuration: folder.outbox())
    #expect(try isEmpty(realm))
    try realm.write {
      realm.create(Event.self, value: ["select": 1, "from": "here"])
      realm.create(Event.self, value: ["select": 2, "from": ""])
    }
    let status = try #require(realm.outboxStatus)
    #expect(status.waiting == 2)
    #expect(status.quarantined == 0)
    // An id of 16 bytes, an Int, a length and the text.
    #expect(status.bytes == 2 * (16 + 8 + 4) + 4)
    let oldest = try #require(status.oldest)
    #expect(oldest >= before.addingTimeInterval(-0.001) && oldest <= Date())
  }

  @Test("a Realm with the types of the file counts the objects in the outbox, which are of none of its types")
  func countedByStoredTypes() throws {
    let configuration = folder.outbox()
    try {
      let realm = try Realm(configuration: configuration)
      try realm.write { for number in 0..<3 { realm.create(Event.self, value: ["select": number, "from": ""]) } }
    }()
    let stored = try Realm(storedTypesAt: folder.file("data.realm"), readOnly: true)
    #expect(try stored._outboxCount == 3)
    #expect(!stored._types.contains { $0.kind == .asymmetric })
    let other = try TemporaryFolder()
    try {
      _ = try Realm(configuration: other.configuration("data.realm", WeatherSchema.objectTypes))
    }()
    #expect(try Realm(storedTypesAt: other.file("data.realm"), readOnly: true)._outboxCount == 0)
  }

  @Test("a cancelled write leaves nothing in the outbox")
  func cancelled() throws {
    let realm = try Realm(configuration: folder.outbox())
    realm.beginWrite()
    realm.create(Event.self, value: ["select": 1])
    #expect(realm.outboxStatus?.waiting == 1)
    realm.cancelWrite()
    #expect(try isEmpty(realm))
  }

  @Test("a linked object is added as by add, and its key waits even when the object is deleted")
  func links() throws {
    let realm = try Realm(configuration: folder.outbox())
    try realm.write {
      realm.create(Reading.self, value: ["celsius": 20, "station": ["code": "A1", "name": "Oslo"]])
      realm.create(Reading.self, value: ["celsius": 21, "station": realm.object(ofType: Station.self, forPrimaryKey: "A1") as Any])
    }
    #expect(realm.objects(Station.self).map(\.name) == ["Oslo"])
    try realm.write { realm.deleteAll() }
    #expect(realm.objects(Station.self).isEmpty)
    #expect(realm.outboxStatus?.waiting == 2)
    try waiting { #expect($0.bytes.windows(of: Array("A1".utf8))) }
  }

  @Test("beyond the limit of objects the write throws and stores nothing")
  func full() throws {
    let realm = try Realm(configuration: folder.outbox(.init(maximumObjects: 3)))
    try realm.write { for number in 0..<2 { realm.create(Event.self, value: ["select": number]) } }
    let error = #expect(throws: Realm.Error.self) {
      try realm.write {
        realm.add(Sensor(value: ["number": 1]))
        for number in 2..<5 { realm.create(Event.self, value: ["select": number]) }
      }
    }
    #expect(error?.code == .outboxFull)
    #expect(
      error?.localizedDescription.contains(
        "The outbox is full: it contains 3 objects of 84 bytes, quarantined ones included, and its limit is 3 objects. Send them, or raise "
          + "the limit in 'Realm.Configuration.outbox'. The write was not stored.") == true)
    #expect(realm.outboxStatus?.waiting == 2)
    #expect(realm.objects(Sensor.self).isEmpty)
    try realm.write { realm.create(Event.self, value: ["select": 2]) }
    #expect(realm.outboxStatus?.waiting == 3)
  }

  @Test("a write that found the outbox full stores nothing, also when its results were counted before the commit")
  func fullForGood() throws {
    let realm = try Realm(configuration: folder.outbox(.init(maximumObjects: 1)))
    let error = #expect(throws: Realm.Error.self) {
      try realm.write {
        realm.add(Sensor(value: ["number": 1]))
        for number in 0..<2 { realm.create(Event.self, value: ["select": number]) }
        #expect(realm.objects(Sensor.self).where { $0.number == 1 }.count == 1)
      }
    }
    #expect(error?.code == .outboxFull)
    #expect(realm.outboxStatus?.waiting == 0)
    #expect(realm.objects(Sensor.self).isEmpty)
  }

  @Test("beyond the limit of bytes the write throws")
  func fullOfBytes() throws {
    let realm = try Realm(configuration: folder.outbox(.init(maximumBytes: 100)))
    try realm.write { realm.create(Event.self, value: ["from": String(repeating: "x", count: 72)]) }
    #expect(throws: Realm.Error.self) { try realm.write { realm.create(Event.self) } }
    #expect(realm.outboxStatus?.bytes == 100)
  }

  @Test("a Realm with another limit, or without an outbox, is another instance")
  func limits() throws {
    let small = try Realm(configuration: folder.outbox(.init(maximumObjects: 1)))
    let large = try Realm(configuration: folder.outbox(.init(maximumObjects: 2)))
    try small.write { small.create(Event.self) }
    #expect(throws: Realm.Error.self) { try small.write { small.create(Event.self) } }
    try large.write { large.create(Event.self) }
    #expect(large.outboxStatus?.waiting == 2)
    #expect(try Realm(configuration: folder.configuration("data.realm", WeatherSchema.objectTypes)).outboxStatus == nil)
  }

  @Test("waiting objects survive a Realm without an outbox and a copy, and verify")
  func survives() throws {
    try autoreleasing {
      let realm = try Realm(configuration: folder.outbox())
      try realm.write {
        realm.create(Event.self, value: ["select": 7, "from": String(repeating: "long ", count: 2000)])
        for number in 0..<500 { realm.create(Event.self, value: ["select": number]) }
      }
      try realm.writeCopy(configuration: folder.outbox(.init(), "copy.realm"))
    }
    let plain = try Realm(configuration: folder.configuration("data.realm", WeatherSchema.objectTypes))
    #expect(plain.outboxStatus == nil)
    try plain.write { plain.add(Sensor(value: ["number": 3])) }
    for name in ["data.realm", "copy.realm"] {
      #expect(try Realm(configuration: folder.outbox(.init(), name)).outboxStatus?.waiting == 501)
      #expect(try FileInspection.read(folder.url(name).path, checksums: true).tables.first { $0.kind == .asymmetric }?.rows == 501)
    }
  }

  @Test("waiting objects keep their shape when the schema changes")
  func changedSchema() throws {
    try autoreleasing {
      let realm = try Realm(configuration: folder.outbox())
      try realm.write { realm.create(Event.self, value: ["select": 1]) }
    }
    // Without `Everything` the schema is another.
    let fewer = WeatherSchema.objectTypes + [Event.self]
    try autoreleasing {
      let realm = try Realm(configuration: folder.outbox(.init(), "data.realm", fewer))
      try realm.write { realm.create(Event.self, value: ["select": 2]) }
    }
    let session = try #require(try OutboxSession(path: folder.url().path))
    var shapes: [UInt32] = []
    var types: [String] = []
    try session.forEach(after: -1) {
      shapes.append($0.shape)
      types.append(try session.shape($0.shape).entities[$0.type].name)
      return true
    }
    #expect(shapes == [1, 2])
    #expect(types == ["order", "order"])
    #expect(try session.shape(1).entities.map(\.name).contains("Everything"))
    #expect(try !session.shape(2).entities.map(\.name).contains("Everything"))
  }

  @Test("sent objects are removed, and refused ones remain with their reason until they are tried again")
  func sending() throws {
    let realm = try Realm(configuration: folder.outbox())
    try realm.write { for number in 0..<1000 { realm.create(Event.self, value: ["select": number]) } }
    let session = try #require(try OutboxSession(path: folder.url().path))
    try session.remove(Array(0..<600))
    try session.remove(Array(0..<600))
    try session.quarantine(700, reason: "out of range")
    realm.refresh()
    #expect(realm.outboxStatus?.waiting == 399)
    #expect(realm.outboxStatus?.quarantined == 1)
    #expect(realm.outboxStatus?.bytes == 400 * 28)
    try session.remove([700])
    #expect(session.count == 400)
    var reasons: [String?] = []
    try session.forEach(after: -1, quarantined: true) {
      reasons.append($0.reason); return true
    }
    #expect(reasons == ["out of range"])
    #expect(try session.retryQuarantined() == 1)
    realm.refresh()
    #expect(realm.outboxStatus?.waiting == 400)
    var keys: [Int64] = []
    try session.forEach(after: 989) {
      keys.append($0.key); return keys.count < 5
    }
    #expect(keys == [990, 991, 992, 993, 994])
  }

  @Test("values without a form of their own are JSON")
  func json() throws {
    let realm = try Realm(configuration: folder.outbox())
    try realm.write {
      realm.create(
        Everything.self,
        value: [
          "key": "k", "wind": ["speed": 1.5, "degrees": -3] as [String: Any], "numbers": [1, nil, -2] as [Int?],
          "stations": [["code": "S\"\\\n"]], "doubles": ["a": Double.infinity], "sensors": ["x": ["number": 5]],
          "values": [AnyRealmValue.date(Date(timeIntervalSince1970: -0.25)), .decimal128(Decimal128("1.50")), .data(Data([1, 2, 255]))],
        ] as [String: Any])
    }
    try waiting { object in
      for text in [
        #"{"speed":1.5,"direction":-3}"#, "[1,null,-2]", #"["S\"\\\u000a"]"#, #"{"a":"Infinity"}"#, #"{"x":5}"#,
        #"["1969-12-31T23:59:59.75Z","1.5","AQL/"]"#,
      ] {
        #expect(object.bytes.windows(of: Array(text.utf8)), "\(text)")
      }
    }
  }

  private func isEmpty(_ realm: Realm) throws -> Bool {
    let status = try #require(realm.outboxStatus)
    return status.waiting == 0 && status.quarantined == 0 && status.bytes == 0 && status.oldest == nil
  }

  private func waiting(_ body: (OutboxObject) throws -> Void) throws {
    let session = try #require(try OutboxSession(path: folder.url().path))
    try session.forEach(after: -1) {
      try body($0); return true
    }
  }

  // Realms of the block are closed when it returns.
  private func autoreleasing(_ body: () throws -> Void) throws { try body() }
}

extension UnsafeRawBufferPointer {
  fileprivate func windows(of bytes: [UInt8]) -> Bool {
    indices.contains { self[$0...].prefix(bytes.count).elementsEqual(bytes) }
  }
}
