import Ashlar
import Foundation
import Kinds
import Testing

@Suite("Defaults")
struct DefaultsTests {
  @Test("a property without a default starts with its type's zero")
  func zeroes() {
    let object = Scalars()
    #expect(!object.bool)
    #expect(object.int == 0 && object.int8 == 0 && object.int16 == 0 && object.int32 == 0 && object.int64 == 0)
    #expect(object.float == 0 && object.double == 0)
    #expect(object.string == "" && object.data == Data())
    #expect(object.decimal == 0 && "\(object.decimal)" == "0")
    #expect(object.shade == .dark && object.level == .low)
  }

  @Test("an optional without a default starts as nil")
  func optionals() {
    let object = Scalars()
    #expect(object.anyBool == nil && object.anyInt == nil && object.anyInt8 == nil && object.anyInt16 == nil)
    #expect(object.anyInt32 == nil && object.anyInt64 == nil && object.anyFloat == nil && object.anyDouble == nil)
    #expect(object.anyString == nil && object.anyData == nil && object.anyDate == nil && object.anyDecimal == nil)
    #expect(object.anyObjectId == nil && object.anyUUID == nil && object.anyShade == nil && object.anyLevel == nil)
  }

  private func checkLiterals(_ object: Defaulted) throws {
    #expect(object.bool && object.int == -7 && object.int8 == 127)
    #expect(object.float == 1.5 && object.double == -.infinity)
    #expect(object.string == "short" && object.long == "more than fifteen bytes of text")
    #expect(object.data == Data([0, 1, 2, 3]))
    #expect(object.date == Date(timeIntervalSince1970: 1_709_164_800))
    #expect("\(object.decimal)" == "1.5")
    #expect(object.objectId == (try ObjectId(string: "0123456789abcdef01234567")))
    #expect(object.uuid == UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    #expect(object.shade == .light && object.level == .top)
    #expect(object.anyInt == 3 && object.anyLong == "also more than fifteen bytes" && object.anyShade == .light)
    #expect(object.anyDate == Date(timeIntervalSince1970: 946_684_800))
  }

  @Test("literal defaults are there without a Realm, after adding, and in rows made by create")
  func literals() throws {
    let object = Defaulted()
    try checkLiterals(object)
    let realm = try memoryRealm()
    try realm.write { realm.add(object) }
    try checkLiterals(object)
    try checkLiterals(try realm.write { realm.create(Defaulted.self) })
  }

  @Test("a made default is the same on every read and differs between objects")
  func lazy() throws {
    let (a, b) = (Defaulted(), Defaulted())
    #expect(a.freshId == a.freshId && a.freshUUID == a.freshUUID && a.read == a.read && a.made == a.made)
    #expect(a.freshId != b.freshId && a.freshUUID != b.freshUUID)
    let (id, uuid, moment) = (a.freshId, a.freshUUID, a.read)
    let realm = try memoryRealm()
    try realm.write { realm.add(a) }
    #expect(a.freshId == id && a.freshUUID == uuid && a.read == moment)
    let (c, d) = try realm.write { (realm.create(Defaulted.self), realm.create(Defaulted.self)) }
    #expect(c.freshId != d.freshId && c.freshUUID != d.freshUUID)
  }

  @Test("writing before the first read leaves what was written, and other pending defaults alone")
  func writeFirst() {
    let object = Defaulted()
    let uuid = UUID()
    object.freshUUID = uuid
    #expect(object.freshUUID == uuid)
    let moment = Date(timeIntervalSince1970: 5)
    object.read = moment
    #expect(object.read == moment)
    #expect(object.freshId != ObjectId())
    #expect(object.freshUUID == uuid && object.read == moment)
  }

  @Test("`now` is the moment of making, and a date without a default that of the first read")
  func moments() {
    let before = Date()
    let object = Defaulted()
    let after = Date()
    #expect(object.made >= before.addingTimeInterval(-0.001) && object.made <= after.addingTimeInterval(0.001))
    Thread.sleep(forTimeInterval: 0.01)
    #expect(object.read > after)
  }

  @Test("pending defaults are settled when the object is added")
  func settled() throws {
    let realm = try memoryRealm()
    let object = Defaulted()
    try realm.write { realm.add(object) }
    let sibling = try #require(realm.objects(Defaulted.self).first)
    #expect(sibling.freshUUID == object.freshUUID && sibling.freshId == object.freshId && sibling.read == object.read)
    #expect(object.freshUUID != UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  }
}
