/// Quotes names and text for PostgreSQL.
package enum PostgreSQLText {
  /// Returns an identifier in double quotes, valid for any text without NUL.
  package static func name(_ name: String) -> String { "\"" + doubled("\"", in: name) + "\"" }

  /// Returns a string literal with the same value under any setting of `standard_conforming_strings`.
  package static func literal(_ text: String) -> String {
    let quoted = "'" + doubled("'", in: doubled("\\", in: text)) + "'"
    return text.utf8.contains(UInt8(ascii: "\\")) ? "E" + quoted : quoted
  }

  // Iterates over scalars, because a quote and the combining marks after it are one `Character`.
  private static func doubled(_ character: Unicode.Scalar, in text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == character { result.append(scalar) }
      result.append(scalar)
    }
    return String(result)
  }
}
