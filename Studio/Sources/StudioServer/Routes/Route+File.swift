internal import AshlarInspection
internal import Foundation

extension Route {
  /// The file: its pages, its growth, and the processes that read it.
  static let file = reading { studio, request in
    let snapshot = try await studio.snapshot(request)
    let readers = try snapshot.readers(own: ProcessInfo.processInfo.processIdentifier)
    // Reading all pages takes long in a large file, whose version must stay as it is meanwhile.
    let report = try withExtendedLifetime(snapshot) { try FileReport(path: studio.options.file) }
    studio.sizes.withLock { $0 = report.sizes }
    let opened = studio.opened
    let canWrite = JSONValue.bool(studio.options.mayWrite)
    let members: [JSONValue.Member] = [
      .init(
        name: "opened",
        value: .members([
          "version": .digits(opened.report.version), "size": .count(opened.report.size), "time": .string(opened.time),
        ])),
      .init(
        name: "capabilities",
        value: .members([
          "write": canWrite, "edit": canWrite, "preview": canWrite, "import": canWrite, "export": .bool(true), "summary": .bool(true),
          "groups": .bool(true), "complete": .bool(true), "graph": .bool(true), "events": .bool(true),
        ])),
    ]
    return Answer.json(.object(report.members(readers: readers) + members))
  }
}
