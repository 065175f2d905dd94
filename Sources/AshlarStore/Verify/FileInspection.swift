package import AshlarSchema

/// The contents of a database file, read with plain reads: the file is not mapped, locked or changed, and no companion file is created.
/// Reading a damaged file throws an error and never ends the process.
package struct FileInspection: Sendable {
  /// The statistics of a table.
  package struct Table: Sendable {
    /// The stored name.
    package let name: String
    package let kind: EntityKind
    package let rows: Int64
    package let clusters: Int
    /// The total size of its clusters in bytes.
    package let bytes: UInt64
  }

  /// The statistics of a tree.
  package struct Tree: Sendable {
    package let name: String
    package let entries: UInt64
    package let pages: UInt64
  }

  /// The statistics of an index, except those of primary keys.
  package struct Index: Sendable {
    /// The stored name of the table.
    package let table: String
    /// The stored names of the columns, in order of significance.
    package let columns: [String]
    /// The size of its entries in bytes.
    package let bytes: UInt64
  }

  /// A feature that the file lists.
  package struct Feature: Sendable {
    package let name: String
    /// Whether this release knows the feature.
    package let isKnown: Bool
    /// Whether this release cannot read the file because it does not know the feature.
    package let preventsReading: Bool
  }

  /// The encryption of a file.
  package struct Encryption: Sendable {
    /// The number of the epoch of its keys.
    package let epoch: UInt64
    /// Whether the contents of the trees were checked. Without the key, only the pages, the keys of all trees and the sizes of the entries
    /// were checked, and neither the schema nor tables and indexes are known.
    package let isOpened: Bool
  }

  package let path: String
  package let fileSize: UInt64
  package let pageSize: Int
  /// The version that was inspected: the newest one, or the version of the last sync if the next opening will restore it, because the
  /// machine was restarted while the file was in use.
  package let version: UInt64
  /// Whether the next opening restores the file to this version.
  package internal(set) var isRestorePending = false
  /// The format of the file; 0 if nothing is stored yet.
  package let format: Int
  /// The features of the file, in ascending order of names.
  package let features: [Feature]
  /// Whether this release knows all features that are needed to read the file. If not, only the pages and the keys of all trees were
  /// checked.
  package let isReadable: Bool
  /// The encryption; nil if the file is not encrypted.
  package let encryption: Encryption?
  /// The stored schema; nil if nothing is stored yet, or if the contents were not checked; see `areContentsChecked`.
  package let schema: SchemaModel?
  /// The tables, in creation order; empty if the contents were not checked.
  package let tables: [Table]
  package let trees: [Tree]
  /// The indexes of the tables, except those of primary keys, in the order of the tables: those of one column, then those of several. Empty
  /// if the contents were not checked.
  package let indexes: [Index]
  /// The number of free pages.
  package let freePages: UInt64
  /// The number of free pages by the version whose commit freed them.
  package let freedPages: [UInt64: UInt64]

  /// Whether the contents of the trees were checked: the file is readable, and it is not encrypted or was inspected with its key.
  package var areContentsChecked: Bool { isReadable && encryption?.isOpened ?? true }

  /// Returns the number of free pages that cannot be reused while `version` is pinned.
  package func pages(pinnedBy version: UInt64) -> UInt64 {
    freedPages.reduce(0) { $0 + ($1.key > version ? $1.value : 0) }
  }

  private static let attempts = 8

  /// Reads a file and checks every page of its newest version. If `checksums` is true, also checks every byte of its clusters and values,
  /// and its indexes. The values of trees of unknown features are only compared with their checksums; in an encrypted file, only their tags
  /// are added up. With its key, every value of an encrypted file is opened, and the sum of the tags shows whether values are missing or
  /// older than the file. Without its key, its contents are not checked; see `Encryption`.
  ///
  /// Another process may write at the same time: if the version is overwritten, the inspection restarts with the newest one. After several
  /// attempts it throws an error. Throws `StoreError.wrongKey` or `.notEncrypted` if `key` is not that of the file. Complexity: O(pages).
  /// - Parameters:
  ///   - key: The key of an encrypted file; nil for a file that is not encrypted, or if the key is not known.
  ///   - progress: Called after each tree with the number of pages checked and the total number of pages.
  package static func read(
    _ path: String, key: EncryptionKey? = nil, checksums: Bool = false,
    progress: (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
  ) throws(StoreError) -> FileInspection {
    let pending = try CheckpointFile(path).pending(boot: .current)
    var found = try whileUnchanged(path, pending) { file, meta throws(StoreError) in try inspect(file, meta, key, checksums, progress) }
    found.isRestorePending = pending != nil
    return found
  }

  /// Returns the stored schema of a file. Reads only a few pages. Throws `StoreError.notADatabase` if no schema is stored,
  /// `.unknownFeatures` if this release cannot read the file, and `.keyMissing`, `.wrongKey` or `.notEncrypted` if `key` is not that of the
  /// file.
  package static func schema(_ path: String, key: EncryptionKey? = nil) throws(StoreError) -> SchemaModel {
    try whileUnchanged(path, try CheckpointFile(path).pending(boot: .current)) { file, meta throws(StoreError) in
      let pages = try FilePages(file, meta)
      guard meta.main.root != TreeRecord.noPage else { throw .notADatabase(path: path, reason: .noSchema) }
      guard let named = try MainTree(meta.main, pages).trees[.meta] else { throw .notADatabase(path: path, reason: .foreignContent) }
      let names = try NamedValues(named, pages)
      let known = KnownFeatures(isWriting: false)
      let values = ValueReader(pages, try names.form(key, knowing: known).reader(pages))
      guard let catalog = try names.catalog(values) else { throw .notADatabase(path: path, reason: .noSchema) }
      let unknown = known.unknown(names.format.features).filter { $0.effect == .write }.map(\.name)
      if !unknown.isEmpty {
        StoreLog.write(.info, "'\(path)' uses \(StoreError.list(unknown)), which this release does not know. The file is only read.")
      }
      return catalog.schema
    }
  }

  private static func whileUnchanged<Result>(
    _ path: String, _ pending: Checkpoint?, _ body: (PageFile, MetaPage) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let file = try PageFile(path, isWritable: false)
    // A file with a pending checkpoint does not change until a process opens it.
    if let header = pending?.header { return try body(file, header.newest) }
    for _ in 0..<attempts {
      let header = try FileHeader.read(file)
      do throws(StoreError) {
        return try body(file, header.newest)
      } catch {
        if try FileHeader.read(file) == header { throw error }
      }
    }
    throw .failed(path: path, operation: "read a version", code: 0, message: "the file changes faster than it can be read")
  }
}
