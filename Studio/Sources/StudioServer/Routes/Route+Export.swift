internal import AshlarInspection
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension Route {
  /// The objects of a view as a file.
  static let export = Route(isUnlimited: true) { studio, request in
    let query = request.query
    let type = try query.text("type")
    let format = try exportFormat(query)
    let snapshot = try await studio.snapshot(request)
    // An invalid request fails before the first byte is sent.
    let lines = try snapshot.export(
      type: type, where: query["where"] ?? "", sort: query["sort"] ?? "", columns: query["columns"] ?? "", format: format)
    var headers = Answer.headers(format == .csv ? "text/csv; charset=utf-8" : "application/x-ndjson")
    headers[.contentDisposition] = Answer.disposition("\(type).\(format.rawValue)")
    let download = Download(lines, pauseLimit: studio.options.pauseLimit)
    let body = ResponseBody { writer in
      defer { download.end() }
      while let bytes = try download.next() { try await writer.write(ByteBuffer(bytes: bytes)) }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: headers, body: body)
  }

  private static func exportFormat(_ query: Query) throws(ServerFailure) -> ViewExport.Format {
    guard let format = ViewExport.Format(rawValue: query["format"] ?? "jsonl") else {
      throw .request("'format' must be 'jsonl' or 'csv'.", parameter: "format")
    }
    return format
  }
}
