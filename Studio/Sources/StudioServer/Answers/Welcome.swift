internal import HTTPTypes
internal import Hummingbird

/// The page for a user who has no access yet.
enum Welcome {
  static func page(_ failure: ServerFailure) -> Response {
    let text = failure.message.map { character -> String in
      switch character {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      default: String(character)
      }
    }.joined()
    let html = """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><title>Ashlar Studio</title>
      <h1>Ashlar Studio</h1>
      <p>\(text)</p>
      </html>

      """
    return Answer.bytes(Array(html.utf8), "text/html; charset=utf-8", status: failure.status)
  }

  /// The page that replaces itself by the studio, for a user whose browser a local file has redirected. The browser sends the cookie with
  /// the next request, because a page of the studio causes it.
  static func forward(cookie: String) -> Response {
    let html = """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=/"><title>Ashlar Studio</title>
      <p><a href="/">Ashlar Studio</a></p>
      </html>

      """
    var response = Answer.bytes(Array(html.utf8), "text/html; charset=utf-8")
    response.headers[.setCookie] = cookie
    return response
  }
}
