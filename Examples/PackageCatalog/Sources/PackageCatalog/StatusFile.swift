import DpkgStatus
import Foundation

/// A status file on disk, read in pieces.
struct StatusFile {
  var url: URL

  /// Calls `body` with each installed package and its name in the catalog, in the order of the file.
  ///
  /// The name is that of the package; when a machine has it for several architectures, the second is `name:architecture`.
  func forEachInstalled(_ body: (PackageRecord, String) throws -> Void) throws {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    var seen: Set<String> = []
    var parser = StanzaParser()
    func take(_ stanza: Stanza, line: Int) throws {
      let record = try PackageRecord(stanza, line: line)
      guard record.isInstalled else { return }
      if seen.insert(record.name).inserted {
        try body(record, record.name)
      } else {
        let name = "\(record.name):\(record.architecture)"
        if seen.insert(name).inserted { try body(record, name) }
      }
    }
    while let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty {
      var stanzas: [Stanza] = []
      try parser.consume(piece) { stanzas.append($0) }
      for stanza in stanzas { try take(stanza, line: parser.lineNumber) }
    }
    var last: Stanza?
    try parser.finish { last = $0 }
    if let last { try take(last, line: parser.lineNumber) }
  }
}
