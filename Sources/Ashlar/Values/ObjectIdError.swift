/// The error for text that is no ObjectId.
func invalidObjectId(_ text: String) -> any Error {
  Realm.Error(.invalidInput, "'\(text)' is no ObjectId: exactly 24 hex digits are needed.")
}
