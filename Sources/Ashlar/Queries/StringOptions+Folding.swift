@_spi(_Unicode) import Swift

extension StringOptions {
  /// Returns the bytes that are compared instead of the text. With `diacriticInsensitive`, invalid UTF-8 becomes U+FFFD.
  func folded(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    if contains(.diacriticInsensitive) { return folded(String(decoding: bytes, as: UTF8.self)) }
    return contains(.caseInsensitive) ? foldCase(bytes) : Array(bytes)
  }

  // Decomposes the text, removes combining marks and folds the case. Independent of the locale.
  private func folded(_ text: String) -> [UInt8] {
    var result = ""
    for scalar in text._nfd where scalar.properties.canonicalCombiningClass == .notReordered {
      if contains(.caseInsensitive) { result += StringOptions.oneCase(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return Array(result.utf8)
  }

  // Unicode's full case folding: the lower case of the upper case, except for the dotless i.
  private static func oneCase(_ scalar: Unicode.Scalar) -> String {
    if scalar.isASCII || scalar == "\u{131}" { return scalar.properties.lowercaseMapping }
    return scalar.properties.uppercaseMapping.unicodeScalars.map(\.properties.lowercaseMapping).joined()
  }
}
