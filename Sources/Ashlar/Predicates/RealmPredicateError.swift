/// An error in a predicate: text that is not a condition, or a name or value that does not fit the type of the objects.
///
/// ```swift
/// do {
///   let predicate = try RealmPredicate(parsing: field.text)
///   try predicate.check(on: people)
/// } catch {
///   print(error)  // the message and the position in the text
/// }
/// ```
///
/// See the guide, *Conditions in text*.
public struct RealmPredicateError: Error, Hashable, Sendable {
  /// The description of the error and of the input that was expected.
  public let message: String
  /// The text of the predicate.
  public let text: String
  /// The position of the error in the text: the number of characters before it.
  public let position: Int

  /// - Parameter offset: The number of bytes before the error.
  init(_ message: String, _ text: String, offset: Int) {
    self.message = message
    self.text = text
    position = String(decoding: text.utf8.prefix(offset), as: UTF8.self).count
  }
}

extension RealmPredicateError: CustomStringConvertible {
  /// The message, followed by the line of the text that contains the error, with a caret at its position.
  public var description: String {
    var line = text[...]
    var column = position
    // Finds the line that contains the error.
    while let end = line.firstIndex(where: \.isNewline) {
      let length = line.distance(from: line.startIndex, to: end)
      if column <= length {
        line = line[..<end]
        break
      }
      column -= length + 1
      line = line[line.index(after: end)...]
    }
    // Tabs are preserved, so that the caret is below the character at the error.
    let indent = String(line.prefix(column).map { $0 == "\t" ? "\t" : " " })
    return "\(message)\n  \(line)\n  \(indent)^"
  }
}
