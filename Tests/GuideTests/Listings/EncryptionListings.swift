import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: encryption")
struct EncryptionListings {
  private let file: TemporaryFile
  private var folder: URL { file.url.deletingLastPathComponent() }

  init() throws { file = try TemporaryFile() }

  private func makeKey(_ name: String) throws -> (file: URL, key: Data) {
    let url = folder.appendingPathComponent(name)
    let bytes = (0..<64).map { _ in UInt8.random(in: 0...255) }
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try Data("\(digits)\n".utf8).write(to: url)
    return (url, Data(bytes))
  }

  private func titles(_ configuration: Realm.Configuration) throws -> [String] {
    try Realm(configuration: configuration).objects(Novel.self).map(\.title)
  }

  @Test("a file is created with the key in a file, copied with another key, and gets a third one")
  func keys() throws {
    let (keyFile, key) = try makeKey("shop.key")
    let (_, backupKey) = try makeKey("backup.key")
    let (_, newKey) = try makeKey("new.key")
    let (url, backup) = (file.url, folder.appendingPathComponent("backup.realm"))
    var last: Realm.Configuration
    do {
      // listing: open
      var configuration = Realm.Configuration(fileURL: url, objectTypes: BookshopSchema.objectTypes)
      configuration.encryptionKey = try Realm.encryptionKey(contentsOf: keyFile)
      let realm = try Realm(configuration: configuration)
      // end
      #expect(configuration.encryptionKey == key)
      try realm.write { _ = realm.create(Novel.self, value: ["isbn": "1", "title": "Solaris"]) }
      // listing: copy
      try realm.writeCopy(toFile: backup, encryptionKey: backupKey)
      // end
      last = configuration
    }
    let copied = Realm.Configuration(fileURL: backup, encryptionKey: backupKey, objectTypes: BookshopSchema.objectTypes)
    #expect(try titles(copied) == ["Solaris"])
    last = try changed(last, newKey)
    #expect(last.encryptionKey == newKey)
    #expect(try titles(last) == ["Solaris"])
  }

  private func changed(_ former: Realm.Configuration, _ newKey: Data) throws -> Realm.Configuration {
    var configuration = former
    // listing: change
    try Realm.changeEncryptionKey(for: configuration, to: newKey)
    configuration.encryptionKey = newKey
    // end
    return configuration
  }
}
