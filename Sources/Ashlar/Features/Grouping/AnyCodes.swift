import AshlarStore
import CAshlar

/// Codes for `AnyRealmValue`s. Two values have the same code if `sorted(by:)` treats them as equal: numbers of different types that have
/// the same value, all lists, and all dictionaries, because collections have no order among themselves.
final class AnyCodes {
  private let forms = CodesOfCodes()
  // The numbers that have a code, by the nearest Double. Equal numbers have the same nearest Double; few unequal numbers share one.
  private var numbers: [UInt64: [(number: AnyStored, code: UInt32)]] = [:]

  /// Returns the code of a stored value other than null; an unreadable value is treated as null, as in conditions.
  func code(of bytes: UnsafeRawBufferPointer, in codes: OpaquePointer) -> UInt32 {
    forms.code(of: ashlar_codes_bytes(forms.forms, bytes.baseAddress, bytes.count)) {
      guard let stored = try? AnyStored(bytes) else { return 0 }
      switch stored {
      case .none: return 0
      case .int, .float, .double, .decimal128: return code(ofNumber: stored, bytes, codes)
      case .list, .dictionary: return ashlar_codes_bytes(codes, bytes.baseAddress, 1)
      case .bool, .string, .data, .date, .objectId, .uuid, .link: return ashlar_codes_bytes(codes, bytes.baseAddress, bytes.count)
      }
    }
  }

  private func code(ofNumber number: AnyStored, _ bytes: UnsafeRawBufferPointer, _ codes: OpaquePointer) -> UInt32 {
    let nearest: Double =
      switch AnyOrder.value(number) {
      case .int(let value)?: Double(value)
      case .double(let value)?: value
      case .decimal(let value)?: value.doubleValue
      case .null?, .bool?, .text?, .bytes?, .date?, .link?, .any?, nil: 0
      }
    let home = nearest.isNaN ? Double.nan.bitPattern : (nearest == 0 ? 0 : nearest).bitPattern
    if let known = numbers[home]?.first(where: { AnyOrder.order($0.number, number) == 0 }) { return known.code }
    let code = ashlar_codes_bytes(codes, bytes.baseAddress, bytes.count)
    numbers[home, default: []].append((number, code))
    return code
  }
}
