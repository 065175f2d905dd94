import AshlarSchema
import CLMDB
import Testing

@testable import AshlarStore

/// Writes into a file as a later release would, whose features this one does not know.
enum LaterRelease {
  /// The entries of the tree of an unknown feature.
  static let entries: [[UInt8]: [UInt8]] = {
    var entries: [[UInt8]: [UInt8]] = [:]
    for number in 0..<400 {
      let key = [UInt8(number >> 8), UInt8(number & 255)]
      // Room for the checksum; one value is on pages of its own.
      var value = [UInt8](repeating: 0, count: FeatureEntry.headerSize)
      value += [UInt8](repeating: UInt8(number & 127), count: number == 7 ? 9000 : 40)
      entries[key] = value
    }
    return entries
  }()

  /// Adds a feature to a file: its name to the list, a tree if it has a number of one, a section to the schema, and an extension to the
  /// first table.
  static func add(_ feature: FileFeature, to path: String) throws {
    let engine = try #require(try EnvironmentRegistry.open(path: path) as? LMDBEngine)
    var catalog = try #require(try Catalog.read(engine))
    catalog.features.insert(feature)
    catalog.tables[0].extensions[900] = [1, 2, 3]
    catalog.revision += 1
    var counters = try Counters.read(engine.snapshot(), path: path)
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    let transaction = try engine.begin(0)
    if feature.tree != 0 {
      var tree: MDB_dbi = 0
      try #require(mdb_dbi_open(transaction, feature.name, UInt32(MDB_CREATE), &tree) == 0)
      var sum: UInt64 = 0
      for (key, value) in entries {
        let crc = try put(key, value, tree, transaction)
        sum &+= key.withUnsafeBytes { FeatureEntry.number(UInt32(feature.tree), $0, crc: crc) }
      }
      counters.setFurtherSum(UInt32(feature.tree), sum)
    }
    let writer = LMDBWriter(engine: engine)
    writer.begin(transaction)
    try catalog.write(to: writer)
    let schema = DescriptorWriter.bytes(for: catalog.schema, documentation: false)
    try writer.putNamed(.meta, "schema", adding(section: "LATE", to: schema))
    try counters.write(to: writer)
    writer.close()
    try commit(transaction)
  }

  private static func put(_ key: [UInt8], _ value: [UInt8], _ tree: MDB_dbi, _ transaction: OpaquePointer) throws -> UInt32 {
    var (key, value) = (key, value)
    let (crc, code) = key.withUnsafeMutableBytes { key in
      value.withUnsafeMutableBytes { value in
        let crc = FeatureEntry.seal(UnsafeRawBufferPointer(key), value)
        var name = MDB_val(mv_size: key.count, mv_data: key.baseAddress)
        var data = MDB_val(mv_size: value.count, mv_data: value.baseAddress)
        return (crc, mdb_put(transaction, tree, &name, &data, 0))
      }
    }
    try #require(code == 0)
    return crc
  }

  static func commit(_ transaction: OpaquePointer) throws { try #require(mdb_txn_commit(transaction) == 0) }

  /// Removes a tree.
  static func drop(_ name: String, _ transaction: OpaquePointer) throws {
    var tree: MDB_dbi = 0
    try #require(mdb_dbi_open(transaction, name, 0, &tree) == 0)
    try #require(mdb_drop(transaction, tree, 1) == 0)
  }

  /// Appends a section of one record that is not critical to a descriptor.
  static func adding(section: String, to descriptor: [UInt8]) -> [UInt8] {
    func number<T: FixedWidthInteger>(_ offset: Int, _: T.Type) -> T {
      descriptor.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: T.self)) }
    }
    let recordSize = 24
    let header = Int(number(12, UInt32.self))
    let count = number(24, UInt32.self)
    let end = header + Int(count) * recordSize
    var result = Array(descriptor[..<end])
    for line in stride(from: header, to: end, by: recordSize) {
      put(number(line + 8, UInt32.self) + UInt32(recordSize), at: line + 8, in: &result)
    }
    result += Array(section.utf8)
    for value in [0, UInt32(descriptor.count + recordSize), 8, 8, 1] as [UInt32] { result.append(integer: value) }
    result += descriptor[end...]
    result += [1, 2, 3, 4, 5, 6, 7, 8]
    put(UInt64(result.count), at: 16, in: &result)
    put(count + 1, at: 24, in: &result)
    put(0 as UInt64, at: 64, in: &result)
    put(result.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, at: 64, in: &result)
    return result
  }

  private static func put<T: FixedWidthInteger>(_ value: T, at offset: Int, in bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
  }
}
