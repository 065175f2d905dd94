internal import AshlarSchema

/// Parses the base64 of schemas, which has padding and may span several lines.
enum Base64Text {
  /// Returns the bytes, or nil if the text is not base64.
  static func bytes(_ text: String) -> [UInt8]? {
    Base64.decode(text.filter { !$0.isWhitespace })
  }
}
