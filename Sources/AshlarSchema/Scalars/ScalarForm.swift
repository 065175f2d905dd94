/// The form in which code represents a value of a type as a constant, a literal or an argument.
///
/// Types with the same form differ only in the width of their cells: integers of all widths have the form `integer`. Code that reads or
/// writes cells switches over `ValueType`, since the width depends on it. Other code switches over the form, so that a new type of a known
/// form requires changes only to the code for cells.
package enum ScalarForm: Hashable, Sendable {
  case bool
  /// An integer in the range of `Int64`.
  case integer
  case float
  case double
  case string
  case data
  case date
  /// A decimal number, or a number that only a decimal number represents exactly.
  case decimal
  case objectId
  case uuid
  /// A link, or an embedded object.
  case object
  /// An `AnyRealmValue`.
  case any
}
