/// A predicate in text that cannot be understood, or that does not fit the objects that it asks about.
public struct RealmPredicateError: Error, Hashable, Sendable {
  /// What is wrong, and what was expected there.
  public let message: String
  /// The predicate.
  public let text: String
  /// Where in the text the mistake begins: how many characters are before it.
  public let position: Int

  /// - Parameter offset: bytes before the mistake.
  init(_ message: String, _ text: String, offset: Int) {
    self.message = message
    self.text = text
    position = String(decoding: text.utf8.prefix(offset), as: UTF8.self).count
  }
}

extension RealmPredicateError: CustomStringConvertible {
  /// The message, and below it the line of the text with a caret at the mistake.
  public var description: String {
    var line = text[...]
    var column = position
    // The line that has the mistake.
    while let end = line.firstIndex(where: \.isNewline) {
      let length = line.distance(from: line.startIndex, to: end)
      if column <= length {
        line = line[..<end]
        break
      }
      column -= length + 1
      line = line[line.index(after: end)...]
    }
    // Tabs stay tabs, so that the caret stands below its character.
    let indent = String(line.prefix(column).map { $0 == "\t" ? "\t" : " " })
    return "\(message)\n  \(line)\n  \(indent)^"
  }
}
