internal import AshlarCompiler
internal import AshlarSchemaTools
internal import AshlarSchema

/// What holds for any bytes given to the reader of descriptors.
public enum DescriptorFuzzing {
  /// Reads the bytes as they are, and again with size and checksum put right, so that the checksum does not hide later checks.
  /// - Throws: `FuzzFinding` for the first rule that does not hold.
  public static func check(_ input: [UInt8]) throws(FuzzFinding) {
    try checkAsIs(input)
    let repaired = repaired(input)
    if repaired != input { try checkAsIs(repaired) }
  }

  /// The bytes filled up to a header and a multiple of 8, with magic, size and checksum as they should be.
  public static func repaired(_ input: [UInt8]) -> [UInt8] {
    var bytes = input
    let size = max(96, (bytes.count + 7) / 8 * 8)
    bytes += repeatElement(0, count: size - bytes.count)
    bytes.replaceSubrange(0..<8, with: [0x89, 0x41, 0x53, 0x4C, 0x0D, 0x0A, 0x1A, 0x0A])
    put(UInt64(size), at: 16, in: &bytes)
    // The checksum is FNV-1a over all bytes with its own as 0, written here once more, apart from the reader's.
    put(0, at: 64, in: &bytes)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    put(hash, at: 64, in: &bytes)
    return bytes
  }

  private static func put(_ value: UInt64, at offset: Int, in bytes: inout [UInt8]) {
    for index in 0..<8 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (UInt64(index) * 8)) }
  }

  private static func checkAsIs(_ bytes: [UInt8]) throws(FuzzFinding) {
    let schema: SchemaModel
    do throws(DescriptorError) {
      schema = try DescriptorReader.read(bytes)
    } catch {
      try require(!error.description.isEmpty, "an error has words")
      try require((0...max(96, bytes.count)).contains(error.offset), "an error is inside the file: \(error.description)")
      return
    }
    let written = DescriptorWriter.bytes(for: schema)
    let same = try readable(bytes, "what was read once is read again")
    let again = try readable(written, "a model that was read can be written and read")
    try require(same == schema && again == schema, "a model that was read is written and read equal")
    try require(DescriptorWriter.bytes(for: schema) == written, "equal models give equal bytes")
    _ = DescriptorDump.json(schema)
    try checkDump(of: schema)
  }

  /// The model in bytes that must be a descriptor.
  static func readable(_ bytes: [UInt8], _ rule: String) throws(FuzzFinding) -> SchemaModel {
    do throws(DescriptorError) {
      _ = try DescriptorReader.header(bytes)
      _ = try DescriptorDump.hex(bytes)
      return try DescriptorReader.read(bytes)
    } catch {
      throw FuzzFinding("\(rule): \(error.description)")
    }
  }

  /// The reader accepts names that are not Swift identifiers and cycles of embedded types; the compiler says so then. Whatever it
  /// takes has the same fingerprints, and the dump is always of the right shape.
  private static func checkDump(of schema: SchemaModel) throws(FuzzFinding) {
    let dump = DescriptorDump.yaml(schema)
    let result = SchemaCompiler(needsName: false).check([SourceFile(path: "dump.yaml", text: dump)])
    if let fault = result.diagnostics.first(where: { shapeCodes.contains($0.code) }) {
      throw FuzzFinding("the dump is of the right shape:\n\(fault.text())\(dump)")
    }
    guard let model = result.schema?.model else { return }
    try require(Fingerprint.source(of: model) == Fingerprint.source(of: schema), "the dump has the source fingerprint:\n\(dump)")
    try require(Fingerprint.storage(of: model) == Fingerprint.storage(of: schema), "the dump has the storage fingerprint:\n\(dump)")
  }

  private static let shapeCodes: Set<String> = [
    "yaml-syntax", "invalid-utf8", "nul-byte", "control-character", "unusual-line-end", "lone-carriage-return", "alias", "anchor",
    "tag", "directive", "several-documents", "too-deep", "key-not-scalar", "unknown-key", "missing-language-version",
  ]
}
