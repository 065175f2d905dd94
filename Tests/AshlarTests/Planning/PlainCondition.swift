import Ashlar
import Foundation
import TestSupport

/// A condition on a `Sample`, as text and as plain Swift.
struct PlainCondition {
  let format: String
  let arguments: [Any]
  let holds: (PlainSample, [Int: PlainSample]) -> Bool

  /// Conditions joined at random, at most `depth` levels deep. `rows` are of the realm, by id.
  static func random(
    _ generator: inout SeededGenerator, _ properties: [String], depth: Int, _ row: (Int) -> Object?, ids: [Int]
  ) -> PlainCondition {
    guard depth > 0, generator.chance(65) else { return leaf(&generator, properties, row, ids) }
    let a = random(&generator, properties, depth: depth - 1, row, ids: ids)
    if generator.chance(15) {
      return PlainCondition(format: "NOT (\(a.format))", arguments: a.arguments, holds: { !a.holds($0, $1) })
    }
    let isAnd = generator.chance(55)
    var parts = [a]
    for _ in 0...generator.below(3) { parts.append(random(&generator, properties, depth: depth - 1, row, ids: ids)) }
    let all = parts
    return PlainCondition(
      format: all.map { "(\($0.format))" }.joined(separator: isAnd ? " AND " : " OR "), arguments: all.flatMap(\.arguments),
      holds: { row, rows in isAnd ? all.allSatisfy { $0.holds(row, rows) } : all.contains { $0.holds(row, rows) } })
  }

  // A condition on a property, and where it is asked: of the object itself, of those that it links to, or of those that link to it.
  private static func leaf(
    _ generator: inout SeededGenerator, _ properties: [String], _ row: (Int) -> Object?, _ ids: [Int]
  ) -> PlainCondition {
    if generator.chance(8) {
      let target = ids.isEmpty || generator.chance(30) ? nil : generator.pick(ids)
      let isEqual = generator.chance(70)
      let object: Any = target.flatMap(row) ?? NSNull()
      return PlainCondition(
        format: "owner \(isEqual ? "==" : "!=") %@", arguments: [object], holds: { sample, _ in (sample.owner == target) == isEqual })
    }
    let (format, arguments, test) = value(&generator, generator.pick(properties))
    // Two conditions in one text hold for several values each by itself: only of one value they are a range.
    let isRange = arguments.count == 2 && format.contains(" AND ")
    func of(_ path: String) -> String { format.replacingOccurrences(of: "PATH", with: path) }
    switch generator.below(10) {
    case 0:
      return PlainCondition(
        format: of("owner."), arguments: arguments, holds: { sample, rows in test(sample.owner.flatMap { rows[$0] }) })
    case 1:
      return PlainCondition(
        format: of("owner.owner."), arguments: arguments,
        holds: { sample, rows in test(sample.owner.flatMap { rows[$0] }?.owner.flatMap { rows[$0] }) })
    case 2 where !isRange:
      return PlainCondition(
        format: of("friends."), arguments: arguments, holds: { sample, rows in sample.friends.contains { test(rows[$0]) } })
    case 3 where !isRange:
      return PlainCondition(
        format: of("friends.owner."), arguments: arguments,
        holds: { sample, rows in sample.friends.contains { test(rows[$0]?.owner.flatMap { rows[$0] }) } })
    case 4 where !isRange:
      return PlainCondition(
        format: of("owner.friends."), arguments: arguments,
        holds: { sample, rows in sample.owner.flatMap { rows[$0] }?.friends.contains { test(rows[$0]) } ?? false })
    case 5 where !isRange && properties.count > PlainSample.atFirst.count:
      return PlainCondition(
        format: of("fans."), arguments: arguments,
        holds: { sample, rows in rows.values.contains { $0.owner == sample.id && test($0) } })
    default: return PlainCondition(format: of(""), arguments: arguments, holds: { sample, _ in test(sample) })
    }
  }

  private typealias Test = (PlainSample?) -> Bool

  // PATH stands for what leads to the property. Where there is no row, its value is null.
  private static func value(_ generator: inout SeededGenerator, _ property: String) -> (String, [Any], Test) {
    let wanted = PlainSample.value(of: property, &generator)
    func read(_ sample: PlainSample?) -> PlainValue { sample?.values[property] ?? .null }
    if PlainSample.textual.contains(property), generator.chance(45), case .text(let text) = wanted, !text.isEmpty {
      let length = generator.below(text.unicodeScalars.count) + 1
      let ignoresCase = generator.chance(50)
      func folded(_ text: String) -> [UInt8] { Array((ignoresCase ? text.lowercased() : text).utf8) }
      let kind = generator.below(4)
      let scalars = Array(text.unicodeScalars)
      var part = String.UnicodeScalarView()
      part.append(contentsOf: kind == 1 ? scalars.suffix(length) : scalars.prefix(kind == 3 ? scalars.count : length))
      let sought = String(part)
      let needle = folded(sought)
      return (
        "PATH\(property) \(["BEGINSWITH", "ENDSWITH", "CONTAINS", "=="][kind])\(ignoresCase ? "[c]" : "") %@", [sought],
        { sample in
          guard case .text(let found) = read(sample) else { return false }
          let bytes = folded(found)
          switch kind {
          case 0: return bytes.starts(with: needle)
          case 1: return bytes.suffix(needle.count).elementsEqual(needle)
          case 2: return bytes.count >= needle.count && (0...bytes.count - needle.count).contains { bytes[$0...].starts(with: needle) }
          default: return bytes == needle
          }
        }
      )
    }
    if generator.chance(20) {
      let several = (0..<generator.pick([1, 3, 12, 40])).map { _ in PlainSample.value(of: property, &generator) }
      return ("PATH\(property) IN %@", [several.map(\.argument)], { sample in several.contains { read(sample).holds("==", $0) } })
    }
    var comparisons = ["==", "==", "!="]
    if PlainSample.ordered.contains(property), wanted != .null { comparisons += ["<", "<=", ">", ">="] }
    let comparison = generator.pick(comparisons)
    if ["<", ">="].contains(comparison), generator.chance(40) {
      let other = PlainSample.value(of: property, &generator)
      if other != .null {
        return (
          "(PATH\(property) >= %@ AND PATH\(property) < %@)", [wanted.argument, other.argument],
          { sample in read(sample).holds(">=", wanted) && read(sample).holds("<", other) }
        )
      }
    }
    return ("PATH\(property) \(comparison) %@", [wanted.argument], { read($0).holds(comparison, wanted) })
  }
}
