/// The error for text that is not an ObjectId.
func invalidObjectId(_ text: String) -> any Error {
  Realm.Error(.invalidInput, "'\(text)' is not an ObjectId: exactly 24 hex digits are needed.")
}
