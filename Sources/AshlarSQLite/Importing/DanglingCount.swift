/// The numbers of references without a target that an import has not refused.
struct DanglingCount: Equatable, Sendable {
  /// The number of links that are nil.
  var links = 0
  /// The number of elements of lists and sets that have been omitted.
  var elements = 0

  /// The message that states the number of omitted elements; nil if no element was omitted.
  var omitted: String? {
    switch elements {
    case 0: nil
    case 1: "1 element of a collection had no target and was omitted."
    default: "\(elements) elements of collections had no target and were omitted."
    }
  }
}
