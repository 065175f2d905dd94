internal import AshlarSchema

/// Reads base64 as schemas write it: one line or several, padded.
enum Base64Text {
  /// The bytes, or nil when the text is not base64.
  static func bytes(_ text: String) -> [UInt8]? {
    Base64.decode(text.filter { !$0.isWhitespace })
  }
}
