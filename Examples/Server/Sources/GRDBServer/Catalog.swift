import GRDB
import PackageBody

struct Catalog: Sendable {
  let pool: DatabasePool

  func package(_ name: String) async throws -> PackageBody? {
    try await pool.read { database in try PackageBody.find(name, in: database) }
  }

  func store(_ body: PackageBody) async throws {
    try await pool.write { database in try body.store(in: database) }
  }

  func change(_ name: String, _ change: PackageChange) async throws -> PackageBody? {
    try await pool.write { database in
      let update = try database.cachedStatement(sql: "UPDATE package SET installedSize = ? WHERE name = ?")
      try update.execute(arguments: [change.installedSize, name])
      return try PackageBody.find(name, in: database)
    }
  }

  func prepare(_ count: Int) async throws {
    try await pool.write { database in
      if try database.tableExists("package") { return }
      try database.execute(
        sql: """
          CREATE TABLE package (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, isInstalled BOOLEAN NOT NULL, summary TEXT NOT NULL,
            architecture TEXT NOT NULL, installedSize INTEGER NOT NULL, maintainer INTEGER REFERENCES maintainer(id));
          CREATE TABLE maintainer (id INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE);
          CREATE TABLE dependency (
            package INTEGER NOT NULL, position INTEGER NOT NULL, target INTEGER NOT NULL, PRIMARY KEY (package, position)) WITHOUT ROWID;
          CREATE INDEX dependent ON dependency (target);
          """)
      for number in 0..<count { try PackageBody.made(number).store(in: database) }
    }
  }
}

extension PackageBody {
  static func find(_ name: String, in database: Database) throws -> PackageBody? {
    let package = try database.cachedStatement(
      sql: """
        SELECT package.id, isInstalled, summary, architecture, installedSize, address FROM package
        LEFT JOIN maintainer ON maintainer.id = package.maintainer WHERE name = ?
        """)
    guard let row = try Row.fetchOne(package, arguments: [name]) else { return nil }
    let dependencies = try database.cachedStatement(
      sql: "SELECT name FROM dependency JOIN package ON package.id = target WHERE dependency.package = ? ORDER BY position")
    let id: Int64 = row[0]
    return PackageBody(
      name: name, isInstalled: row[1], summary: row[2], architecture: row[3], installedSize: row[4], maintainer: row[5],
      dependencies: try String.fetchAll(dependencies, arguments: [id]))
  }

  fileprivate func store(in database: Database) throws {
    var maintainerId: Int64?
    if let maintainer {
      try database.cachedStatement(sql: "INSERT OR IGNORE INTO maintainer (address) VALUES (?)").execute(arguments: [maintainer])
      maintainerId = try Int64.fetchOne(
        database.cachedStatement(sql: "SELECT id FROM maintainer WHERE address = ?"), arguments: [maintainer])
    }
    try database.cachedStatement(
      sql: """
        INSERT INTO package (name, isInstalled, summary, architecture, installedSize, maintainer) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET isInstalled = excluded.isInstalled, summary = excluded.summary,
          architecture = excluded.architecture, installedSize = excluded.installedSize, maintainer = excluded.maintainer
        """
    ).execute(arguments: [name, isInstalled, summary, architecture, installedSize, maintainerId])
    guard let id = try PackageBody.id(name, in: database) else { return }
    try database.cachedStatement(sql: "DELETE FROM dependency WHERE package = ?").execute(arguments: [id])
    for (position, name) in dependencies.enumerated() {
      try database.cachedStatement(
        sql: "INSERT OR IGNORE INTO package (name, isInstalled, summary, architecture, installedSize) VALUES (?, 0, '', '', 0)"
      ).execute(arguments: [name])
      try database.cachedStatement(sql: "INSERT INTO dependency (package, position, target) VALUES (?, ?, ?)")
        .execute(arguments: [id, position, try PackageBody.id(name, in: database)])
    }
  }

  private static func id(_ name: String, in database: Database) throws -> Int64? {
    try Int64.fetchOne(database.cachedStatement(sql: "SELECT id FROM package WHERE name = ?"), arguments: [name])
  }
}
