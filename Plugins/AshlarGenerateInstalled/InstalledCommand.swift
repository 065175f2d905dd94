import Foundation

/// Finds the command `ashlar`: the file that the variable ASHLAR names; otherwise the first one of that name in PATH.
enum InstalledCommand {
  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  /// Returns the file itself, without symbolic links, because its modification date changes when another version is installed.
  static func find() throws -> URL {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["ASHLAR"], !path.isEmpty {
      guard let found = executable(URL(filePath: path)) else {
        throw Missing(description: "ASHLAR is '\(path)', which is no program; set it to the command 'ashlar', or unset it")
      }
      return found
    }
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
      if let found = executable(URL(filePath: String(folder)).appending(path: "ashlar")) { return found }
    }
    throw Missing(
      description: "the command 'ashlar' is not installed: it is not in PATH, and ASHLAR does not name it; install it (guide: "
        + "'Installing the command'), or use the plugin AshlarGenerate, which builds a tool of its own")
  }

  private static func executable(_ url: URL) -> URL? {
    let url = url.resolvingSymlinksInPath()
    var isFolder = ObjCBool(false)
    let path = url.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { return nil }
    return FileManager.default.isExecutableFile(atPath: path) ? url : nil
  }
}
