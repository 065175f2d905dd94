public import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Realm {
  /// An `asyncOpen` in progress.
  ///
  /// ```swift
  /// let task = Realm.asyncOpen { result in print(result) }
  /// task.cancel()
  /// ```
  @frozen public struct AsyncOpenTask: Sendable {
    let opening: Opening

    /// Cancels the opening: the callback receives a `POSIXError` with `.ECANCELED`. Has no effect after the callback has been called.
    public func cancel() { opening.cancel() }
  }

  /// Opens and migrates a file on another thread, then calls `callback` on the main queue with a Realm of the main queue, or with the error
  /// that `init(configuration:queue:fileID:line:)` would throw.
  ///
  /// ```swift
  /// Realm.asyncOpen { result in
  ///   if case .success(let realm) = result { print(realm.objects(Person.self).count) }
  /// }
  /// ```
  ///
  /// - Returns: A task with which the opening can be cancelled. It need not be stored.
  @discardableResult
  public static func asyncOpen(
    configuration: Configuration = .defaultConfiguration, callback: @escaping (Result<Realm, any Swift.Error>) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AsyncOpenTask {
    open(configuration, .main, callback, "\(fileID):\(line)")
  }

  /// Opens and migrates a file on another thread, then calls `callback` on a queue with a Realm that is confined to the queue, or with the
  /// error that `init(configuration:queue:fileID:line:)` would throw.
  ///
  /// ```swift
  /// Realm.asyncOpen(configuration: configuration, callbackQueue: queue) { result in
  ///   if case .success(let realm) = result { print(realm.objects(Person.self).count) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - callbackQueue: A serial queue, or the main queue.
  ///   - callback: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  /// - Returns: A task with which the opening can be cancelled. It need not be stored.
  @discardableResult
  public static func asyncOpen(
    configuration: Configuration = .defaultConfiguration, callbackQueue: DispatchQueue,
    callback: @Sendable @escaping (Result<Realm, any Swift.Error>) -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> AsyncOpenTask {
    open(configuration, callbackQueue, callback, "\(fileID):\(line)")
  }

  private static func open(
    _ configuration: Configuration, _ queue: DispatchQueue, _ callback: @escaping (Result<Realm, any Swift.Error>) -> Void, _ place: String
  ) -> AsyncOpenTask {
    let opening = Opening(configuration, place, queue, callback)
    opening.start()
    return AsyncOpenTask(opening: opening)
  }
}
