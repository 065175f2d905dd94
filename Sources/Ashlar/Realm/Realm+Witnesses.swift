#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Dispatch

// Programs declare protocols with RealmSwift's method signatures, and conform `Realm` to them. A method with additional parameters is not a
// witness, even if they have defaults.
extension Realm {
  /// See `init(configuration:queue:fileID:line:)`.
  @_disfavoredOverload public init(configuration: Configuration, queue: DispatchQueue?) throws {
    try self.init(configuration: configuration, queue: queue, fileID: "through a protocol", line: 0)
  }

  /// See `init(configuration:queue:fileID:line:)`.
  @_disfavoredOverload public init(queue: DispatchQueue?) throws {
    try self.init(queue: queue, fileID: "through a protocol", line: 0)
  }

  /// See `init(fileURL:fileID:line:)`.
  @_disfavoredOverload public init(fileURL: URL) throws {
    try self.init(fileURL: fileURL, fileID: "through a protocol", line: 0)
  }
}
