import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// "gadgets" is a feature of a later release, with a tree, a section of the schema and an extension of a table.
@Suite("A file with a feature that this release does not know", .enabled(if: Sealing.isOptional))
struct UnknownFeatureTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  private func make(_ effect: FeatureClass, tree: UInt8 = 200) throws {
    do {
      let store = try SampleStore(path: path)
      try store.session.beginWrite()
      try store.insert(SampleSchema.dog, [.text("rex"), .null, .list([.text("sit")])])
      try store.session.commitWrite(sync: true)
    }
    try LaterRelease.add(FileFeature("gadgets", effect, tree: effect == .ignorable ? 0 : tree), to: path)
    try folder.closeIdleFiles()
  }

  private var bytes: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: path)) } }
  private var unknown: StoreError { .unknownFeatures(path: path, names: ["gadgets"]) }
  private var wanted: WantedSchema {
    WantedSchema(SampleSchema.model, ordinals: SampleSchema.ordinals, unlisted: UnlistedOrdinals(from: 5).ordinal)
  }

  // MARK: - Class 2

  @Test("of class 2 is not opened for writing, in any way, and is unchanged")
  func writing() throws {
    try make(.write)
    let before = try bytes
    #expect(throws: unknown) { try EnvironmentRegistry.open(path: path) }
    #expect(throws: unknown) { try EnvironmentRegistry.open(path: path) { _, _ in true } }
    #expect(throws: unknown) { try CopiedMigration([], for: WriteHolder(), memory: 0) { _, _ in }.open(path: path) }
    #expect(try bytes == before)
    // Refused before anything is created beside the file.
    let copy = folder.file("copy")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(throws: StoreError.unknownFeatures(path: RealPath.of(copy), names: ["gadgets"])) { try EnvironmentRegistry.open(path: copy) }
    #expect(try folder.names().filter { $0.hasPrefix("copy") } == ["copy"])
  }

  @Test("of class 2 is read without it, by a read-only opening and by the command", arguments: [false, true])
  func reading(hasLocks: Bool) throws {
    try make(.write)
    let before = try bytes
    do {
      let engine = try hasLocks ? EnvironmentRegistry.openToRead(path: path) : ReadOnlyEngines.open(path: path)
      let tables = try Catalog.openReadOnly(engine, wanted, version: 1)
      let store = try SampleStore(engine, tables, SampleSchema.ordinals)
      #expect(try store.rows(SampleSchema.dog).values.map { $0[0] } == [.text("rex")])
      #expect(try store.contradictions() == [])
      #expect(throws: unknown) { try store.session.writeCopy(to: folder.file("copy")) }
      if hasLocks {
        #expect(throws: unknown) { try EnvironmentRegistry.open(path: path) }
        #expect(throws: unknown) { try engine.commit(sync: false) { _ in } }
      }
    }
    try folder.closeIdleFiles()
    #expect(try FileInspection.schema(path).entities.count == SampleSchema.model.entities.count)
    let forecast = try MigrationPreparation.forecast(path, SampleSchema.model, SchemaHistory())
    #expect(forecast.failure == unknown.description)
    #expect(throws: unknown) { try MigrationPreparation.migrate(path, to: folder.file("migrated"), hop) }
    #expect(try bytes == before)
    #expect(try folder.names().allSatisfy { $0.hasPrefix("store") })
  }

  @Test("of class 2 is copied as a seed, and the copy is refused in the same way")
  func seed() throws {
    try make(.write)
    let seeded = folder.file("seeded")
    try SeedFile.copy(path, to: seeded)
    #expect(try Data(contentsOf: URL(fileURLWithPath: seeded)) == bytes)
    let refusal = StoreError.unknownFeatures(path: RealPath.of(seeded), names: ["gadgets"])
    #expect(throws: refusal) { try EnvironmentRegistry.open(path: seeded) }
  }

  @Test("is restored to its checkpoint if it can be read; otherwise the file and the checkpoint remain", arguments: [false, true])
  func settling(isReadable: Bool) throws {
    try make(isReadable ? .write : .read)
    let before = try bytes
    let left = URL(fileURLWithPath: path + ".checkpoint")
    // As if the machine had restarted.
    let checkpoint = try Checkpoint(of: PageFile(path), boot: BootIdentity(bytes: Array(1...16)), process: 7)
    try Data(CheckpointSlots.file(checkpoint)).write(to: left)
    let result = Result { try CheckpointSettling.run(path) }
    if isReadable {
      #expect(throws: Never.self) { try result.get() }
    } else {
      #expect(throws: unknown) { try result.get() }
    }
    #expect(FileManager.default.fileExists(atPath: left.path) == !isReadable)
    #expect(try bytes == before)
    #expect(try FileInspection.read(path, checksums: true).features.map(\.name) == ["gadgets"])
  }

  private var hop: MigrationHop { MigrationHop(to: wanted, version: 2, with: NoCode()) }

  @Test("of class 2 is inspected and verified as a whole")
  func inspection() throws {
    try make(.write)
    let found = try FileInspection.read(path, checksums: true)
    #expect(found.format == 9)
    #expect(found.features.map(\.name) == ["gadgets"])
    #expect(found.features.map(\.isKnown) == [false])
    #expect(found.isReadable)
    #expect(found.tables.contains { $0.name == "Dog" && $0.rows == 1 })
    let tree = try #require(found.trees.first { $0.name == "gadgets" })
    #expect(tree.entries == UInt64(LaterRelease.entries.count))
    #expect(tree.pages > 1)
  }

  @Test("of class 2 is damaged if a bit of the unknown tree is another one")
  func damagedTree() throws {
    try make(.write)
    let whole = [UInt8](try bytes)
    // In a value of the unknown tree: no other value consists of these bytes.
    let value = [UInt8](repeating: 61, count: 40)
    // Free pages may contain the value, too.
    let places = whole.indices.filter { whole[$0] == 61 && whole.dropFirst($0).prefix(40).elementsEqual(value) }
    #expect(!places.isEmpty)
    for (offset, isFoundAtOpening) in [(-4, true), (0, false), (39, false)] {
      var damaged = whole
      for place in places { damaged[place + offset] ^= 4 }
      let file = folder.file("damaged")
      try Data(damaged).write(to: URL(fileURLWithPath: file))
      let error = #expect(throws: StoreError.self) { try FileInspection.read(file, checksums: true) }
      #expect(error?.description.contains("'gadgets'") == true)
      // Opening compares sums, which contain the checksums of values.
      let walk = Result { try StructureWalk.check(file) }
      if isFoundAtOpening { #expect(throws: StoreError.self) { try walk.get() } } else { #expect(throws: Never.self) { try walk.get() } }
    }
  }

  @Test("of class 2 is damaged if the record of its tree states more pages than the file has", arguments: [8, 16, 24])
  func wrongRecord(offset: Int) throws {
    try make(.write)
    var bytes = [UInt8](try self.bytes)
    // A node of a leaf ends with the size of its key, the key, and the value, here the record; the list has the name as well.
    let node = [7, 0] + Array("gadgets".utf8)
    let places = bytes.indices.filter { bytes[$0] == 7 && bytes.dropFirst($0).prefix(node.count).elementsEqual(node) }
    #expect(!places.isEmpty)
    for place in places { for index in 0..<8 { bytes[place + node.count + offset + index] = 255 } }
    let file = folder.file("damaged")
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    #expect(throws: StoreError.self) { try StructureWalk.check(PageFile(file, isWritable: false), scope: .everything) }
    let error = #expect(throws: StoreError.self) { try FileInspection.read(file, checksums: true) }
    #expect(error?.description.contains("the record of 'gadgets' states 18446744073709551615 pages") == true)
  }

  @Test("of class 2 is damaged if its tree, its sum or its name is missing")
  func missing() throws {
    try make(.write)
    func change(_ body: (LMDBEngine, OpaquePointer, LMDBWriter) throws -> Void) throws -> String? {
      let file = folder.file("changed")
      for suffix in ["", "-lock", ".lock"] { try? FileManager.default.removeItem(atPath: file + suffix) }
      try FileManager.default.copyItem(atPath: path, toPath: file)
      do {
        let engine = try LMDBEngine(path: file, inMemory: false, isForReading: true)
        let transaction = try engine.begin(0)
        let writer = LMDBWriter(engine: engine)
        writer.begin(transaction)
        try body(engine, transaction, writer)
        writer.close()
        try LaterRelease.commit(transaction)
      }
      do throws(StoreError) { try StructureWalk.check(file) } catch {
        if case .damaged(_, let detail) = error { return detail }
        return "\(error)"
      }
      return nil
    }
    #expect(try change { _, _, _ in } == nil)
    #expect(try change { _, transaction, _ in try LaterRelease.drop("gadgets", transaction) } == "it lacks the tree 'gadgets'")
    let withoutSum = try change { engine, _, writer in
      var counters = try Counters.read(engine.snapshot(), path: path)
      counters.foreignSums = []
      try counters.write(to: writer)
    }
    #expect(withoutSum == "its counters lack the sum of 'gadgets'")
    let withoutName = try change { _, _, writer in try writer.putNamed(.meta, StoredFormat.key, StoredFormat(8).bytes) }
    #expect(withoutName == "its list of features lacks that of tree 200")
  }

  // MARK: - Class 1

  @Test("of class 1 is not opened at all")
  func unreadable() throws {
    try make(.read)
    let before = try bytes
    #expect(throws: unknown) { try EnvironmentRegistry.open(path: path) }
    #expect(throws: unknown) { try EnvironmentRegistry.openToRead(path: path) }
    #expect(throws: unknown) { try ReadOnlyEngines.open(path: path) }
    #expect(throws: unknown) { try FileInspection.schema(path) }
    #expect(throws: unknown) { try SeedFile.copy(path, to: folder.file("seeded")) }
    #expect(throws: unknown) { try MigrationPreparation.forecast(path, SampleSchema.model, SchemaHistory()) }
    #expect(try bytes == before)
    #expect(try folder.names().allSatisfy { $0.hasPrefix("store") })
    #expect(try EnvironmentRegistry.delete(path: path))
  }

  @Test("of class 1 is inspected without its contents")
  func unreadableInspection() throws {
    try make(.read)
    let found = try FileInspection.read(path, checksums: true)
    #expect(!found.isReadable)
    #expect(found.schema == nil)
    #expect(found.tables.isEmpty)
    #expect(found.trees.map(\.name) == KeySpace.named.map(\.rawValue) + ["gadgets"])
    #expect(found.features.map(\.name) == ["gadgets"])
  }

  // MARK: - Class 3

  @Test("of class 3 is read and written as ever, and stays in the list when another catalog is written and when the file is copied")
  func ignorable() throws {
    try make(.ignorable)
    var model = SampleSchema.model
    model.version = 2
    model.entities.append(EntityModel(name: "Zebra", properties: [PropertyModel(name: "stripes", type: .int)]))
    do {
      let store = try SampleStore(
        EnvironmentRegistry.open(path: path), model: model, ordinals: SampleSchema.ordinals.merging(["Zebra": 5]) { $1 })
      try store.session.beginWrite()
      try store.insert(SampleSchema.dog, [.text("fido"), .null, .list([])])
      try store.session.commitWrite(sync: true)
      #expect(try store.contradictions() == [])
      try store.session.writeCopy(to: folder.file("copy"))
    }
    try folder.closeIdleFiles()
    for file in [path, folder.file("copy")] {
      let found = try FileInspection.read(file, checksums: true)
      #expect(found.features.map(\.name) == ["gadgets"])
      #expect(found.tables.map(\.name).contains("Zebra"))
    }
    let engine = try EnvironmentRegistry.open(path: path)
    #expect(try Catalog.read(engine)?.tables.first?.extensions == [900: [1, 2, 3]])
  }
}
