@_spi(_Unicode) import Swift

/// How text is compared.
public struct StringOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int8
  /// Options with these bits.
  public init(rawValue: Int8) { self.rawValue = rawValue }
  /// Letters match in both cases: those of ASCII and Latin-1, and together with `diacriticInsensitive` those of all scripts.
  public static let caseInsensitive = StringOptions(rawValue: 1)
  /// Letters match whatever marks they have: 'e' matches 'é', composed or not.
  public static let diacriticInsensitive = StringOptions(rawValue: 2)
}

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
