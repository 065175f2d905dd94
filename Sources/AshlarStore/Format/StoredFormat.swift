import CAshlar

/// A file's format record in the space `meta`: a signature, then the version as UInt64. Version 9 continues with the list of the file's
/// features:
///
///     16  UInt32  CRC32C of all bytes from 20 on
///     20  UInt16  number of features, at least 1
///     22  UInt16  0
///     24          the features, ascending by name, byte by byte: class UInt8, number of the tree UInt8 (0 for none), length of the name
///                 UInt8, name
///
/// Invariant: the features are in ascending order and distinct, and there are features if and only if the version is 9.
package struct StoredFormat: Equatable {
  package static let key = "format"
  private static let signature: [UInt8] = Array("ASHLARDB".utf8)
  private static let plainSize = 16
  private static let listOffset = 24

  let version: Int
  package let features: [FileFeature]

  /// - Parameter version: The version without features, 7 or 8. Format 7 cannot have features.
  package init(_ version: Int, _ features: Set<FileFeature> = []) {
    assert(features.isEmpty || version == FormatVersion.file, "a file has layouts before it has features")
    self.features = features.sorted()
    self.version = features.isEmpty ? version : FormatVersion.fileWithFeatures
  }

  /// The version that states the form of everything but the list: 7 or 8.
  package var plainVersion: Int { version == FormatVersion.fileWithFeatures ? FormatVersion.file : version }

  /// The value to store under `key`.
  package var bytes: [UInt8] {
    var bytes = StoredFormat.signature
    bytes.append(integer: UInt64(version))
    if features.isEmpty { return bytes }
    var list: [UInt8] = []
    list.append(integer: UInt16(features.count))
    list.append(integer: UInt16(0))
    for feature in features {
      list += [feature.effect.rawValue, feature.tree, UInt8(feature.name.utf8.count)]
      list += feature.name.utf8
    }
    bytes.append(integer: ashlar_crc32c(0, list, list.count))
    return bytes + list
  }

  /// Decodes the stored value. Throws if the value is not a format record, if this release does not support the version, or if the list is
  /// invalid or contradicts the rows of `known`; features need not be known.
  /// - Parameter known: Provides the rows of features.
  package init(_ format: UnsafeRawBufferPointer, path: String, known: KnownFeatures) throws(StoreError) {
    guard format.count >= StoredFormat.plainSize, format.prefix(8).elementsEqual(StoredFormat.signature) else {
      throw .notADatabase(path: path, reason: .foreignContent)
    }
    let version = format.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    guard version <= UInt64(FormatVersion.fileWithFeatures) else {
      throw .newerFormat(path: path, found: Int(clamping: version), supported: FormatVersion.fileWithFeatures)
    }
    guard version >= UInt64(FormatVersion.oldestFile) else {
      throw .olderFormat(path: path, found: Int(clamping: version), supported: FormatVersion.fileWithFeatures)
    }
    self.version = Int(version)
    if self.version != FormatVersion.fileWithFeatures {
      guard format.count == StoredFormat.plainSize else {
        throw .damaged(path: path, detail: "the record of its format has \(format.count) bytes instead of \(StoredFormat.plainSize)")
      }
      features = []
      return
    }
    guard let listed = StoredFormat.list(format, known) else {
      throw .damaged(path: path, detail: "its list of features cannot be read")
    }
    features = listed
    for feature in listed where !known.allows(feature) {
      throw .damaged(
        path: path, detail: "its list of features names '\(feature.name)' with class \(feature.effect.rawValue) and tree \(feature.tree)")
    }
  }

  // Returns nil if the list is not valid.
  private static func list(_ format: UnsafeRawBufferPointer, _ known: KnownFeatures) -> [FileFeature]? {
    guard format.count >= listOffset else { return nil }
    var reader = ByteReader(UnsafeRawBufferPointer(rebasing: format[plainSize...]))
    let summed = UnsafeRawBufferPointer(rebasing: format[(plainSize + 4)...])
    guard reader.integer(UInt32.self) == ashlar_crc32c(0, summed.baseAddress, summed.count), let count = reader.integer(UInt16.self),
      count > 0, reader.integer(UInt16.self) == 0
    else { return nil }
    var features: [FileFeature] = []
    var trees: Set<UInt8> = []
    for _ in 0..<count {
      guard let feature = feature(&reader, known) else { return nil }
      if let last = features.last, !(last < feature) { return nil }
      if feature.tree != 0, !trees.insert(feature.tree).inserted { return nil }
      features.append(feature)
    }
    return reader.isAtEnd ? features : nil
  }

  private static func feature(_ reader: inout ByteReader, _ known: KnownFeatures) -> FileFeature? {
    guard let effect = reader.integer(UInt8.self).flatMap(FeatureClass.init(rawValue:)), let tree = reader.integer(UInt8.self),
      let length = reader.integer(UInt8.self), let bytes = reader.take(Int(length)), FileFeature.isName(bytes),
      tree == 0 || tree >= FileFeature.firstTree && effect != .ignorable
    else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    if let row = known.row(name), row.effect == effect, row.tree == tree { return row }
    return FileFeature(name, effect, tree: tree)
  }
}

extension StoredFormat {
  /// Throws `StoreError.unknownFeatures` if features that are not known prevent the opening.
  func check(_ known: KnownFeatures, path: String) throws(StoreError) {
    let missing = known.missing(features)
    if !missing.isEmpty { throw .unknownFeatures(path: path, names: missing.map(\.name)) }
  }
}
