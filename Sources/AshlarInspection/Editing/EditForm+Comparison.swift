extension EditForm {
  /// Returns whether two values in the form of edits are the same. Numbers are compared by value, and members of objects by name, because
  /// JavaScript may write a number with other digits and members in another order.
  static func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a == b || Double(a) == Double(b)
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
    case (.object(let a), .object(let b)):
      a.count == b.count
        && a.allSatisfy { member in
          b.first { $0.name.utf8.elementsEqual(member.name.utf8) }.map { isSame($0.value, member.value) } ?? false
        }
    // Swift's `==` is also true for texts of different scalars that are canonically equivalent.
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    default: a == b
    }
  }
}
