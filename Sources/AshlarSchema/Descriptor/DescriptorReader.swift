/// Reads the `.ashlarbin` format, which `docs/descriptor-format.md` lays down.
///
/// Any bytes give a model or a thrown error. Everything is verified: sizes, checksum, sections, references, text, and the
/// rules of the schema model, except that embedded types do not contain each other in a cycle. Fingerprints are taken as
/// stated, since a newer writer may put more into them.
public enum DescriptorReader {
  /// The model in `bytes`.
  ///
  /// Records longer than this build knows and unknown sections that are not critical are accepted.
  /// Complexity: O(n) in the number of bytes.
  /// - Throws: `DescriptorError` with section, record, offset and reason.
  public static func read(_ bytes: [UInt8]) throws(DescriptorError) -> SchemaModel {
    let header = try header(bytes)
    var parser = try DescriptorParser(bytes, documentation: header.hasDocumentation)
    return try parser.model(version: header.schemaVersion)
  }

  /// Where the declarations of the schema in `bytes` stand, as far as the writer put it in.
  ///
  /// Complexity: O(n) in the number of bytes.
  /// - Throws: `DescriptorError` with section, record, offset and reason.
  public static func sourceMap(_ bytes: [UInt8]) throws(DescriptorError) -> SourceMap {
    let header = try header(bytes)
    var parser = try DescriptorParser(bytes, documentation: false)
    return try parser.sourceMap(of: parser.model(version: header.schemaVersion))
  }

  /// The release that came before the one in `bytes`, when the writer named one.
  ///
  /// Complexity: O(n) in the number of bytes.
  /// - Throws: `DescriptorError` with section, record, offset and reason.
  public static func predecessor(_ bytes: [UInt8]) throws(DescriptorError) -> Predecessor? {
    _ = try header(bytes)
    return try DescriptorParser(bytes, documentation: false).predecessor()
  }

  /// Whether bytes begin as a descriptor does, of whatever version and in whatever state. Complexity: O(1).
  public static func isDescriptor(_ bytes: [UInt8]) -> Bool { bytes.count >= 4 && bytes.prefix(4).elementsEqual(descriptorMagic.prefix(4)) }

  /// The header of `bytes`, for comparing fingerprints before anything else. The checksum is verified.
  ///
  /// Complexity: O(n) in the number of bytes, for the checksum.
  /// - Throws: `DescriptorError` with section, record, offset and reason.
  public static func header(_ bytes: [UInt8]) throws(DescriptorError) -> DescriptorHeader {
    func fail(_ offset: Int, _ fault: DescriptorFault) -> DescriptorError {
      DescriptorError(section: "header", record: nil, offset: offset, fault: fault)
    }
    guard bytes.count <= sizeLimit else { throw fail(0, .tooLarge(limit: sizeLimit)) }
    guard bytes.starts(with: descriptorMagic) else {
      let isDescriptor = isDescriptor(bytes)
      if isDescriptor, bytes.count < 8, descriptorMagic.starts(with: bytes) {
        throw fail(0, .truncated(needed: UInt64(HeaderRecord.size), found: bytes.count))
      }
      throw fail(0, isDescriptor ? .lineEndsChanged : .notADescriptor)
    }
    guard bytes.count >= HeaderRecord.size else {
      throw fail(bytes.count, .truncated(needed: UInt64(HeaderRecord.size), found: bytes.count))
    }
    let source = ByteSource(bytes)
    let major = source.u16(HeaderRecord.formatMajor)
    guard major > 0 else { throw fail(HeaderRecord.formatMajor, .invalidValue(field: "format major", value: 0)) }
    guard major <= DescriptorHeader.currentMajor else {
      throw fail(HeaderRecord.formatMajor, .formatTooNew(version: major, supported: DescriptorHeader.currentMajor))
    }
    let size = source.u64(HeaderRecord.fileSize)
    guard size <= bytes.count else { throw fail(HeaderRecord.fileSize, .truncated(needed: size, found: bytes.count)) }
    guard size == bytes.count else { throw fail(HeaderRecord.fileSize, .trailingBytes(stated: size, found: bytes.count)) }
    guard size % 8 == 0 else { throw fail(HeaderRecord.fileSize, .misaligned(multiple: 8)) }
    let stated = source.u64(HeaderRecord.checksum)
    let computed = FNV1a.checksum(bytes)
    guard stated == computed else { throw fail(HeaderRecord.checksum, .wrongChecksum(stated: stated, computed: computed)) }
    let features = source.u64(HeaderRecord.requiredFeatures)
    guard features == 0 else {
      throw fail(HeaderRecord.requiredFeatures, .unknownRequiredFeature(bit: features.trailingZeroBitCount))
    }
    let version = source.u64(HeaderRecord.schemaVersion)
    guard version < .max else { throw fail(HeaderRecord.schemaVersion, .invalidValue(field: "schema version", value: version)) }
    return DescriptorHeader(
      formatMajor: major, formatMinor: source.u16(HeaderRecord.formatMinor), schemaVersion: version,
      storageFingerprint: source.u64(HeaderRecord.storageFingerprint), sourceFingerprint: source.u64(HeaderRecord.sourceFingerprint),
      checksum: stated, hasDocumentation: source.u32(HeaderRecord.flags) & 1 != 0)
  }

  /// 2^31 - 1, so that offsets fit everywhere.
  private static let sizeLimit = 0x7fff_ffff
}
