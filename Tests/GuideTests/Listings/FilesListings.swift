import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: files")
struct FilesListings {
  @Test("a copy is made while others write")
  func copy() throws {
    let file = try TemporaryFile()
    let backup = file.url.deletingLastPathComponent().appendingPathComponent("backup.realm")
    let realm = try Realm(configuration: .init(fileURL: file.url, objectTypes: BookshopSchema.objectTypes))
    // listing: copy
    try realm.writeCopy(toFile: backup) { done, total in
      print("\(done * 100 / max(1, total)) %")
    }
    // end
    #expect(FileManager.default.fileExists(atPath: backup.path))
  }

  @Test("a file is compacted when it is opened")
  func compaction() throws {
    let file = try TemporaryFile()
    let url = file.url
    // listing: compact
    var configuration = Realm.Configuration(fileURL: url, objectTypes: BookshopSchema.objectTypes)
    configuration.shouldCompactOnLaunch = { total, used in total > 100 << 20 && used < total / 2 }
    configuration.durability = .relaxed
    // end
    #expect(try Realm(configuration: configuration).isEmpty)
  }
}
