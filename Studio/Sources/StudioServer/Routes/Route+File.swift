internal import AshlarInspection
internal import Foundation

extension Route {
  /// The file: its pages, its growth, and the processes that read it. With `brief`, the response contains only members that do not require
  /// reading all pages.
  static let file = reading { studio, request in
    let snapshot = try await studio.snapshot(request)
    let shown = try studio.shown()
    let opened = shown.opened
    let canWrite = JSONValue.bool(studio.options.mayWrite)
    let common: [JSONValue.Member] = [
      .init(
        name: "opened",
        value: .members([
          "version": .digits(opened.report.version), "size": .count(opened.report.size), "time": .string(opened.time),
        ])),
      .init(name: "capabilities", value: .members(["edit": canWrite, "import": canWrite])),
    ]
    if try request.query.flag("brief") {
      let version = JSONValue.Member(name: "version", value: .digits(snapshot.version))
      return Answer.json(.object(FileReport.names(studio.options.file) + [version] + common))
    }
    let readers = try snapshot.readers(own: ProcessInfo.processInfo.processIdentifier)
    // Reading all pages of a large file takes long. The snapshot pins its version, so that pages are not reused meanwhile.
    let report = try withExtendedLifetime(snapshot) { try shown.report() }
    shown.sizes.withLock { $0 = report.sizes }
    return Answer.json(.object(report.members(readers: readers) + common))
  }
}
