internal import Hummingbird

/// A kind of request that the page sends.
struct Route: Sendable {
  typealias Body = @Sendable (Studio, RouteRequest) async throws -> Response

  /// Whether the method is POST instead of GET.
  var isPost = false
  /// Whether the request may change the file.
  var isWriting = false
  /// Whether the request has no time limit and does not count among the concurrent requests.
  var isUnlimited = false
  /// The permitted types of the content.
  var types = ["application/json"]
  let answer: Body

  /// Returns a route that only reads, with the usual limits.
  static func reading(_ answer: @escaping Body) -> Route { Route(answer: answer) }

  /// All routes by path.
  static let all: [String: Route] = [
    "/api/file": file, "/api/types": types, "/api/graph": graph, "/api/rows": rows, "/api/plan": plan, "/api/position": position,
    "/api/object": object, "/api/elements": elements, "/api/linking": linking, "/api/value": value, "/api/find": find,
    "/api/summary": summary, "/api/groups": groups, "/api/complete": complete, "/api/events": events, "/api/export": export,
    "/api/key": key, "/api/edit": edit, "/api/preview": preview, "/api/import": importing,
  ]
}
