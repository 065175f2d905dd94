internal import AshlarSchema
internal import AshlarCommandLine
internal import AshlarCompiler
internal import AshlarIngest
internal import Foundation

/// The output of `ashlar ingest --quarantined`.
enum QuarantineListing {
  /// The maximum number of objects that are printed with their values.
  private static let limit = 100
  /// The maximum number of characters of a value.
  private static let width = 200

  static func print(_ file: OutboxFile) throws {
    let counts = try IngestRunner.quarantinedCounts(in: file)
    let count = counts.reduce(0) { $0 + $1.count }
    if count == 0 { return printOutput("No object is quarantined.\n") }
    let objects = try IngestRunner.quarantined(in: file, limit: limit)
    for object in objects {
      printOutput("\(line(object.table)), created \(object.created.formatted(.iso8601)): \(line(object.reason))\n")
      for value in object.values {
        printOutput("  \(line(value.column)): \(value.text.map { line($0) } ?? "NULL")\n")
      }
    }
    if count > objects.count { printOutput("… and \(count - objects.count) more.\n") }
    printOutput("\n\(IngestProgress.listing(counts))")
  }

  private static func line(_ text: String) -> String {
    let cut = text.prefix(width)
    return PrintableText.escaped(String(cut)) + (cut.endIndex < text.endIndex ? "…" : "")
  }
}
