public import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Realm {
  /// An `asyncOpen` that goes on.
  @frozen public struct AsyncOpenTask: Sendable {
    let opening: Opening

    /// Stops it: the callback gets a `POSIXError` with `.ECANCELED`. Does nothing once the callback was called.
    public func cancel() { opening.cancel() }
  }

  /// Opens a file on another thread, which migrates it as well, and calls `callback` on the main queue with a Realm of that, or with what
  /// `init(configuration:queue:)` throws.
  @discardableResult
  public static func asyncOpen(
    configuration: Configuration = .defaultConfiguration, callback: @escaping (Result<Realm, any Swift.Error>) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AsyncOpenTask {
    open(configuration, .main, callback, "\(fileID):\(line)")
  }

  /// Opens a file on another thread, which migrates it as well, and calls `callback` with a Realm of `callbackQueue`, or with what
  /// `init(configuration:queue:)` throws.
  /// - Parameters:
  ///   - callbackQueue: a serial queue, or the main queue.
  ///   - callback: called on the queue, and so not isolated to an actor: what it captures is `Sendable`.
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
