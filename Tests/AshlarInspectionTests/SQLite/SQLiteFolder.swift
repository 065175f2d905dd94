import Ashlar
import AshlarCompiler
import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import AshlarSQLite

/// A temporary folder for databases that are drafted and imported.
struct SQLiteFolder {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func file(_ name: String) -> String { folder.file(name) }

  /// Creates a database.
  @discardableResult func database(_ name: String, _ statements: [String]) throws -> SQLiteDatabase {
    try Data().write(to: URL(fileURLWithPath: file(name)))
    let database = try SQLiteDatabase(file(name), .writing, named: name)
    for statement in statements { try database.execute(statement) }
    return database
  }

  func compile(_ yaml: String) throws -> SchemaModel {
    let result = SchemaCompiler(needsName: false).check([SourceFile(path: "draft.yaml", bytes: Array(yaml.utf8))])
    let messages = result.diagnostics.map { "\($0)" }
    return try #require(result.schema?.model, "\(messages)\n\(yaml)")
  }

  /// Returns an empty file with the types of a schema, or the file that an earlier call has made.
  func realm(_ file: String, _ schema: SchemaModel) throws -> Realm {
    try Realm(storedTypesAt: self.file(file), readOnly: false, creating: schema)
  }

  /// Stores all rows in one transaction.
  @discardableResult func load(
    _ name: String, _ schema: SchemaModel, to file: String, danglingIsNil: Bool = false
  ) throws -> (realm: Realm, summary: SQLiteImport.Summary) {
    let realm = try realm(file, schema)
    let store = SQLiteImport(self.file(name), dates: nil, danglingIsNil: danglingIsNil)
    return (realm, try store.store(in: realm, schema: schema) { _, _, _ in })
  }
}
