@testable import AshlarSchema

/// A valid descriptor with changed bytes and, unless told otherwise, a right checksum.
func changed(_ bytes: [UInt8], seal: Bool = true, _ change: (inout [UInt8]) -> Void) -> [UInt8] {
  var bytes = bytes
  change(&bytes)
  return seal && bytes.count >= HeaderRecord.size ? DescriptorWriter.sealed(bytes) : bytes
}

extension [UInt8] {
  mutating func put<I: FixedWidthInteger & UnsignedInteger>(_ value: I, at offset: Int) {
    var writer = ByteWriter()
    writer.append(value)
    replaceSubrange(offset..<(offset + writer.bytes.count), with: writer.bytes)
  }

  func u32(at offset: Int) -> Int { Int(ByteSource(self).u32(offset)) }

  /// The offset of a section's line in the directory.
  func directoryLine(_ kind: SectionKind) -> Int {
    var line = HeaderRecord.size
    while ByteSource(self).u32(line) != kind.rawValue { line += SectionRecord.size }
    return line
  }

  /// The offset of a section's first record.
  func section(_ kind: SectionKind) -> Int { u32(at: directoryLine(kind) + SectionRecord.offset) }
}

/// The error that reading throws.
func fault(_ bytes: [UInt8]) -> DescriptorError? {
  do throws(DescriptorError) {
    _ = try DescriptorReader.read(bytes)
    return nil
  } catch {
    return error
  }
}
