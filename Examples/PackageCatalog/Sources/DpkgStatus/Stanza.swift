/// One paragraph of a Debian control file: fields in the order of the file.
package struct Stanza: Equatable, Sendable {
  /// A field; the lines of a folded value are joined by newlines.
  package struct Field: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package var fields: [Field]

  package init(fields: [Field] = []) {
    self.fields = fields
  }

  /// The value of the first field of this name, in any case. Complexity: O(number of fields).
  package subscript(name: String) -> String? {
    let wanted = name.lowercased()
    return fields.first { $0.name.lowercased() == wanted }?.value
  }
}
