import Foundation
import StoreFixtures

/// A folder that goes away with its owner.
final class Scratch {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("ashlar-crash-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}

/// The seed of a test: `ASHLAR_SEED`, or a new one. Tests print it.
func seed() -> UInt64 { ProcessInfo.processInfo.environment["ASHLAR_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000) }

/// How often a test repeats: `quick`, or what `ASHLAR_SOAK` asks for, and then at least `long`.
func rounds(quick: Int, long: Int = 0) -> Int {
  ProcessInfo.processInfo.environment["ASHLAR_SOAK"].flatMap { Int($0) }.map { max($0, quick, long) } ?? quick
}
