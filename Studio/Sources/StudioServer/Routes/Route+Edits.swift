internal import AshlarInspection
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension Route {
  /// Performs the actions of an edit in one write.
  static let edit = Route(isPost: true, isWriting: true) { studio, request in
    let actions = try await json(request)
    return Answer.json(try await writer(studio).edit(actions))
  }

  /// Returns the changes of an edit without storing them: a write performs the edit and is cancelled. Other writers wait until then.
  static let preview = Route(isPost: true, isWriting: true) { studio, request in
    let actions = try await json(request)
    return Answer.json(try await writer(studio).preview(actions))
  }

  /// Imports the objects of a file in JSON lines or CSV.
  static let importing = Route(isPost: true, isWriting: true, isUnlimited: true, types: ["application/x-ndjson", "text/csv"]) {
    studio, request in
    let query = request.query
    let isCSV = request.request.headers[.contentType]?.lowercased().hasPrefix("text/csv") ?? false
    let (updates, previews) = (try query.flag("update"), try query.flag("preview"))
    let bytes = try await body(request.request, limit: StudioOptions.importLimit)
    return Answer.json(
      try await writer(studio).load(bytes, isCSV: isCSV, type: query["type"], updates: updates, previews: previews))
  }

  private static func writer(_ studio: Studio) throws(ServerFailure) -> Editor {
    guard let editor = try studio.shown().editor else { throw ServerFailure.disabled }
    return editor
  }

  private static func json(_ request: RouteRequest) async throws -> JSONValue {
    do {
      return try JSONValue.parse(try await body(request.request, limit: StudioOptions.bodyLimit))
    } catch let error as RequestFailure {
      throw ServerFailure.request(error.description, parameter: "body")
    }
  }

  static func body(_ request: Request, limit: Int) async throws -> [UInt8] {
    let failure = ServerFailure(.contentTooLarge, "size", "The content exceeds \(limit) bytes.")
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw failure }
    var bytes: [UInt8] = []
    for try await part in request.body {
      if bytes.count + part.readableBytes > limit { throw failure }
      bytes += part.readableBytesView
    }
    return bytes
  }
}
