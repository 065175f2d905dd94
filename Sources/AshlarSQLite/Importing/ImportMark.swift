/// The progress of an import in several transactions, which is saved outside of the file.
///
/// The number of objects in the file determines how many rows have been stored. A mark adds only information that the objects do not
/// contain. It is saved before a transaction that creates objects is committed, with the numbers before and after the transaction, so that
/// one of the two is correct whether or not the transaction was committed.
package struct ImportMark: Equatable, Sendable {
  /// The numbers at the beginning or the end of a transaction.
  package struct Point: Equatable, Sendable {
    /// The number of objects in the file.
    var objects: Int
    /// The numbers of links without a target in the rows that have been read.
    var dangling: DanglingCount
  }

  /// The numbers before and after the last transaction that created objects.
  var points: [Point]
  /// The index of the type whose links are set next, and the number of its rows whose links have been set. Setting a link twice has no
  /// effect, so a mark that is too low is harmless.
  var type = 0
  var row = 0

  init(_ points: [Point]) { self.points = points }

  /// The mark as lines of text.
  package var text: String {
    points.map { "stored \($0.objects) \($0.dangling.links) \($0.dangling.elements)\n" }.joined() + "linked \(type) \(row)\n"
  }

  /// Reads the lines; returns nil if they are not those of a mark.
  package init?(_ text: some StringProtocol) {
    points = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Int($0) }
      guard numbers.count == words.count - 1, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
      switch (words[0], numbers.count) {
      case ("stored", 3): points.append(Point(objects: numbers[0], dangling: DanglingCount(links: numbers[1], elements: numbers[2])))
      // Earlier versions did not distinguish elements from links.
      case ("stored", 2): points.append(Point(objects: numbers[0], dangling: DanglingCount(links: numbers[1])))
      case ("linked", 2): (type, row) = (numbers[0], numbers[1])
      default: return nil
      }
    }
  }
}
