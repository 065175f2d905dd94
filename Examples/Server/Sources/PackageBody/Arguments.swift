/// `PROGRAM FILE [PORT] [PACKAGES]`.
package struct Arguments: Sendable {
  package var file: String
  package var port: Int
  /// The number of packages in a new file.
  package var packages: Int

  /// Returns nil if the file is missing or a number is invalid.
  package init?(_ words: [String]) {
    guard words.count > 1, let port = words.count > 2 ? Int(words[2]) : 8080, let packages = words.count > 3 ? Int(words[3]) : 0 else {
      return nil
    }
    (file, self.port, self.packages) = (words[1], port, packages)
  }

  package static let usage = "usage: PROGRAM FILE [PORT] [PACKAGES]\n"
}
