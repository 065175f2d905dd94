/// A destination for large output, such as a file that appears only once it is complete.
public protocol ByteOutput {
  /// Appends to the output the bytes that `body` appends to the buffer.
  func write(_ body: (inout [UInt8]) -> Void) throws
  /// Completes the output. Nothing may be written afterwards.
  func finish() throws
}
