import AshlarInspection

/// Keeps what is written.
final class MemoryOutput: ByteOutput {
  private(set) var bytes: [UInt8] = []

  func write(_ body: (inout [UInt8]) -> Void) { body(&bytes) }

  func finish() {}
}
