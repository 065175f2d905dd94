import Foundation

/// A sentence of a page that states a number of the code.
public struct QuotedNumber: CustomStringConvertible, Sendable {
  /// The page, from the package's folder.
  public let page: String
  /// The words with the number in place, as they have to be there.
  public let words: String

  /// `words` have the numbers of the code interpolated into them.
  public init(_ page: String, _ words: String) {
    self.page = page
    self.words = words
  }

  /// True when the page has the words, wherever its lines end.
  public var isThere: Bool {
    get throws {
      let text = try Repository.text(page).replacing("///", with: " ")
      return text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(words)
    }
  }

  /// The page and the words.
  public var description: String { "\(page): \(words)" }
}

extension Int {
  /// The number as pages write it: 16,777,199.
  public var grouped: String {
    var digits = String(magnitude)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits.removeLast(3)
    }
    return (self < 0 ? "-" : "") + ([Substring(digits)] + groups).joined(separator: ",")
  }
}
