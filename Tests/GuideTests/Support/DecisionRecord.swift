import Foundation
import TestSupport

/// A record of docs/decisions: a title with its number, a blank line, a line with the status, then the text.
struct DecisionRecord {
  static let folder: String = "docs/decisions"

  let file: String
  let lines: [String]

  /// Four digits, which the file's name begins with.
  var number: String { String(file.prefix(4)) }

  /// The title without the number; nil if the first line is not a title with the record's number.
  var title: String? {
    let start: String = "# \(number) "
    guard let line = lines.first, line.hasPrefix(start) else { return nil }
    let title: String = String(line.dropFirst(start.count))
    return title.isEmpty ? nil : title
  }

  /// The status as it is written; nil if the third line does not state one.
  var status: String? {
    let start: String = "**Status:** "
    guard lines.count > 2, lines[1].isEmpty, lines[2].hasPrefix(start) else { return nil }
    let status: String = String(lines[2].dropFirst(start.count))
    if status == DecisionRecord.accepted { return status }
    return DecisionRecord.successions.contains(where: { status.hasPrefix($0) }) ? status : nil
  }

  var isAccepted: Bool { status == DecisionRecord.accepted }

  /// The successors that the status names, as Markdown links: none of an accepted record.
  var successors: [String] {
    guard let status else { return [] }
    for start: String in DecisionRecord.successions where status.hasPrefix(start) {
      return String(status.dropFirst(start.count)).components(separatedBy: ", ")
    }
    return []
  }

  /// The contents of backquotes, without fenced and indented blocks. Nil in place of a line with an odd number of backquotes.
  var spans: [String?] {
    var spans: [String?] = []
    var isFenced: Bool = false
    for line: String in lines {
      if line.hasPrefix("```") {
        isFenced.toggle()
        continue
      }
      if isFenced || line.hasPrefix("    ") { continue }
      let parts: [String] = line.components(separatedBy: "`")
      if parts.count % 2 == 0 {
        spans.append(nil)
        continue
      }
      for (index, part) in parts.enumerated() where index % 2 == 1 { spans.append(part) }
    }
    return spans
  }

  /// The Markdown link by which the index and other records name this one.
  var link: String { "[\(number)](\(file))" }

  /// All records, by number.
  static func all() throws -> [DecisionRecord] {
    var records: [DecisionRecord] = []
    for name: String in try Repository.names(in: folder) where name.hasSuffix(".md") && name != "README.md" {
      let text: String = try Repository.text("\(folder)/\(name)")
      records.append(DecisionRecord(file: name, lines: text.components(separatedBy: "\n")))
    }
    return records
  }

  private static let accepted: String = "accepted"
  private static let successions: [String] = ["superseded by ", "amended by "]
}
