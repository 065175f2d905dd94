/// Reads the `.ashlarbin` format, which `docs/descriptor-format.md` specifies.
///
/// Any bytes yield a model or a thrown error. Sizes, checksum, sections, references, text and the rules of the schema model are verified,
/// but not cycles of embedded types, paths of projections and Swift names. Fingerprints are not verified, because a newer writer may
/// include more in them.
public enum DescriptorReader {
  /// Returns the model in `bytes`.
  ///
  /// Accepts records that are longer than this build expects, and unknown sections that are not critical. Complexity: O(n) in the number of
  /// bytes.
  /// - Throws: `DescriptorError` with section, record, offset and reason.
  public static func read(_ bytes: [UInt8]) throws(DescriptorError) -> SchemaModel {
    let header = try header(bytes)
    var parser = try DescriptorParser(bytes, documentation: header.hasDocumentation)
    return try parser.model(version: header.schemaVersion)
  }

  /// Returns the source locations of the declarations in `bytes`, as far as the writer included them.
  ///
  /// Complexity: O(n) in the number of bytes.
  /// - Throws: `DescriptorError` with section, record, offset and reason.
  public static func sourceMap(_ bytes: [UInt8]) throws(DescriptorError) -> SourceMap {
    let header = try header(bytes)
    var parser = try DescriptorParser(bytes, documentation: false)
    return try parser.sourceMap(of: parser.model(version: header.schemaVersion))
  }

  /// Returns the release that preceded the one in `bytes`; nil if the descriptor names none.
  ///
  /// Complexity: O(n) in the number of bytes.
  /// - Throws: `DescriptorError` with section, record, offset and reason.
  public static func predecessor(_ bytes: [UInt8]) throws(DescriptorError) -> Predecessor? {
    _ = try header(bytes)
    return try DescriptorParser(bytes, documentation: false).predecessor()
  }

  /// Returns whether bytes begin like a descriptor of any version, valid or not. Complexity: O(1).
  public static func isDescriptor(_ bytes: [UInt8]) -> Bool { bytes.count >= 4 && bytes.prefix(4).elementsEqual(descriptorMagic.prefix(4)) }

  /// Returns the header of `bytes`, for comparing fingerprints before anything else is read. Verifies the checksum.
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
    let unknown = source.u64(HeaderRecord.requiredFeatures) & ~(ScalarKind.knownFeatures | DefaultValue.orderedUUIDFeature)
    guard unknown == 0 else {
      throw fail(HeaderRecord.requiredFeatures, .unknownRequiredFeature(bit: unknown.trailingZeroBitCount))
    }
    let version = source.u64(HeaderRecord.schemaVersion)
    guard version < .max else { throw fail(HeaderRecord.schemaVersion, .invalidValue(field: "schema version", value: version)) }
    return DescriptorHeader(
      formatMajor: major, formatMinor: source.u16(HeaderRecord.formatMinor), schemaVersion: version,
      storageFingerprint: source.u64(HeaderRecord.storageFingerprint), sourceFingerprint: source.u64(HeaderRecord.sourceFingerprint),
      checksum: stated, hasDocumentation: source.u32(HeaderRecord.flags) & 1 != 0)
  }

  /// The maximum size in bytes, 2^31 - 1, so that offsets fit in both signed and unsigned 32-bit integers.
  private static let sizeLimit = 0x7fff_ffff
}
