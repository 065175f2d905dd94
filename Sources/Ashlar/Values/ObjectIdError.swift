/// What is thrown for text that is no ObjectId.
struct ObjectIdError: Error, Hashable, CustomStringConvertible {
  let text: String

  var description: String { "'\(text)' is no ObjectId: exactly 24 hex digits are needed." }
}

/// The error for text that is no ObjectId.
func invalidObjectId(_ text: String) -> any Error {
  ObjectIdError(text: text)
}
