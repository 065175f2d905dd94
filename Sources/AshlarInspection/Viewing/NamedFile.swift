#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The file that a path names at a moment: another one after the file has been replaced, and none after it has been deleted.
struct NamedFile: Equatable {
  private let device: AnyHashable?
  private let number: AnyHashable?

  init(at path: String) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    device = attributes?[.systemNumber] as? AnyHashable
    number = attributes?[.systemFileNumber] as? AnyHashable
  }

  /// Whether there was a file.
  var exists: Bool { number != nil }
}
