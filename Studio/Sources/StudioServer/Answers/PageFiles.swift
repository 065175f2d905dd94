internal import Foundation
internal import Hummingbird

/// The files of the page, which are served unchanged.
enum PageFiles {
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon", "woff2": "font/woff2",
  ]
  private static let depth = 4

  /// Returns the response with the file at a path; nil if there is none, or if the path does not consist of plain names.
  static func answer(_ path: String) -> Response? {
    let names = path == "/" ? ["index.html"] : path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard path.hasPrefix("/"), names.count <= depth, names.allSatisfy(isPlain), let name = names.last,
      let ending = name.split(separator: ".").last, name.contains("."), let type = types[String(ending)],
      let folder = Bundle.module.url(forResource: "Page", withExtension: nil),
      let bytes = try? Data(contentsOf: names.reduce(folder) { $0.appendingPathComponent($1) })
    else { return nil }
    return Answer.bytes(Array(bytes), type)
  }

  // Names that begin with a dot are refused, so that no path names a file outside of the folder.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "."), name.utf8.count <= 100 else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
