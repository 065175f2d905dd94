/// Names and text as PostgreSQL reads them.
package enum PostgreSQLText {
  /// An identifier in double quotes: any text without NUL is one.
  package static func name(_ name: String) -> String { "\"" + doubled("\"", in: name) + "\"" }

  /// A literal, read alike whatever `standard_conforming_strings` says.
  package static func literal(_ text: String) -> String {
    let quoted = "'" + doubled("'", in: doubled("\\", in: text)) + "'"
    return text.utf8.contains(UInt8(ascii: "\\")) ? "E" + quoted : quoted
  }

  // Scalars, because a character may be a quote with accents.
  private static func doubled(_ character: Unicode.Scalar, in text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == character { result.append(scalar) }
      result.append(scalar)
    }
    return String(result)
  }
}
