@_spi(_Unicode) import Swift

extension StringOptions {
  /// What is compared byte by byte instead of the text. Bytes that are no UTF-8 become U+FFFD where diacritics are left out.
  func folded(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    if contains(.diacriticInsensitive) { return folded(String(decoding: bytes, as: UTF8.self)) }
    return contains(.caseInsensitive) ? foldCase(bytes) : Array(bytes)
  }

  // Decomposed, without the marks, and in one case. Depends on no locale.
  private func folded(_ text: String) -> [UInt8] {
    var result = ""
    for scalar in text._nfd where scalar.properties.canonicalCombiningClass == .notReordered {
      if contains(.caseInsensitive) { result += StringOptions.oneCase(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return Array(result.utf8)
  }

  // Unicode's full case folding: the lower case of the upper case, but for the dotless i.
  private static func oneCase(_ scalar: Unicode.Scalar) -> String {
    if scalar.isASCII || scalar == "\u{131}" { return scalar.properties.lowercaseMapping }
    return scalar.properties.uppercaseMapping.unicodeScalars.map(\.properties.lowercaseMapping).joined()
  }
}
