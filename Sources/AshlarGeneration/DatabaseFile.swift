/// Recognizes database files by their first bytes, and their accompanying files by name.
package enum DatabaseFile {
  /// The suffixes that the names of accompanying files add to a database's name.
  static let suffixes = ["-lock", ".lock", ".checkpoint", ".checkpoint-new", ".compacting", ".compacting.before"]

  /// Returns whether the bytes begin like a database: the engine's magic number follows the 16 bytes of a page header.
  package static func isDatabase(_ bytes: [UInt8]) -> Bool { bytes.count >= 20 && bytes[16..<20].elementsEqual(magic) }

  /// Returns the database that a file with this name would accompany; nil if no such database exists.
  static func owner(of path: String) -> String? {
    for suffix in suffixes where path.hasSuffix(suffix) {
      let database = String(path.dropLast(suffix.count))
      if FileSystem.kind(of: database) == .file, let bytes = try? FileSystem.read(database, limit: 64), isDatabase(bytes) {
        return database
      }
    }
    return nil
  }

  /// Returns a description of a file's role in a database, for messages; nil for any other file.
  static func role(of path: String) throws(FileSystem.Failure) -> String? {
    let bytes = try FileSystem.read(path, limit: 64)
    if isDatabase(bytes) { return "a database file" }
    if bytes.count >= 4, bytes[..<4].elementsEqual(magic) { return "the lock file of a database" }
    if bytes.starts(with: "ASHLARCP".utf8) { return "the checkpoint of a database" }
    return nil
  }

  private static let magic: [UInt8] = [0xDE, 0xC0, 0xEF, 0xBE]
}
