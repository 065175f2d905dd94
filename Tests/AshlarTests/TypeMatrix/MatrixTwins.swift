import Ashlar
import Foundation
import Twins

extension MatrixKind {
  /// The same classes written by hand.
  static let byHand: [MatrixKind] = [
    .coded(Twins.MatrixBool.self, "Bool by hand", [true, false], start: false),
    .coded(
      Twins.MatrixInt.self, "Int by hand", integers(Int.self), start: 0,
      keys: [MatrixKey(Twins.MatrixKeyInt.self), MatrixKey(Twins.MatrixOptionalKeyInt.self, isOptional: true)]),
    .coded(
      Twins.MatrixInt8.self, "Int8 by hand", integers(Int8.self), start: Int8(0),
      keys: [MatrixKey(Twins.MatrixKeyInt8.self), MatrixKey(Twins.MatrixOptionalKeyInt8.self, isOptional: true)]),
    .coded(
      Twins.MatrixInt16.self, "Int16 by hand", integers(Int16.self), start: Int16(0),
      keys: [MatrixKey(Twins.MatrixKeyInt16.self), MatrixKey(Twins.MatrixOptionalKeyInt16.self, isOptional: true)]),
    .coded(
      Twins.MatrixInt32.self, "Int32 by hand", integers(Int32.self), start: Int32(0),
      keys: [MatrixKey(Twins.MatrixKeyInt32.self), MatrixKey(Twins.MatrixOptionalKeyInt32.self, isOptional: true)]),
    .coded(
      Twins.MatrixInt64.self, "Int64 by hand", integers(Int64.self), start: Int64(0),
      keys: [MatrixKey(Twins.MatrixKeyInt64.self), MatrixKey(Twins.MatrixOptionalKeyInt64.self, isOptional: true)]),
    .coded(
      Twins.MatrixFloat.self, "Float by hand", [Float(1.5), 0, .infinity, -.greatestFiniteMagnitude, .nan] as [Float], start: Float(0)),
    .coded(Twins.MatrixDouble.self, "Double by hand", [1.5, 0, -.infinity, .leastNonzeroMagnitude, .nan] as [Double], start: 0.0),
    .coded(
      Twins.MatrixString.self, "String by hand", ["a", "", "fifteen letters", "sixteen letters!", "a\0b", longText], start: "",
      keys: [MatrixKey(Twins.MatrixKeyString.self), MatrixKey(Twins.MatrixOptionalKeyString.self, isOptional: true)]),
    .coded(Twins.MatrixData.self, "Data by hand", [Data([0, 255]), Data(), Data(repeating: 7, count: 300)], start: Data()),
    .coded(
      Twins.MatrixDate.self, "Date by hand",
      [Date(timeIntervalSince1970: 1.25), Date(timeIntervalSince1970: 0), .distantPast, .distantFuture],
      start: nil),
    .coded(Twins.MatrixDecimal.self, "Decimal128 by hand", decimals, start: Decimal128()),
    .coded(
      Twins.MatrixObjectId.self, "ObjectId by hand", ids, start: nil,
      keys: [MatrixKey(Twins.MatrixKeyObjectId.self), MatrixKey(Twins.MatrixOptionalKeyObjectId.self, isOptional: true)]),
    .coded(
      Twins.MatrixUUID.self, "UUID by hand", uuids, start: nil,
      keys: [MatrixKey(Twins.MatrixKeyUUID.self), MatrixKey(Twins.MatrixOptionalKeyUUID.self, isOptional: true)]),
    .coded(
      Twins.MatrixHue.self, "enum of text by hand", [Twins.Hue.cold, Twins.Hue.warm], start: Twins.Hue.warm,
      keys: [MatrixKey(Twins.MatrixKeyHue.self), MatrixKey(Twins.MatrixOptionalKeyHue.self, isOptional: true)]),
    .coded(
      Twins.MatrixGrade.self, "enum of numbers by hand", [Twins.Grade.high, Twins.Grade.none, Twins.Grade.low], start: Twins.Grade.none,
      keys: [MatrixKey(Twins.MatrixKeyGrade.self), MatrixKey(Twins.MatrixOptionalKeyGrade.self, isOptional: true)]),
    .any(
      Twins.MatrixAny.self, "Any by hand",
      [1, "text", 1.5, true, longText, Data([1]), Date(timeIntervalSince1970: 5), ids[0], uuids[0], decimals[0], Optional<Any>.none as Any]),
  ]
}
