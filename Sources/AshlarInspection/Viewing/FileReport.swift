internal import Ashlar
public import AshlarSchema
public import AshlarStore

/// A report about a file: its pages, its features, and the processes that read old versions.
public struct FileReport: Sendable {
  private let found: FileInspection

  /// Inspects a file, which may be open. Complexity: O(pages).
  /// - Parameters:
  ///   - key: The key of an encrypted file; nil for a file that is not encrypted.
  ///   - checksums: Whether to compare all objects and indexes with their checksums as well.
  public init(path: String, key: EncryptionKey? = nil, checksums: Bool = false) throws(ViewFailure) {
    do throws(StoreError) { found = try FileInspection.read(path, key: key, checksums: checksums) } catch { throw ViewFailure(error) }
  }

  /// The size of the file in bytes.
  public var size: Int { Int(found.fileSize) }

  /// The version that was inspected.
  public var version: UInt64 { found.version }

  /// The sizes of tables and indexes.
  public var sizes: FileSizes {
    FileSizes(
      tables: Dictionary(found.tables.map { ($0.name, Int($0.bytes)) }) { first, _ in first },
      indexes: Dictionary(found.indexes.map { ([$0.table] + $0.columns, Int($0.bytes)) }) { first, _ in first })
  }

  /// The path of a file and its last part, as members of a JSON object.
  public static func names(_ path: String) -> [JSONValue.Member] {
    [
      .init(name: "path", value: .string(path)),
      .init(name: "name", value: .string(path.split(separator: "/").last.map(String.init) ?? path)),
    ]
  }

  /// The report as members of a JSON object.
  /// - Parameter readers: The members that `FileSnapshot.readers` returns.
  public func members(readers: JSONValue) -> [JSONValue.Member] {
    FileReport.names(found.path) + [
      .init(name: "version", value: .digits(found.version)), .init(name: "format", value: .count(found.format)),
      .init(
        name: "features", value: .array(found.features.map { .members(["name": .string($0.name), "known": .bool($0.isKnown)]) })),
      .init(name: "schemaVersion", value: found.schema.map { .digits($0.version) } ?? .null),
      .init(name: "size", value: .count(size)), .init(name: "pageSize", value: .count(found.pageSize)),
      .init(name: "freePages", value: .count(Int(found.freePages))), .init(name: "readers", value: readers),
      .init(
        name: "tables",
        value: .array(
          found.tables.map {
            .members([
              "name": .string($0.name), "kind": .string("\($0.kind)"), "rows": .count(Int($0.rows)), "clusters": .count($0.clusters),
              "bytes": .count(Int($0.bytes)),
            ])
          })),
      .init(
        name: "trees",
        value: .array(
          found.trees.map { .members(["name": .string($0.name), "entries": .count(Int($0.entries)), "pages": .count(Int($0.pages))]) })),
    ]
  }
}

extension FileSnapshot {
  /// Returns the versions that readers of the file pin, as a JSON array that begins with the oldest version.
  /// - Parameter own: The identifier of this process, whose readers are marked.
  public func readers(own: Int32) throws(ViewFailure) -> JSONValue {
    let pinned: [Realm.PinnedVersion]
    do { pinned = try realm.pinnedVersions() } catch { throw ViewFailure(error) }
    return .array(
      pinned.map { reader in
        .members([
          "process": .count(Int(reader.process)), "own": .bool(reader.process == own), "version": .digits(reader.version),
          "behind": .digits(version > reader.version ? version - reader.version : 0), "pinnedBytes": .count(Int(reader.bytes)),
          "holder": .string(FileSnapshot.name(reader.holder)),
        ])
      })
  }

  private static func name(_ holder: Realm.PinnedVersion.Holder) -> String {
    switch holder {
    case .realm: "realm"
    case .outdatedRealm: "outdated"
    case .frozenRealm: "frozen"
    case .loop: "loop"
    case .operation: "operation"
    case .process: "process"
    }
  }

  /// The schema, for a diagram.
  public var model: SchemaModel { SchemaModel(name: "", version: 0, entities: types.all) }
}
