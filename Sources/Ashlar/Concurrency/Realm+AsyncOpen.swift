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

  /// Opens a file on another thread, which migrates it as well, and calls `callback` with a Realm of `callbackQueue`, or with what
  /// `init(configuration:queue:)` throws.
  /// - Parameter callbackQueue: a serial queue, or the main queue.
  @discardableResult
  public static func asyncOpen(
    configuration: Configuration = .defaultConfiguration, callbackQueue: DispatchQueue = .main,
    callback: @escaping (Result<Realm, any Swift.Error>) -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> AsyncOpenTask {
    let opening = Opening(configuration, "\(fileID):\(line)", callbackQueue, callback)
    opening.start()
    return AsyncOpenTask(opening: opening)
  }
}
