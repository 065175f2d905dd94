/// A sentence of a message. Text quoted from a schema is shortened, because a scalar can have 100,000 digits.
package struct Sentence: ExpressibleByStringInterpolation {
  /// The maximum number of characters of quoted text that is not shortened.
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

  /// Returns the text, or its beginning, its end and its length if it is too long.
  package static func shortened(_ text: String) -> String {
    // The length in bytes usually suffices to avoid counting characters.
    guard text.utf8.count > limit, text.count > limit else { return text }
    return "\(text.prefix(60))…\(text.suffix(20)) (\(text.count) characters)"
  }
}
