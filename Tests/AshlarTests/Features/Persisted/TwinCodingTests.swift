import AshlarSchema
import Foundation
import Testing
import Twins

@testable import Ashlar

@Suite("The classes of all schemas written by hand that Swift makes Codable")
struct TwinCodingTests {
  /// With a property that takes part in coding.
  private static let names = TwinsSchema.objectTypes.filter { $0 is any Codable.Type && !$0._entity.model.columns.isEmpty }.map {
    $0.className()
  }

  private func recode<Model: ObjectBase & Codable>(_ object: Model) throws -> ObjectBase {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "NaN")
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "NaN")
    return try decoder.decode(Model.self, from: encoder.encode(object))
  }

  @Test("are most of them")
  func count() { #expect(Self.names.count == 63) }

  @Test("are decoded as they were encoded, made of values and with initial ones", arguments: names)
  func coding(_ name: String) throws {
    let type = try #require(TwinsSchema.objectTypes.first { $0.className() == name })
    for values in [TwinValues(turn: 1).values(type), [:]] {
      let object = type.init()
      for (name, value) in values { object[name] = value }
      let expected = forms(object)
      guard let coded = object as? any ObjectBase & Codable else {
        Issue.record("'\(name)' is not Codable.")
        return
      }
      let decoded = try recode(coded)
      #expect(forms(decoded) == expected)
      #expect(try typedForms(decoded) == expected)
    }
  }

  @Test("a property without a key has its initial value, or a fresh identifier")
  func defaults() throws {
    func decode(_ text: String) throws -> Defaulted { try JSONDecoder().decode(Defaulted.self, from: Data(text.utf8)) }
    let before = Date()
    let object = try decode(#"{"read":5,"anyInt":null}"#)
    #expect(object.bool && object.int == -7 && object.int8 == 127 && object.float == 1.5 && object.double == -.infinity)
    #expect(object.string == "short" && object.long == "more than fifteen bytes of text" && object.data == Data([0, 1, 2, 3]))
    #expect(object.date == Date(timeIntervalSince1970: 1_709_164_800) && object.decimal == 1.5)
    #expect(object.made >= before.addingTimeInterval(-1) && object.made <= Date())
    #expect(object.objectId.stringValue == "0123456789abcdef01234567" && object.shade == .light && object.level == .top)
    #expect(object.anyInt == nil && object.anyLong == "also more than fifteen bytes" && object.anyShade == .light)
    let other = try decode(#"{"read":5,"int":4,"string":"other"}"#)
    #expect(other.int == 4 && other.string == "other" && other.anyInt == 3)
    #expect(other.freshId != object.freshId && other.freshUUID != object.freshUUID)
    let error = #expect(throws: DecodingError.self) { try decode("{}") }
    #expect("\(try #require(error))".contains("read"))
    let realm = try memoryRealm([Defaulted.self])
    try realm.write { realm.add([object, other]) }
    #expect(realm.objects(Defaulted.self).map(\.int) == [-7, 4])
  }
}
