/// Where much output goes, such as a file that appears when it is finished.
public protocol ByteOutput {
  /// Appends what the body appends to the buffer.
  func write(_ body: (inout [UInt8]) -> Void) throws
  /// Nothing is written any more, and what was is complete.
  func finish() throws
}
