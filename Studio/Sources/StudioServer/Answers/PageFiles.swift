internal import Foundation
internal import Hummingbird

/// The files of the page, which are parts of the program and are served unchanged.
enum PageFiles {
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon", "woff2": "font/woff2",
  ]

  /// The contents of the files by path, such as `table/table.js`.
  static let all: [String: [UInt8]] = pageContents.compactMapValues { Data(base64Encoded: $0).map { Array($0) } }

  /// Returns the response with the file at a path; nil if there is none.
  static func answer(_ path: String) -> Response? {
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    guard path.hasPrefix("/"), let bytes = all[name], let type = types[String(name.split(separator: ".").last ?? "")] else { return nil }
    return Answer.bytes(bytes, type)
  }
}
