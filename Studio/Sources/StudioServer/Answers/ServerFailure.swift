internal import AshlarInspection
internal import HTTPTypes

/// The reason why a request is refused or has failed: the status, the code and the message of the response.
struct ServerFailure: Error {
  let status: HTTPResponse.Status
  let code: String
  let message: String
  var parameter: String?
  var place: Range<Int>?
  var conflicts: JSONValue?

  init(_ status: HTTPResponse.Status, _ code: String, _ message: String, parameter: String? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.parameter = parameter
  }

  init(_ error: ViewFailure) {
    let status: HTTPResponse.Status =
      switch error.kind {
      case .condition, .request: .badRequest
      case .gone: .notFound
      case .conflict, .rule: .conflict
      case .file: .internalServerError
      case .key: .forbidden
      case .cancelled: .serviceUnavailable
      }
    self.init(status, error.kind == .cancelled ? "time" : error.kind.rawValue, error.description, parameter: error.parameter)
    place = error.place
    conflicts = error.conflicts
  }

  init(_ error: any Error) {
    switch error {
    case let error as ServerFailure: self = error
    case let error as ViewFailure: self.init(error)
    case is CancellationError: self.init(.serviceUnavailable, "time", "The request was cancelled.")
    default: self.init(ViewFailure(error))
    }
  }

  static func request(_ message: String, parameter: String) -> ServerFailure {
    ServerFailure(.badRequest, "request", message, parameter: parameter)
  }

  static let disabled = ServerFailure(
    .forbidden, "disabled", "The file is shown read-only. Start the studio with '--write' to change it.")

  static let locked = ServerFailure(.forbidden, "key", "The file is encrypted, and no page has sent its key yet.")

  /// The body of the response as JSON.
  var json: JSONValue {
    var members: [JSONValue.Member] = [.init(name: "code", value: .string(code)), .init(name: "message", value: .string(message))]
    if let parameter { members.append(.init(name: "parameter", value: .string(parameter))) }
    if let place {
      members.append(.init(name: "offset", value: .count(place.lowerBound)))
      members.append(.init(name: "length", value: .count(place.count)))
    }
    var answer = [JSONValue.Member(name: "error", value: .object(members))]
    if let conflicts { answer.append(.init(name: "conflicts", value: conflicts)) }
    return .object(answer)
  }
}
