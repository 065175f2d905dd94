/// The pool of strings, written as STRB and STRS. It contains each string once, in the order of first use. Strings are equal only if their
/// bytes are equal; equal characters do not suffice.
struct StringPool {
  private(set) var bytes: [UInt8] = []
  private(set) var records = ByteWriter()
  private var indices: [Text: UInt32] = [:]

  private struct Text: Hashable {
    let text: String

    static func == (a: Text, b: Text) -> Bool {
      // Strings with equal characters may differ in their bytes.
      a.text == b.text && !a.text.isBefore(b.text) && !b.text.isBefore(a.text)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// Returns the reference to `string`. Adds the string if it is new.
  mutating func reference(to string: String) -> UInt32 {
    if let known = indices[Text(text: string)] { return known }
    let index = UInt32(truncatingIfNeeded: indices.count)
    indices[Text(text: string)] = index
    records.append(UInt32(truncatingIfNeeded: bytes.count))
    records.append(UInt32(truncatingIfNeeded: string.utf8.count))
    bytes.append(contentsOf: string.utf8)
    bytes.append(0)
    return index
  }

  /// Returns the reference to `string`; `noReference` for nil.
  mutating func reference(to string: String?) -> UInt32 {
    guard let string else { return noReference }
    return reference(to: string)
  }
}
