internal import AshlarCompiler

/// Writes files whose contents have changed. Unchanged files retain their modification times, so that builds stay incremental. Overwrites
/// only files that are empty or that this command generated.
package struct OutputWriter {
  /// Whether files are only compared, not written.
  package var isDryRun: Bool
  /// Whether the names of written files are printed to standard output.
  package var isVerbose: Bool

  private let files: OutputGuard

  /// - Parameter inputs: The files from which the outputs were generated; none of them is overwritten.
  package init(isDryRun: Bool, isVerbose: Bool, inputs: [String]) {
    (self.isDryRun, self.isVerbose) = (isDryRun, isVerbose)
    files = OutputGuard(inputs: inputs)
  }

  /// Throws if files were only compared and some differ.
  package func requireUpToDate(_ stale: [String]) throws(CommandFailure) {
    if isDryRun, !stale.isEmpty { throw .failed("not up to date; generate again: \(stale.joined(separator: ", "))") }
  }

  /// Writes the files whose contents have changed, unless `isDryRun` is true, and returns their paths. Throws, without writing anything, if
  /// one of them would replace a nonempty file that this command did not generate.
  package func write(_ outputs: [(path: String, bytes: [UInt8])]) throws(CommandFailure) -> [String] {
    let changed: [(path: String, bytes: [UInt8])]
    let foreign: [String]
    do throws(FileSystem.Failure) {
      (changed, foreign) = try compare(outputs)
    } catch {
      throw .files(error)
    }
    if let path = foreign.first {
      throw .usage("'\(path)' was not written by ashlar and would be lost; nothing was written. Move it away, or choose another path")
    }
    for (path, _) in changed { try files.check(path) }
    guard !isDryRun else { return changed.map(\.path) }
    do throws(FileSystem.Failure) {
      for (path, bytes) in changed {
        if let slash = path.lastIndex(of: "/") { try FileSystem.makeFolder(String(path[..<slash])) }
        try FileSystem.write(bytes, to: path)
        if isVerbose { FileSystem.print("wrote \(path)\n", to: 1) }
      }
    } catch {
      throw .files(error)
    }
    return changed.map(\.path)
  }

  private func compare(
    _ outputs: [(path: String, bytes: [UInt8])]
  ) throws(FileSystem.Failure) -> (changed: [(path: String, bytes: [UInt8])], foreign: [String]) {
    var changed: [(path: String, bytes: [UInt8])] = []
    var foreign: [String] = []
    for (path, bytes) in outputs {
      if FileSystem.kind(of: path) != .nothing {
        if try FileSystem.holds(bytes, path) { continue }
        if !GeneratedFile.mayReplace(try FileSystem.read(path, limit: GeneratedFile.signatureLimit), with: bytes) { foreign.append(path) }
      }
      changed.append((path, bytes))
    }
    return (changed, foreign)
  }
}
