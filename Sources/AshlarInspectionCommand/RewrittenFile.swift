internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarStore

/// Replaces a file with a copy that has another key, or writes the copy to a new file.
struct RewrittenFile {
  var file: KeyedFile
  /// The key of the copy; nil for a copy that is not encrypted.
  var newKey: EncryptionKey?
  /// The path of the copy; nil if the copy replaces the file.
  var copy: String?
  /// The files that contain keys.
  var otherInputs: [String]

  func run() throws {
    if let copy { try OutputGuard(inputs: [file.path] + otherInputs).check(copy) }
    do {
      try rewrite()
    } catch let error as StoreError {
      throw DatabaseFailure(error)
    } catch let error as CatalogError {
      throw DatabaseFailure.failed(error.description)
    } catch is Interruption.Interrupted {
      throw CommandFailure.failed("interrupted; '\(file.path)' was left as it was, and no copy was written")
    }
    printOutput(summary)
  }

  private func rewrite() throws {
    let progress = ProgressLine()
    defer { progress.end() }
    Interruption.watch()
    func report(_ done: UInt64, _ total: UInt64) throws {
      try Interruption.check()
      progress.show(Int(done), of: Int(total), "\(done >> 20) of \(total >> 20) MB")
    }
    if let copy {
      try KeyChange.write(file.path, key: file.key, to: copy, key: newKey, progress: report)
    } else {
      try KeyChange.run(file.path, from: file.key, to: newKey, progress: report)
    }
  }

  private var summary: String {
    let form = newKey == nil ? "not encrypted" : file.key == nil ? "encrypted" : "encrypted with the new key"
    if let copy { return "Wrote '\(copy)', which is \(form). '\(file.path)' was left as it was.\n" }
    if newKey == nil { return "'\(file.path)' is no longer encrypted: all who may read the file can read its contents.\n" }
    return "'\(file.path)' is now \(form). The disk may still contain blocks of the file as it was before.\n"
  }
}
