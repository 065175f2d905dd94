import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Realm {
  /// Whether the file of a configuration exists; for one in memory, whether a Realm of this process has it open.
  public static func fileExists(for config: Configuration) -> Bool {
    if let identifier = config.inMemoryIdentifier { return EnvironmentRegistry.isOpenInMemory(identifier: identifier) }
    return FileManager.default.fileExists(atPath: path(of: config))
  }

  /// Removes the file of a configuration and what lies beside it. The lock files stay, as another process may be about to open
  /// them: they may be removed once nobody uses the path any more. For a symbolic link, the file that it points to is removed.
  ///
  /// A file that another process closed a moment ago after writing to it with `.relaxed` may still be open there; this waits up
  /// to three seconds for that.
  ///
  /// Throws `Realm.Error`: `.alreadyOpen` when a Realm of the file is open, in this process or another, and nothing is deleted then;
  /// `.filePermissionDenied` and others for what the system refuses.
  /// - Returns: whether there was a file.
  @discardableResult
  public static func deleteFiles(for config: Configuration) throws -> Bool {
    do {
      if let identifier = config.inMemoryIdentifier {
        if EnvironmentRegistry.isOpenInMemory(identifier: identifier) { throw StoreError.inUse(path: identifier) }
        return false
      }
      return try EnvironmentRegistry.delete(path: path(of: config))
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }

  private static func path(of config: Configuration) -> String {
    guard let path = config.fileURL?.path, !path.isEmpty else { misuse(.noFile) }
    return path
  }
}
