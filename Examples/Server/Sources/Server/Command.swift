import Ashlar
import Foundation
import Hummingbird
import PackageBody

/// Serves a catalog of packages. On SIGINT or SIGTERM, it finishes the requests that it has accepted and closes the file.
@main struct Command {
  static func main() async throws {
    guard let arguments = Arguments(CommandLine.arguments) else {
      FileHandle.standardError.write(Data(Arguments.usage.utf8))
      exit(2)
    }
    try await serve(arguments)
  }

  // After it has returned, nothing refers to the pool, so the file is closed when the process ends.
  private static func serve(_ arguments: Arguments) async throws {
    let configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: arguments.file), objectTypes: ServerSchema.objectTypes)
    // Uses another pool, so that the log of the server's pool concerns requests only.
    try await Catalog(pool: try RealmPool(configuration)).fill(arguments.packages)
    let catalog = Catalog(pool: try RealmPool(configuration))
    let application = Application(
      router: router(catalog), configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: arguments.port)))
    try await application.runService()
  }

  static func router(_ catalog: Catalog) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("/packages/:name") { _, context in
      guard let found = try catalog.package(try context.parameters.require("name")) else { throw HTTPError(.notFound) }
      return found
    }
    router.get("/packages/:name/dependents") { _, context in
      guard let found = try catalog.dependents(of: try context.parameters.require("name")) else { throw HTTPError(.notFound) }
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
