/// Writes the `.ashlarbin` format, which `docs/descriptor-format.md` specifies.
public enum DescriptorWriter {
  /// Returns the descriptor of `schema`, optionally with documentation, source locations and the preceding release. Equal models yield
  /// equal bytes.
  ///
  /// The model is not validated; the reader validates it. Complexity: O(n) in the size of the model.
  /// - Parameter use: Where the descriptor will be stored.
  public static func bytes(
    for schema: SchemaModel, documentation: Bool = true, sourceMap: SourceMap? = nil, predecessor: Predecessor? = nil,
    use: DescriptorUse = .program
  ) -> [UInt8] {
    var sections = DescriptorSections()
    let name = sections.add(schema)
    if let sourceMap { sections.add(sourceMap, of: schema) }
    if let predecessor { sections.add(predecessor) }
    var all: [(kind: SectionKind, bytes: [UInt8])] = [
      (.stringBytes, sections.strings.bytes), (.strings, sections.strings.records.bytes), (.entities, sections.entities.bytes),
      (.properties, sections.properties.bytes), (.enums, sections.enums.bytes), (.enumCases, sections.enumCases.bytes),
      (.defaults, sections.defaults.bytes), (.blobs, sections.blobs),
    ]
    let optional: [(kind: SectionKind, bytes: [UInt8])] = [
      (.renames, sections.renames.bytes), (.customTypes, sections.customTypes.bytes), (.unknownCases, sections.unknownCases.bytes),
      (.externalEnums, sections.externalEnums.bytes), (.projections, sections.projections.bytes),
      (.projectedProperties, sections.projectedProperties.bytes),
      (.sourceMap, sections.sourceMap.bytes), (.dropped, sections.dropped.bytes), (.predecessor, sections.predecessor.bytes),
      (.foreignTypes, sections.foreignTypes.bytes), (.rules, sections.rules.bytes), (.ruleMembers, sections.ruleMembers.bytes),
      (.ruleValues, sections.ruleValues.bytes),
    ]
    all += optional.filter { !$0.bytes.isEmpty }
    let hasDocumentation = documentation && !sections.documentation.bytes.isEmpty
    if hasDocumentation {
      all.append((.documentation, sections.documentation.bytes))
      all.append((.documentationText, sections.documentationText))
    }

    var directory = ByteWriter()
    var body = ByteWriter()
    body.bytes.reserveCapacity(all.reduce(0) { $0 + $1.bytes.count + 8 })
    let start = HeaderRecord.size + all.count * SectionRecord.size
    for (kind, bytes) in all {
      directory.append(kind.rawValue)
      directory.append(kind.isCritical(in: use) ? SectionRecord.criticalFlag : 0)
      directory.append(UInt32(truncatingIfNeeded: start + body.bytes.count))
      directory.append(UInt32(truncatingIfNeeded: bytes.count))
      directory.append(UInt32(truncatingIfNeeded: kind.recordSize))
      directory.append(UInt32(truncatingIfNeeded: bytes.count / kind.recordSize))
      body.bytes.append(contentsOf: bytes)
      body.align()
    }

    var writer = ByteWriter()
    writer.bytes.reserveCapacity(start + body.bytes.count)
    writer.bytes.append(contentsOf: descriptorMagic)
    writer.append(DescriptorHeader.currentMajor)
    writer.append(DescriptorHeader.currentMinor)
    writer.append(UInt32(HeaderRecord.size))
    writer.append(UInt64(start + body.bytes.count))
    writer.append(UInt32(all.count))
    writer.append(hasDocumentation ? 1 : 0 as UInt32)
    writer.append(schema.requiredFeatures)
    writer.append(0 as UInt64)  // optional features
    writer.append(Fingerprint.storage(of: schema))
    writer.append(Fingerprint.source(of: schema))
    writer.append(0 as UInt64)  // checksum, set by `sealed`
    writer.append(schema.version)
    writer.append(name)
    writer.zeros(HeaderRecord.size - writer.bytes.count)
    writer.bytes.append(contentsOf: directory.bytes)
    writer.bytes.append(contentsOf: body.bytes)
    return sealed(writer.bytes)
  }

  /// Returns `bytes`, which must contain at least a header, with the checksum set.
  static func sealed(_ bytes: consuming [UInt8]) -> [UInt8] {
    var checksum = ByteWriter()
    checksum.append(FNV1a.checksum(bytes))
    bytes.replaceSubrange(HeaderRecord.checksum..<(HeaderRecord.checksum + 8), with: checksum.bytes)
    return bytes
  }
}
