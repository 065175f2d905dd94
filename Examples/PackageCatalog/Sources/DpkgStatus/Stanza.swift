/// One paragraph of a Debian control file: fields in the order of the file.
public struct Stanza: Equatable, Sendable {
  /// A field; the lines of a folded value are joined by newlines.
  public struct Field: Equatable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public var fields: [Field]

  public init(fields: [Field] = []) {
    self.fields = fields
  }

  /// The value of the first field of this name, in any case. Complexity: O(number of fields).
  public subscript(name: String) -> String? {
    let wanted = name.lowercased()
    return fields.first { $0.name.lowercased() == wanted }?.value
  }
}
