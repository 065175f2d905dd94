#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The identity of the file that a path names at a moment. It differs after the file has been replaced or deleted.
struct NamedFile: Equatable {
  private let device: AnyHashable?
  private let number: AnyHashable?

  init(at path: String) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    device = attributes?[.systemNumber] as? AnyHashable
    number = attributes?[.systemFileNumber] as? AnyHashable
  }

  /// Whether the path named a file.
  var exists: Bool { number != nil }
}
