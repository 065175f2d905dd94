import Foundation
import GRDB
import Hummingbird
import PackageBody

/// The same server with GRDB's `DatabasePool`, in the synchronous mode in which a commit waits for the disk, as with Ashlar.
@main struct Command {
  static func main() async throws {
    guard let arguments = Arguments(CommandLine.arguments) else {
      FileHandle.standardError.write(Data(Arguments.usage.utf8))
      exit(2)
    }
    let pool = try DatabasePool(path: arguments.file)
    // `DatabasePool` sets another mode when it opens the file.
    try await pool.writeWithoutTransaction { database in try database.execute(sql: "PRAGMA synchronous = FULL") }
    let catalog = Catalog(pool: pool)
    try await catalog.prepare(arguments.packages)
    let application = Application(
      router: router(catalog), configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: arguments.port)))
    try await application.runService()
  }

  static func router(_ catalog: Catalog) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("/packages/:name") { _, context in
      guard let found = try await catalog.package(try context.parameters.require("name")) else { throw HTTPError(.notFound) }
      return found
    }
    router.put("/packages/:name") { request, context in
      let body = try await request.decode(as: PackageBody.self, context: context)
      guard body.name == context.parameters.get("name") else { throw HTTPError(.badRequest, message: "The body names another package.") }
      try await catalog.store(body)
      return body
    }
    router.patch("/packages/:name") { request, context in
      let change = try await request.decode(as: PackageChange.self, context: context)
      guard let changed = try await catalog.change(try context.parameters.require("name"), change) else { throw HTTPError(.notFound) }
      return changed
    }
    return router
  }
}
