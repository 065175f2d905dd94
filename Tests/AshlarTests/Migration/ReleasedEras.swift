import AshlarSchema
import Foundation
import TestSupport

@testable import Ashlar

/// A release of a sample schema, as its history keeps it.
func releasedSchema(_ name: String, _ version: UInt64) -> _LinkedSchema {
  do {
    let file = Repository.folder.appending(path: "Schemas/\(name)/History/\(version).ashlarbin")
    return _LinkedSchema(try DescriptorReader.read(Array(Data(contentsOf: file))))
  } catch {
    fatalError("\(error)")
  }
}

enum FirstClub {
  static let schema = releasedSchema("Club", 1)
  enum Player: EraType { static let entity = schema.entity("Player", Era<Player>.self) }
  enum PostalAddress: EraType { static let entity = schema.entity("PostalAddress", EmbeddedEra<PostalAddress>.self) }
  static let types: [ObjectBase.Type] = [Era<Player>.self, EmbeddedEra<PostalAddress>.self]
}

enum SecondClub {
  static let schema = releasedSchema("Club", 2)
  enum Player: EraType { static let entity = schema.entity("Player", Era<Player>.self) }
  enum PostalAddress: EraType { static let entity = schema.entity("PostalAddress", EmbeddedEra<PostalAddress>.self) }
  static let types: [ObjectBase.Type] = [Era<Player>.self, EmbeddedEra<PostalAddress>.self]
}

enum FirstLedger {
  static let schema = releasedSchema("Ledger", 1)
  enum Entry: EraType { static let entity = schema.entity("LedgerEntry", Era<Entry>.self) }
  enum Part: EraType { static let entity = schema.entity("LedgerPart", EmbeddedEra<Part>.self) }
  static let types: [ObjectBase.Type] = [Era<Entry>.self, EmbeddedEra<Part>.self]
}
