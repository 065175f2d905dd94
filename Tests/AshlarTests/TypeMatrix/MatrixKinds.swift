import Ashlar
import Foundation
import Matrix

extension MatrixKind {
  static func integers<Number: FixedWidthInteger>(_ type: Number.Type) -> [Any] { [-1, 0, 7, Number.max, Number.min] as [Number] }

  static let longText = String(repeating: "é🎈", count: 80)
  static let ids = ["0123456789abcdef01234567", "000000000000000000000000", "ffffffffffffffffffffffff"].compactMap {
    try? ObjectId(string: $0)
  }
  static let uuids = ["00112233-4455-6677-8899-AABBCCDDEEFF", "00000000-0000-0000-0000-000000000000"].compactMap(
    UUID.init(uuidString:))
  static let decimals = ["-1.5", "0", "9.999e6000", "1e-6100", "0.1"].compactMap { try? Decimal128(string: $0) }

  /// Every type, generated and written by hand.
  static let all: [MatrixKind] = generated + byHand

  /// The classes that are generated.
  static let generated: [MatrixKind] = [
    .coded(MatrixBool.self, "Bool", [true, false], start: false),
    .coded(
      MatrixInt.self, "Int", integers(Int.self), start: 0,
      keys: [MatrixKey(MatrixKeyInt.self), MatrixKey(MatrixOptionalKeyInt.self, isOptional: true)]),
    .coded(
      MatrixInt8.self, "Int8", integers(Int8.self), start: Int8(0),
      keys: [MatrixKey(MatrixKeyInt8.self), MatrixKey(MatrixOptionalKeyInt8.self, isOptional: true)]),
    .coded(
      MatrixInt16.self, "Int16", integers(Int16.self), start: Int16(0),
      keys: [MatrixKey(MatrixKeyInt16.self), MatrixKey(MatrixOptionalKeyInt16.self, isOptional: true)]),
    .coded(
      MatrixInt32.self, "Int32", integers(Int32.self), start: Int32(0),
      keys: [MatrixKey(MatrixKeyInt32.self), MatrixKey(MatrixOptionalKeyInt32.self, isOptional: true)]),
    .coded(
      MatrixInt64.self, "Int64", integers(Int64.self), start: Int64(0),
      keys: [MatrixKey(MatrixKeyInt64.self), MatrixKey(MatrixOptionalKeyInt64.self, isOptional: true)]),
    .coded(MatrixFloat.self, "Float", [Float(1.5), 0, .infinity, -.greatestFiniteMagnitude, .nan] as [Float], start: Float(0)),
    .coded(MatrixDouble.self, "Double", [1.5, 0, -.infinity, .leastNonzeroMagnitude, .nan] as [Double], start: 0.0),
    .coded(
      MatrixString.self, "String", ["a", "", "fifteen letters", "sixteen letters!", "a\0b", longText], start: "",
      keys: [MatrixKey(MatrixKeyString.self), MatrixKey(MatrixOptionalKeyString.self, isOptional: true)]),
    .coded(MatrixData.self, "Data", [Data([0, 255]), Data(), Data(repeating: 7, count: 300)], start: Data()),
    .coded(
      MatrixDate.self, "Date", [Date(timeIntervalSince1970: 1.25), Date(timeIntervalSince1970: 0), .distantPast, .distantFuture],
      start: nil),
    .coded(MatrixDecimal.self, "Decimal128", decimals, start: Decimal128()),
    .coded(
      MatrixObjectId.self, "ObjectId", ids, start: nil,
      keys: [MatrixKey(MatrixKeyObjectId.self), MatrixKey(MatrixOptionalKeyObjectId.self, isOptional: true)]),
    .coded(
      MatrixUUID.self, "UUID", uuids, start: nil,
      keys: [MatrixKey(MatrixKeyUUID.self), MatrixKey(MatrixOptionalKeyUUID.self, isOptional: true)]),
    .coded(
      MatrixHue.self, "enum of text", [Matrix.Hue.cold, Matrix.Hue.warm], start: Matrix.Hue.warm,
      keys: [MatrixKey(MatrixKeyHue.self), MatrixKey(MatrixOptionalKeyHue.self, isOptional: true)]),
    .coded(
      MatrixGrade.self, "enum of numbers", [Matrix.Grade.high, Matrix.Grade.none, Matrix.Grade.low], start: Matrix.Grade.none,
      keys: [MatrixKey(MatrixKeyGrade.self), MatrixKey(MatrixOptionalKeyGrade.self, isOptional: true)]),
    .any(
      MatrixAny.self, "Any",
      [1, "text", 1.5, true, longText, Data([1]), Date(timeIntervalSince1970: 5), ids[0], uuids[0], decimals[0], Optional<Any>.none as Any]),
  ]
}
