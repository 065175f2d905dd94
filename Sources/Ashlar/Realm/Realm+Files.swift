import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Realm {
  /// Returns whether the file of a configuration exists; for an in-memory database, whether this process has it open. A configuration with
  /// neither a file nor an in-memory database stops the program.
  ///
  /// ```swift
  /// if Realm.fileExists(for: configuration) { print("Not the first launch") }
  /// ```
  public static func fileExists(for config: Configuration) -> Bool {
    if let identifier = config.inMemoryIdentifier { return EnvironmentRegistry.isOpenInMemory(identifier: identifier) }
    return FileManager.default.fileExists(atPath: path(of: config))
  }

  /// Deletes the file of a configuration and its companion files. If the path is a symbolic link, its target is deleted. A configuration
  /// with neither a file nor an in-memory database stops the program.
  ///
  /// ```swift
  /// try Realm.deleteFiles(for: configuration)
  /// ```
  ///
  /// Lock files remain, because another process may be about to open them; they may be removed once the path is no longer used. After
  /// `.relaxed` commits, a process keeps the file open for two seconds after it has released its last Realm of the file; this function
  /// waits up to three seconds until the file is closed.
  ///
  /// Throws `Realm.Error`: `.alreadyOpen` if a Realm of this or another process has the file open, in which case nothing is deleted;
  /// `.filePermissionDenied` and other codes for errors of the file system. Realms that were opened with `readOnly` do not prevent the
  /// deletion.
  /// - Returns: Whether the file existed; false for an in-memory database, of which nothing is deleted.
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
