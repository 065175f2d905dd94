import Foundation

/// The seed of a test: `ASHLAR_SEED`, or a new one. Tests print it when they fail. A crash takes the process before it prints, so each seed
/// is also appended to the file that `ASHLAR_SEEDS` names, and printed at once in the long run.
public func seed(_ test: String = #function, file: String = #fileID) -> UInt64 {
  let environment = ProcessInfo.processInfo.environment
  let seed = environment["ASHLAR_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
  let line = Data("\(file) \(test): seed \(seed)\n".utf8)
  if Soak.isOn { FileHandle.standardError.write(line) }
  if let path = environment["ASHLAR_SEEDS"] {
    // Tests run in parallel: in append mode the kernel writes each line whole.
    let descriptor = open(path, O_WRONLY | O_APPEND)
    if descriptor >= 0 {
      _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      close(descriptor)
    }
  }
  return seed
}
