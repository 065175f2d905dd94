/// Writes files where they differ from what is there: untouched files keep builds incremental.
struct OutputWriter {
  /// Only compare.
  var isDryRun: Bool
  /// Name what is written on standard output.
  var isVerbose: Bool

  /// The paths whose contents differed.
  func write(_ outputs: [(path: String, bytes: [UInt8])]) throws(FileSystem.Failure) -> [String] {
    var changed: [String] = []
    for (path, bytes) in outputs {
      if FileSystem.kind(of: path) == .file, try FileSystem.holds(bytes, path) { continue }
      changed.append(path)
      if isDryRun { continue }
      if let slash = path.lastIndex(of: "/") { try FileSystem.makeFolder(String(path[..<slash])) }
      try FileSystem.write(bytes, to: path)
      if isVerbose { FileSystem.print("wrote \(path)\n", to: 1) }
    }
    return changed
  }
}
