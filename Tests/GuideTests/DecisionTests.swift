import Foundation
import TestSupport
import Testing

@Suite("The decision records")
struct DecisionTests {
  /// Names in accepted records that the repository does not have, with the reason why they may stand there.
  private static let exceptions: [String: String] = [
    "AsyncOpen": "a property wrapper of RealmSwift that Ashlar does not have",
    "AutoOpen": "a property wrapper of RealmSwift that Ashlar does not have",
    "MALLOC_TRIM_THRESHOLD_": "an environment variable of glibc",
    "MDB_FIXEDMAP": "an option of LMDB that was rejected",
    "VersionN": "stands for the type alias of any version of emitted code",
    "doDecrementSlow": "a function of the Swift runtime, seen in a profile",
    "incrementSlow": "a function of the Swift runtime, seen in a profile",
    "swift_allocObject": "a function of the Swift runtime",
    "swift_initStackObject": "a function of the Swift runtime",
  ]
  private static let folders: [String] = [
    "Benchmarks/", "Examples/", "Fuzz/", "Generated/", "Plugins/", "Schemas/", "Scripts/", "Sources/", "Tests/", "docs/",
  ]
  private static let fileEndings: [String] = [".swift", ".c", ".h", ".md", ".tsv", ".txt"]

  @Test("every record has a title with its number, and a status")
  func titles() throws {
    let records: [DecisionRecord] = try DecisionRecord.all()
    #expect(!records.isEmpty)
    for record: DecisionRecord in records {
      #expect(record.title != nil, "\(record.file): the first line is '# \(record.number) TITLE'")
      #expect(record.status != nil, "\(record.file): the third line is '**Status:** accepted', or 'superseded by' or 'amended by' a link")
    }
    let numbers: [String] = records.map(\.number)
    #expect(Set(numbers).count == numbers.count, "two records have one number")
  }

  @Test("a record that was amended or superseded names later records")
  func successors() throws {
    let records: [DecisionRecord] = try DecisionRecord.all()
    let links: Set<String> = Set(records.map(\.link))
    for record: DecisionRecord in records {
      for successor: String in record.successors {
        #expect(links.contains(successor), "\(record.file): \(successor) is not a record")
        #expect(record.link < successor, "\(record.file): \(successor) is not later")
      }
    }
  }

  @Test("the index lists each record once, with its title and status")
  func index() throws {
    var rows: [String] = []
    let page: String = try Repository.text("\(DecisionRecord.folder)/README.md")
    for line: String in page.components(separatedBy: "\n") where line.hasPrefix("| [") { rows.append(line) }
    var expected: [String] = []
    for record: DecisionRecord in try DecisionRecord.all() {
      expected.append("| \(record.link) | \(record.title ?? "") | \(record.status ?? "") |")
    }
    for row: String in expected where !rows.contains(row) { Issue.record("the index lacks the row \(row)") }
    for row: String in rows where !expected.contains(row) { Issue.record("the index has a row of no record: \(row)") }
    #expect(rows.count == expected.count, "the index lists a record twice")
  }

  @Test("links lead to files that exist")
  func links() throws {
    let folder: URL = Repository.folder.appending(path: DecisionRecord.folder)
    for name: String in try Repository.names(in: DecisionRecord.folder) where name.hasSuffix(".md") {
      let text: String = try Repository.text("\(DecisionRecord.folder)/\(name)")
      for part: String in text.components(separatedBy: "](").dropFirst() {
        let link: String = String(part.prefix { $0 != ")" && $0 != "#" })
        if link.isEmpty || link.contains("://") { continue }
        let target: String = folder.appending(path: link).standardizedFileURL.path(percentEncoded: false)
        #expect(FileManager.default.fileExists(atPath: target), "\(name): \(link)")
      }
    }
  }

  @Test("accepted records name code, files and make targets that exist")
  func names() throws {
    let words: RepositoryWords = try RepositoryWords.sources.get()
    let targets: Set<String> = try DecisionTests.makeTargets()
    for record: DecisionRecord in try DecisionRecord.all() where record.isAccepted {
      for span: String? in record.spans {
        guard let span else {
          Issue.record("\(record.file): a line has an odd number of backquotes")
          continue
        }
        for name: String in DecisionTests.missing(in: span, words, targets) {
          Issue.record("\(record.file): \(name), in `\(span)`, does not exist")
        }
      }
    }
  }

  @Test("every exception is the name of something that another project has, in some accepted record")
  func usedExceptions() throws {
    let words: RepositoryWords = try RepositoryWords.sources.get()
    var named: Set<String> = []
    for record: DecisionRecord in try DecisionRecord.all() where record.isAccepted {
      for case let span? in record.spans { named.formUnion(DecisionTests.identifiers(in: span)) }
    }
    for (name, reason) in DecisionTests.exceptions {
      #expect(!words.contains(name), "the repository has \(name)")
      #expect(named.contains(name), "no accepted record names \(name), which is \(reason)")
    }
  }

  /// What code in backquotes names that is not in the repository.
  ///
  /// A span that begins with a folder of the repository is a path, and `make` with one word a target. Of any other span the words that look
  /// like a type or a member must occur in the sources.
  private static func missing(in span: String, _ words: RepositoryWords, _ targets: Set<String>) -> [String] {
    if folders.contains(where: { span.hasPrefix($0) }), !span.contains(" ") {
      let path: String = Repository.folder.appending(path: span).path(percentEncoded: false)
      return FileManager.default.fileExists(atPath: path) ? [] : [span]
    }
    if span.hasPrefix("make "), !span.contains("=") {
      let target: String = String(span.dropFirst("make ".count))
      return targets.contains(target) ? [] : [target]
    }
    if fileEndings.contains(where: { span.hasSuffix($0) }), !span.contains(" "), !span.contains("<") {
      return words.files.contains(span) ? [] : [span]
    }
    var missing: [String] = []
    for word: String in identifiers(in: span) where exceptions[word] == nil && !words.contains(word) { missing.append(word) }
    return missing
  }

  /// The words of a span that look like a type or a member: those with an uppercase letter, and those before a parenthesis or a colon.
  private static func identifiers(in span: String) -> [String] {
    var found: [String] = []
    var word: [UInt8] = []
    var hasUppercase: Bool = false
    // The end of the span ends its last word.
    let bytes: [UInt8] = Array(span.utf8) + [0x20]
    for byte: UInt8 in bytes {
      if RepositoryWords.isWord(byte) {
        if byte >= 0x41 && byte <= 0x5A { hasUppercase = true }
        word.append(byte)
        continue
      }
      let isMember: Bool = byte == 0x28 || byte == 0x3A
      if word.count > 1, word[0] > 0x39, hasUppercase || isMember { found.append(String(decoding: word, as: UTF8.self)) }
      word = []
      hasUppercase = false
    }
    return found
  }

  private static func makeTargets() throws -> Set<String> {
    var targets: Set<String> = []
    for line: String in try Repository.text("Makefile").components(separatedBy: "\n") {
      let name: String = String(line.prefix { $0.isLowercase || $0 == "-" })
      if !name.isEmpty, line.dropFirst(name.count).hasPrefix(":") { targets.insert(name) }
    }
    return targets
  }
}
