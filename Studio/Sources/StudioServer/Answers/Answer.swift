internal import AshlarInspection
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Creates responses with the headers that all of them have.
enum Answer {
  private static let policy = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'"
  // An image may contain styles, but must not load anything.
  private static let imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

  static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
    var bytes: [UInt8] = []
    value.append(to: &bytes)
    return Answer.bytes(bytes, "application/json", status: status)
  }

  static func failure(_ failure: ServerFailure) -> Response {
    var response = json(failure.json, status: failure.status)
    if failure.code == "busy" { response.headers[.retryAfter] = "1" }
    // Otherwise the server would read the rest of the body as the next request.
    if failure.code == "size" { response.headers[.connection] = "close" }
    return response
  }

  /// - Parameters:
  ///   - attachment: The name of the file in which the client stores the bytes; nil if it may show them.
  static func bytes(
    _ bytes: [UInt8], _ type: String, status: HTTPResponse.Status = .ok, attachment: String? = nil, isDrawing: Bool = false
  ) -> Response {
    var headers = Answer.headers(type, isDrawing: isDrawing)
    if let attachment { headers[.contentDisposition] = disposition(attachment) }
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  static func redirect(to target: String, cookie: String?) -> Response {
    var headers = Answer.headers("text/plain; charset=utf-8")
    headers[.location] = target
    headers[.setCookie] = cookie
    return Response(status: .seeOther, headers: headers)
  }

  static func headers(_ type: String, isDrawing: Bool = false) -> HTTPFields {
    var headers = HTTPFields()
    headers[.contentType] = type
    headers[.contentSecurityPolicy] = isDrawing ? imagePolicy : policy
    headers[.xContentTypeOptions] = "nosniff"
    headers[.cacheControl] = "no-store"
    if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
    if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { headers[name] = "same-origin" }
    return headers
  }

  /// Returns the value of the header `Content-Disposition` for a download. Each character of the name except ASCII letters, digits, `.`,
  /// `_` and `-` is replaced by `_`.
  static func disposition(_ name: String) -> String {
    let safe = name.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "._-".unicodeScalars.contains(scalar))
        ? Character(scalar) : "_"
    }
    return "attachment; filename=\"\(String(safe))\""
  }
}
