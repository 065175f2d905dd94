import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: opening a Realm")
struct OpeningListings {
  @Test("a file is made, and opened again")
  func file() throws {
    let file = try TemporaryFile()
    let url = file.url
    // listing: open
    let configuration = Realm.Configuration(fileURL: url, objectTypes: BookshopSchema.objectTypes)
    let realm = try Realm(configuration: configuration)
    // end
    #expect(try Realm(configuration: configuration) == realm)
  }

  @Test("a file that cannot be opened says why")
  func failure() throws {
    let file = try TemporaryFile()
    let url = file.url
    try Data("no database".utf8).write(to: url)
    var messages: [String] = []
    func show(_ message: String) { messages.append(message) }
    // listing: failure
    do {
      _ = try Realm(configuration: .init(fileURL: url, objectTypes: BookshopSchema.objectTypes))
    } catch let error as Realm.Error where error.code == .invalidDatabase {
      show("\(url.lastPathComponent) is not a database, or is damaged: \(error)")
    }
    // end
    #expect(messages.count == 1)
  }

  @Test("the default configuration serves Realm()")
  func defaults() throws {
    let saved = Realm.Configuration.defaultConfiguration
    defer { Realm.Configuration.defaultConfiguration = saved }
    let file = try TemporaryFile()
    let url = file.url
    // listing: default
    Realm.Configuration.defaultConfiguration = .init(fileURL: url, objectTypes: BookshopSchema.objectTypes)
    let realm = try Realm()
    // end
    #expect(realm.isEmpty)
  }
}
