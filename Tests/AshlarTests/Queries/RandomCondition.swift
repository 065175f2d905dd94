import Ashlar
import Foundation
import Kinds
import TestSupport

/// A condition on a `Node`, as `where` takes it and as plain Swift.
struct RandomCondition {
  let text: String
  let query: (Query<Node>) -> Query<Bool>
  let holds: (Node) -> Bool

  /// Conditions joined at random, at most `depth` levels deep.
  static func random(_ generator: inout SeededGenerator, depth: Int) -> RandomCondition {
    guard depth > 0, generator.chance(70) else { return leaf(&generator) }
    let a = random(&generator, depth: depth - 1)
    switch generator.below(3) {
    case 0: return RandomCondition(text: "!(\(a.text))", query: { !a.query($0) }, holds: { !a.holds($0) })
    case 1:
      let b = random(&generator, depth: depth - 1)
      return RandomCondition(text: "(\(a.text) && \(b.text))", query: { a.query($0) && b.query($0) }, holds: { a.holds($0) && b.holds($0) })
    default:
      let b = random(&generator, depth: depth - 1)
      return RandomCondition(text: "(\(a.text) || \(b.text))", query: { a.query($0) || b.query($0) }, holds: { a.holds($0) || b.holds($0) })
    }
  }

  private static func leaf(_ generator: inout SeededGenerator) -> RandomCondition {
    let number = generator.below(12)
    let text = generator.pick(["", "a", "ab", "b", "é", "zz", "a label that is longer than a cell", longLabel, longLabel + "b"])
    let size = Double(generator.below(8)) / 2
    switch generator.below(22) {
    case 0: return .init(text: "weight < \(number)", query: { $0.weight < number }, holds: { $0.weight < number })
    case 1: return .init(text: "weight != \(number)", query: { $0.weight != number }, holds: { $0.weight != number })
    case 2:
      return .init(
        text: "weight in 2..<\(number + 2)", query: { $0.weight.contains(2..<number + 2) }, holds: { (2..<number + 2).contains($0.weight) })
    case 3:
      return .init(
        text: "weight in 2...\(number + 2)", query: { $0.weight.contains(2...number + 2) }, holds: { (2...number + 2).contains($0.weight) })
    case 4:
      return .init(text: "weight in [1, \(number)]", query: { $0.weight.in([1, number]) }, holds: { [1, number].contains($0.weight) })
    case 5: return .init(text: "label == \(text)", query: { $0.label == text }, holds: { $0.label == text })
    case 6: return .init(text: "label != \(text)", query: { $0.label != text }, holds: { $0.label != text })
    case 7:
      return .init(
        text: "label begins \(text)", query: { $0.label.starts(with: text) }, holds: { !text.isEmpty && $0.label.hasPrefix(text) })
    case 8:
      return .init(text: "label ends \(text)", query: { $0.label.ends(with: text) }, holds: { !text.isEmpty && $0.label.hasSuffix(text) })
    case 9:
      return .init(
        text: "label contains \(text)", query: { $0.label.contains(text) }, holds: { !text.isEmpty && $0.label.contains(text) })
    case 10:
      return .init(
        text: "label contains[c] \(text)", query: { $0.label.contains(text.uppercased(), options: .caseInsensitive) },
        holds: { !text.isEmpty && $0.label.lowercased().contains(text.lowercased()) })
    case 11:
      let low = Array(text.utf8)
      return .init(
        text: "label < \(text)", query: { $0.label < text }, holds: { Array($0.label.utf8).lexicographicallyPrecedes(low) })
    case 12: return .init(text: "next == nil", query: { $0.next == nil }, holds: { $0.next == nil })
    case 13:
      return .init(
        text: "next.weight > \(number)", query: { $0.next.weight > number }, holds: { $0.next.map { $0.weight > number } ?? false })
    case 14:
      return .init(
        text: "next.next.label != \(text)", query: { $0.next.next.label != text }, holds: { $0.next?.next?.label != text })
    case 15:
      return .init(text: "part.size <= \(size)", query: { $0.part.size <= size }, holds: { $0.part.map { $0.size <= size } ?? false })
    case 16:
      return .init(
        text: "ANY children.weight == \(number)", query: { $0.children.weight == number },
        holds: { $0.children.contains { $0.weight == number } })
    case 17:
      let count = number % 4
      return .init(text: "children.count >= \(count)", query: { $0.children.count >= count }, holds: { $0.children.count >= count })
    case 18:
      return .init(
        text: "ANY parts.size != \(size)", query: { $0.parts.size != size }, holds: { $0.parts.contains { $0.size != size } })
    case 19:
      let count = number % 3
      return .init(text: "parents.count == \(count)", query: { $0.parents.count == count }, holds: { $0.parents.count == count })
    case 20:
      return .init(
        text: "ANY previous.label == \(text)", query: { $0.previous.label == text }, holds: { $0.previous.contains { $0.label == text } })
    default:
      return .init(
        text: "next.part.size == part.size", query: { $0.next.part.size == $0.part.size }, holds: { $0.next?.part?.size == $0.part?.size })
    }
  }
}
