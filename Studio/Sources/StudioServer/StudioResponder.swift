public import Hummingbird

/// Passes the requests of a server to a studio.
public struct StudioResponder: HTTPResponder {
  private let studio: Studio

  /// Creates a responder.
  public init(_ studio: Studio) { self.studio = studio }

  /// Answers a request.
  public func respond(to request: Request, context: BasicRequestContext) async throws -> Response { await studio.respond(to: request) }
}
