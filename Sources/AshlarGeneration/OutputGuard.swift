/// The files that a command never replaces, not even with `--force`: its own inputs, and databases with their accompanying files.
///
/// Inputs are recognized by device and inode, and are not opened here: closing a lock file would release the locks that this process holds
/// on it.
package struct OutputGuard {
  private var inputs: [FileSystem.Identity: String] = [:]

  /// - Parameter inputs: The paths that the command reads, in any spelling. The accompanying files of a database are protected, too.
  package init(inputs: [String]) {
    for input in inputs {
      for path in [input, FileSystem.resolved(input)] {
        for suffix in [""] + DatabaseFile.suffixes {
          guard let identity = FileSystem.identity(of: path + suffix) else { continue }
          self.inputs[identity] = self.inputs[identity] ?? path + suffix
        }
      }
    }
  }

  /// Throws if writing to `path` would replace one of these files, whether directly, through a symbolic link or through a hard link.
  /// - Parameter allowed: An input that this output may replace.
  package func check(_ path: String, replacing allowed: String? = nil) throws(CommandFailure) {
    let identity = FileSystem.identity(of: path)
    if let identity, identity == allowed.flatMap({ FileSystem.identity(of: $0) }) { return }
    if let identity, let input = inputs[identity] {
      throw refusal(path, input == path ? "is an input of this command" : "is the same file as '\(input)', an input of this command")
    }
    // A file that does not exist yet may have the name of a database's accompanying file.
    for spelling in [path, FileSystem.resolved(path)] {
      if let database = DatabaseFile.owner(of: spelling) { throw refusal(path, "belongs to the database '\(database)'") }
    }
    let role: String?
    do throws(FileSystem.Failure) {
      role = FileSystem.kind(of: path) == .file ? try DatabaseFile.role(of: path) : nil
    } catch {
      throw .files(error)
    }
    if let role { throw refusal(path, "is \(role)") }
  }

  /// Throws if standard output is redirected to one of the inputs.
  package func checkStandardOutput() throws(CommandFailure) {
    guard let identity = FileSystem.identity(ofOpen: 1), let input = inputs[identity] else { return }
    throw .usage("standard output is '\(input)', an input of this command; nothing was written. Choose another file")
  }

  private func refusal(_ path: String, _ what: String) -> CommandFailure {
    .usage("'\(path)' \(what) and is never replaced; nothing was written. Choose another path")
  }
}
