import Ashlar
import Foundation
import People

// A program that does not link `AshlarEncryption`. It performs one operation with a key, or without one, and prints what happens:
//   WithoutEncryption open|plain|copy|change|limit PATH
let (operation, path) = (CommandLine.arguments[1], CommandLine.arguments[2])
let key = Data(repeating: 7, count: 64)
var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path), objectTypes: PeopleSchema.objectTypes)
do {
  switch operation {
  case "open":
    configuration.encryptionKey = key
    _ = try Realm(configuration: configuration)
  case "plain": _ = try Realm(configuration: configuration)
  case "copy": try Realm(configuration: configuration).writeCopy(toFile: URL(fileURLWithPath: path + ".copy"), encryptionKey: key)
  case "change": try Realm.changeEncryptionKey(for: configuration, to: key)
  case "limit":
    Realm.encryptionCacheLimit = 1 << 20
    guard Realm.encryptionCacheLimit == 1 << 20 else { fatalError("the limit is \(Realm.encryptionCacheLimit)") }
  default: fatalError("there is no operation '\(operation)'")
  }
  print("done")
} catch let error as Realm.Error {
  print("\(error.code): \(error.localizedDescription)")
}
