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
}
