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
}
