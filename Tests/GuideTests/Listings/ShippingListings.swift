import Ashlar
import Bookshop
import Foundation
import Testing

// listing: place
/// Returns the configuration of the shop, whose file is in the folder that `SHOP_DATA` names.
func shopConfiguration(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws -> Realm.Configuration {
  let folder = URL(fileURLWithPath: environment["SHOP_DATA"] ?? "/var/lib/shop")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return Realm.Configuration(fileURL: folder.appendingPathComponent("shop.realm"), objectTypes: BookshopSchema.objectTypes)
}
// end

@Suite("Guide: shipping")
struct ShippingListings {
  @Test("the folder of the file comes from the environment, and is created")
  func place() throws {
    let file = try TemporaryFile()
    let folder = file.url.deletingLastPathComponent().appendingPathComponent("data")
    let realm = try Realm(configuration: shopConfiguration(["SHOP_DATA": folder.path]))
    #expect(realm.isEmpty)
    #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("shop.realm").path))
  }
}
