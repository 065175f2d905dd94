internal import AshlarSchema

/// Parses base64 as schemas may contain it: on one or several lines, with padding.
enum Base64Text {
  /// Returns the bytes, or nil if the text is not base64.
  static func bytes(_ text: String) -> [UInt8]? {
    Base64.decode(text.filter { !$0.isWhitespace })
  }
}
