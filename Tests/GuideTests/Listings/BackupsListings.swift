import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: backups")
struct BackupsListings {
  private let file: TemporaryFile
  private let configuration: Realm.Configuration

  init() throws {
    file = try TemporaryFile()
    configuration = Realm.Configuration(fileURL: file.url, objectTypes: BookshopSchema.objectTypes)
  }

  // listing: backup
  /// Copies the newest version of the shop to a new file in a folder.
  func backUp(to folder: URL) throws -> URL {
    let copy = folder.appendingPathComponent("shop-\(Int(Date().timeIntervalSince1970)).realm")
    try Realm(configuration: configuration).writeCopy(toFile: copy)
    return copy
  }
  // end

  // listing: restore
  /// Replaces the shop's file, whose Realms are closed, with a copy.
  func restore(_ copy: URL) throws {
    guard let url = configuration.fileURL else { return }
    let incoming = url.appendingPathExtension("incoming")
    try FileManager.default.copyItem(at: copy, to: incoming)
    try Realm.deleteFiles(for: configuration)
    try FileManager.default.moveItem(at: incoming, to: url)
  }
  // end

  private func add(_ isbn: String) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { _ = realm.create(Novel.self, value: ["isbn": isbn, "title": "Novel \(isbn)"]) }
  }

  private func count() throws -> Int { try Realm(configuration: configuration).objects(Novel.self).count }

  @Test("a copy is checked, and restored in place of a newer file")
  func backup() throws {
    try add("1")
    let copy = try backUp(to: file.url.deletingLastPathComponent())
    try add("2")
    // listing: check
    var reading = Realm.Configuration(fileURL: copy, readOnly: true, objectTypes: BookshopSchema.objectTypes)
    reading.schemaVersion = try schemaVersionAtURL(copy)
    let novels = try Realm(configuration: reading).objects(Novel.self).count
    // end
    #expect(novels == 1)
    #expect(try count() == 2)
    try restore(copy)
    #expect(try count() == 1)
    try add("3")
    #expect(try count() == 2)
  }

  @Test("a file that is open is not replaced")
  func open() throws {
    try add("1")
    let copy = try backUp(to: file.url.deletingLastPathComponent())
    let realm = try Realm(configuration: configuration)
    #expect(throws: Realm.Error(.alreadyOpen)) { try restore(copy) }
    #expect(realm.objects(Novel.self).count == 1)
  }

  @Test("a file is compacted when more than half of it is free")
  func compaction() throws {
    try add("1")
    // listing: compact
    var compacting = configuration
    compacting.shouldCompactOnLaunch = { total, used in total > 100 << 20 && used < total / 2 }
    let realm = try Realm(configuration: compacting)
    // end
    #expect(realm.objects(Novel.self).count == 1)
  }
}
