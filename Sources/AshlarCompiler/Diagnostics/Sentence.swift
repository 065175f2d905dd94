/// A sentence of a message. What it quotes from a schema is shortened: a scalar can have 100,000 digits.
package struct Sentence: ExpressibleByStringInterpolation {
  /// Quoted text of up to this many characters is shown as it is.
  private static let limit = 100

  private(set) var text: String

  package init(stringLiteral value: String) { text = value }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ sentence: Sentence) { text += sentence.text }
    package mutating func appendInterpolation(_ quoted: String) { text += Sentence.shortened(quoted) }
    package mutating func appendInterpolation(_ number: some BinaryInteger) { text += "\(number)" }
  }

  /// The text, or its beginning, its end, and its length.
  package static func shortened(_ text: String) -> String {
    // Most texts are told to be short without counting their characters.
    guard text.utf8.count > limit, text.count > limit else { return text }
    return "\(text.prefix(60))…\(text.suffix(20)) (\(text.count) characters)"
  }
}
