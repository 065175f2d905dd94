package import AshlarCompiler

/// Finds and reads schema files.
package enum SchemaFiles {
  /// Reads the files at the given paths, and all `*.yaml` and `*.yml` files in those that are folders and in their subfolders. A file that
  /// is specified twice is read once.
  ///
  /// If `@Persisted` occurs in any `*.swift` file, all `*.swift` files except generated ones are included, because any of them may declare
  /// the enums and types of properties.
  package static func read(_ paths: [String]) throws(CommandFailure) -> [SourceFile] {
    var seen: Set<FileSystem.Identity> = []
    var found: [String] = []
    for path in paths {
      switch FileSystem.kind(of: path) {
      case .nothing where FileSystem.isDanglingLink(path): throw .danglingLink(path)
      case .nothing: throw .usage("there is no file '\(path)'")
      case .other(let what): throw .usage("'\(path)' is \(what), not a schema file")
      case .file: if isNew(path, &seen) { found.append(path) }
      case .folder: try collect(below: path, &found, &seen)
      }
    }
    var files: [SourceFile] = []
    for path in found {
      do throws(FileSystem.Failure) {
        files.append(SourceFile(path: path, bytes: try FileSystem.read(path, limit: SourceFile.sizeLimit)))
      } catch {
        throw .files(error)
      }
    }
    files.removeAll { $0.isSwift && GeneratedFile.isGenerated($0.bytes) }
    if !files.contains(where: { $0.isSwift && $0.mentionsPersisted }) { files.removeAll { $0.isSwift } }
    guard !files.isEmpty else {
      throw .usage(
        "no schema found: no *.yaml or *.yml, and no *.swift with '@Persisted', in \(paths.map { "'\($0)'" }.joined(separator: ", "))")
    }
    return files
  }

  private static func collect(
    below folder: String, _ found: inout [String], _ seen: inout Set<FileSystem.Identity>
  ) throws(CommandFailure) {
    // A symbolic link may refer to a parent folder.
    guard isNew(folder, &seen) else { return }
    let names: [String]
    do throws(FileSystem.Failure) {
      names = try FileSystem.names(in: folder)
    } catch {
      throw .files(error)
    }
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let isSchema = name.hasSuffix(".yaml") || name.hasSuffix(".yml") || name.hasSuffix(".swift")
      switch FileSystem.kind(of: path) {
      case .folder: try collect(below: path, &found, &seen)
      case .file where isSchema: if isNew(path, &seen) { found.append(path) }
      case .other(let what) where isSchema: throw .usage("'\(path)' is \(what), not a schema file")
      case .nothing where isSchema && FileSystem.isDanglingLink(path): throw .danglingLink(path)
      default: break
      }
    }
  }

  private static func isNew(_ path: String, _ seen: inout Set<FileSystem.Identity>) -> Bool {
    FileSystem.identity(of: path).map { seen.insert($0).inserted } ?? true
  }
}
