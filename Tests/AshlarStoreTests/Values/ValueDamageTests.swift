import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Damage to values of their own")
struct ValueDamageTests {
  private let folder: TemporaryFolder
  private let path: String
  private let dog = SampleSchema.dog
  private let name = [UInt8](repeating: 120, count: 900)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
    let store = try SampleStore(path: path)
    try store.session.beginWrite()
    try store.insert(dog, [.bytes(name), .null, .list([])])
    try store.insert(dog, [.text("rex"), .null, .list([.bytes([UInt8](repeating: 65, count: 6000))])])
    try store.session.commitWrite(sync: false)
  }

  private func stored(_ number: UInt64, _ engine: any StorageEngine) throws -> [UInt8] {
    let snapshot = try engine.snapshot()
    return try withExtendedLifetime(snapshot) { Array(try #require(try snapshot.value(.values, integer: number))) }
  }

  private func change(_ number: UInt64, _ body: (inout [UInt8]) -> Void) throws -> SampleStore {
    let engine = try EnvironmentRegistry.open(path: path)
    var bytes = try stored(number, engine)
    body(&bytes)
    try engine.commit(sync: false) { writer in
      try bytes.withUnsafeBytes { try bytes.isEmpty ? writer.remove(.values, integer: number) : writer.put(.values, integer: number, $0) }
    }
    return try SampleStore(engine)
  }

  private func detail(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      guard case .damaged(path, let detail)? = error as? StoreError else { return "\(error)" }
      return detail
    }
  }

  private func picture(_ store: SampleStore) throws {
    let row = try #require(try store.session.locate(dog, 0))
    _ = try store.session.bytes(at: row.base + row.columns[0].offset + row.slot * Slot.size, in: row.base)
  }

  @Test("a changed bit anywhere in a value is an error when it is read, and is found by the walk that looks at all bytes")
  func bits() throws {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<60 {
      let place = Int.random(in: 0..<908, using: &random)
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      let store = try change(1) { $0[place] ^= bit }
      #expect(detail { try picture(store) } == "value 1 does not match its checksum")
      #expect(detail { _ = try FileInspection.read(path, checksums: true) } != nil)
      _ = try change(1) { $0[place] ^= bit }
    }
    #expect(detail { try picture(SampleStore(path: path)) } == nil)
    #expect(detail { _ = try FileInspection.read(path, checksums: true) } == nil)
    _ = try change(2) { $0[5000] ^= 1 }
    #expect(detail { _ = try FileInspection.read(path, checksums: true) } == "value 2 does not match its checksum")
  }

  @Test("a lost value, one too many and another one under its number are found", .enabled(if: Sealing.isOptional))
  func entries() throws {
    let bytes = try stored(1, EnvironmentRegistry.open(path: path))
    let damaged = "the entries of 'values' do not match their checksum"
    let store = try change(1) { $0 = [] }
    #expect(detail { try picture(store) } == "value 1 is missing")
    #expect(detail { try StructureWalk.check(path) } == damaged)
    #expect(detail { _ = try FileInspection.read(path) } == damaged)
    let engine = try EnvironmentRegistry.open(path: path)
    try engine.commit(sync: false) { writer in try bytes.withUnsafeBytes { try writer.put(.values, integer: 1, $0) } }
    try StructureWalk.check(path)
    try engine.commit(sync: false) { writer in try bytes.withUnsafeBytes { try writer.put(.values, integer: 9, $0) } }
    #expect(detail { try StructureWalk.check(path) } == damaged)
    // A value that is whole, but not this one.
    let other = UnsafeMutableRawPointer.allocate(byteCount: 20, alignment: 8)
    defer { other.deallocate() }
    var entry = BlockWriter(other, size: 20, "a value")
    StoredValues.begin(&entry)
    [UInt8](repeating: 1, count: 12).withUnsafeBytes { entry.append($0) }
    _ = StoredValues.seal(&entry, 1)
    let shorter = try change(1) { $0 = Array(UnsafeRawBufferPointer(start: other, count: 20)) }
    #expect(detail { try picture(shorter) } == "value 1 has 12 bytes instead of 900")
  }

  @Test("a commit that needs a damaged value throws, and the data is unchanged")
  func commits() throws {
    let store = try change(1) { $0[500] ^= 4 }
    let before = store.session.version
    // Its hash is needed to take the key out of the index.
    try store.session.beginWrite()
    try store.session.delete(dog, 0)
    #expect(detail { try store.session.commitWrite(sync: false) } == "value 1 does not match its checksum")
    #expect(!store.session.isWriting)
    #expect(store.session.version == before)
    #expect(store.session.count(dog) == 2)
    // What does not need it goes on.
    try store.session.beginWrite()
    try store.set(dog, 1, 0, .text("max"))
    try store.session.commitWrite(sync: false)
    #expect(store.session.version == before + 1)
  }
}
