import Foundation

/// The seed of a test: `ASHLAR_SEED`, or a new one. Tests print it when they fail.
public func seed() -> UInt64 {
  ProcessInfo.processInfo.environment["ASHLAR_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
}
