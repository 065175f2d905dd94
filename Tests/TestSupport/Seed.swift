import Foundation

/// The seed of a test: `ASHLAR_SEED`, or a new one. Tests print it when they fail; in the long run it is printed at once, since a
/// signal would take it along.
public func seed(_ test: String = #function, file: String = #fileID) -> UInt64 {
  let seed = ProcessInfo.processInfo.environment["ASHLAR_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
  if Soak.isOn { FileHandle.standardError.write(Data("\(file) \(test): seed \(seed)\n".utf8)) }
  return seed
}
