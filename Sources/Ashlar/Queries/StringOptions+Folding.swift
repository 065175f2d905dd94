@_spi(_Unicode) import Swift
import CAshlar

extension StringOptions {
  /// Returns the bytes that are compared instead of the text. With `diacriticInsensitive`, invalid UTF-8 becomes U+FFFD.
  func folded(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { withFolded(bytes) { Array($0) } }

  /// Calls `body` with the result of `folded`.
  func withFolded<Result>(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if contains(.diacriticInsensitive), let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
      ashlar_is_ascii(start, bytes.count) == 0
    {
      return withoutMarks(start, bytes.count, body)
    }
    // ASCII has no diacritics.
    return contains(.caseInsensitive) ? withFoldedCase(bytes, body) : body(bytes)
  }

  @inline(never)
  private func withoutMarks<Result>(
    _ start: UnsafePointer<UInt8>, _ count: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    // Few scalars become longer when they are folded.
    var room = 2 * count + 16
    while true {
      var failure: ashlar_fold_failure?
      var missing: UInt32 = 0
      let result: Result? = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { out in
        let length = ashlar_fold_marks(contains(.caseInsensitive) ? 1 : 0, start, count, out.baseAddress, room, &missing)
        if length >= 0 { return body(UnsafeRawBufferPointer(start: out.baseAddress, count: length)) }
        failure = ashlar_fold_failure(rawValue: Int32(length))
        return nil
      }
      if let result { return result }
      switch failure {
      case ashlar_fold_missing: storeForms(missing)
      case ashlar_fold_no_room: room *= 2
      default: return folded(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)).withUnsafeBytes(body)
      }
    }
  }

  // Stores the folded forms of 256 scalars. Text can be folded scalar by scalar, because decomposition reorders only combining marks, which
  // are removed.
  private func storeForms(_ number: UInt32) {
    var starts: [UInt32] = [0]
    var forms: [UInt8] = []
    for low in 0..<UInt32(256) {
      if let scalar = Unicode.Scalar(number << 8 | low) { forms += folded(String(scalar)) }
      starts.append(UInt32(forms.count))
    }
    ashlar_fold_store(contains(.caseInsensitive) ? 1 : 0, number, starts, forms)
  }

  // Decomposes the text, removes combining marks and, if case is ignored, folds it. The result does not depend on the locale.
  func folded(_ text: String) -> [UInt8] {
    var result = ""
    for scalar in text._nfd where scalar.properties.canonicalCombiningClass == .notReordered {
      if contains(.caseInsensitive) { result += StringOptions.oneCase(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return Array(result.utf8)
  }

  // Folds case by the lowercase mapping of the uppercase mapping; the dotless i remains. Two scalars have equal results if Unicode's full
  // case folding has equal results for them, except that `ẞ` (U+1E9E) differs from `ß`.
  private static func oneCase(_ scalar: Unicode.Scalar) -> String {
    if scalar.isASCII || scalar == "\u{131}" { return scalar.properties.lowercaseMapping }
    return scalar.properties.uppercaseMapping.unicodeScalars.map(\.properties.lowercaseMapping).joined()
  }
}
