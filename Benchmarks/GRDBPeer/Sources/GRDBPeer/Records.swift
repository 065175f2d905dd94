import Foundation
import GRDB

/// Ten columns, as `Record` of Ashlar's client.
struct Person: Codable, FetchableRecord, PersistableRecord {
  var id: Int
  var name: String
  var email: String
  var note: String?
  var age: Int
  var score: Double
  var active: Bool
  var city: String
  var visits: Int
  var rating: Double
}

/// A document with its nodes as JSON in one column, which is what GRDB makes of nested values.
struct Document: Codable, FetchableRecord, PersistableRecord {
  struct Node: Codable {
    var name: String
    var kind: String
    var x: Double
    var y: Double
    var count: Int
    var tags: [String]
    var inner: Part
  }

  struct Part: Codable {
    var label: String
    var size: Int
  }

  var id: Int
  var title: String
  var nodes: [Node]
}

/// A row of the large table.
struct Item: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "item"

  var id: Int
  var name: String
  var score: Double
  var count: Int
  var category: String
}

/// A row with a UUID as its key.
struct Device: Codable, FetchableRecord, PersistableRecord {
  var id: UUID
  var count: Int
}
