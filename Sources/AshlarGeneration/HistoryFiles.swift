internal import AshlarCompiler
package import AshlarSchema

/// Finds and reads the releases of a schema.
package enum HistoryFiles {
  /// The name of the folder with the releases.
  package static let folderName = "History"

  /// Returns the path of the folder that contains the releases: a subfolder of one of the folders in `paths`, or a sibling of one of the
  /// files. If it does not exist, returns the path at which it would be created. Throws if there are several such folders.
  package static func folder(of paths: [String]) throws(CommandFailure) -> String {
    var folders: [String] = []
    for path in paths {
      let isFolder = FileSystem.kind(of: path) == .folder
      let folder = isFolder ? path : path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      let history = (folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/") + folderName
      if !folders.contains(history) { folders.append(history) }
    }
    let present = folders.filter { FileSystem.kind(of: $0) == .folder }
    if present.count > 1 {
      throw .usage("there are several histories: \(present.map { "'\($0)'" }.joined(separator: ", ")); a schema has one")
    }
    return present.first ?? folders.first ?? folderName
  }

  /// Returns the names of the release files in a folder; empty if the folder does not exist.
  private static func names(in folder: String) throws(FileSystem.Failure) -> [String] {
    guard FileSystem.kind(of: folder) == .folder else { return [] }
    return try FileSystem.names(in: folder).filter { $0.hasSuffix(SchemaHistory.fileEnding) }
  }

  /// Returns the paths of the release files in a folder; empty if the folder does not exist.
  package static func paths(in folder: String) throws(CommandFailure) -> [String] {
    do throws(FileSystem.Failure) {
      return try names(in: folder).map { "\(folder)/\($0)" }
    } catch {
      throw .files(error)
    }
  }

  /// Reads the releases in a folder. The history is empty if the folder does not exist.
  package static func read(folder: String) throws(CommandFailure) -> SchemaHistory {
    if FileSystem.isDanglingLink(folder) { throw .danglingLink(folder) }
    var files: [(name: String, bytes: [UInt8])] = []
    do throws(FileSystem.Failure) {
      for name in try names(in: folder) { files.append((name, try FileSystem.read("\(folder)/\(name)"))) }
    } catch {
      throw .files(error)
    }
    do throws(HistoryFault) {
      return try SchemaHistory(files: files)
    } catch {
      throw .failed("in '\(folder)': \(error)")
    }
  }

  /// Reads the releases of the schema at the given paths.
  package static func read(_ paths: [String]) throws(CommandFailure) -> SchemaHistory { try read(folder: folder(of: paths)) }
}
