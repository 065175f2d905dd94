package import ArgumentParser
internal import AshlarCommandLine
internal import AshlarIngest
internal import AshlarSchema
internal import AshlarStore
internal import Foundation

/// The command `ashlar ingest`.
package struct IngestCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "ingest", abstract: "Sends the objects in a database file's outbox to a PostgreSQL server.",
    discussion: """
      The server stores each object exactly once. If it rejects an object because of its values, the object is quarantined with the \
      server's message, and remains in the file. The command also sends the objects that programs create meanwhile, until it is \
      interrupted; with --once, it ends when all objects in the outbox have been sent. 'ashlar sql' prints the tables.

      The address is a connection string of libpq: a URL or name=value pairs. Store the password in the password file (~/.pgpass), a \
      service file (--to service=weather) or PGPASSWORD: all users of the machine can see the arguments of a process.

      --quarantined lists the quarantined objects with their values, and sends nothing. --retry returns them to the outbox. \
      --discard-quarantined removes them permanently; it requires their number, so that no object is discarded that has not been listed. \
      Without --to, the command then ends. The objects of an encrypted file are sent as the server stores them: the connection string \
      determines whether TLS is used. For such a file, the command prints no messages of the server once it has connected, because they may \
      contain values; --quarantined lists those of the quarantined objects.

      Examples:
        ashlar ingest weather.realm --to service=weather
        ashlar ingest weather.realm --to postgresql://db.example.org/weather?sslmode=verify-full --once
        ashlar ingest weather.realm --quarantined
        ashlar ingest weather.realm --to service=weather --retry --once
        ashlar ingest weather.realm --discard-quarantined 3
        ashlar ingest weather.realm --to service=weather --key-file weather.key

      Exits with 0 if all objects were sent or the command was interrupted, 1 if an error has to be corrected or objects are quarantined, \
      2 if the arguments are not valid, or if the file or its key is missing or wrong.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("The connection string of the server.", valueName: "address"))
  var to: String?

  @Flag(help: "Send the objects in the outbox, and end.")
  var once = false

  @Flag(help: "List the quarantined objects, and end.")
  var quarantined = false

  @Flag(help: "First return the quarantined objects to the outbox.")
  var retry = false

  @Option(help: ArgumentHelp("First remove the quarantined objects, if this is their number.", valueName: "number"))
  var discardQuarantined: Int?

  @OptionGroup
  var key: KeyOptions

  package init() {}

  package func validate() throws {
    if quarantined, to != nil || once || retry || discardQuarantined != nil {
      throw ValidationError("'--quarantined' only lists objects: omit the other options.")
    }
    if retry, discardQuarantined != nil { throw ValidationError("Specify either '--retry' or '--discard-quarantined'.") }
    if to == nil, once { throw ValidationError("'--once' sends objects: specify the server with '--to'.") }
    if to == nil, !quarantined, !retry, discardQuarantined == nil {
      throw ValidationError("Specify the server with '--to', or list the quarantined objects with '--quarantined'.")
    }
  }

  package func run() throws {
    guard FileManager.default.fileExists(atPath: file) else { throw DatabaseFailure.files("'\(file)' does not exist") }
    let key = try key.key()
    let outbox = OutboxFile(file, key: key)
    do {
      if quarantined { return try QuarantineListing.print(outbox) }
      if let discardQuarantined { try discard(discardQuarantined, outbox) }
      if retry {
        let count = try IngestRunner.retryQuarantined(in: outbox)
        printOutput("\(counted(count, "quarantined object", "was", "were")) returned to the outbox.\n")
      }
      if let to { try send(to, outbox, hidesReasons: key != nil) }
    } catch let failure as DatabaseFailure {
      throw failure
    } catch let error as StoreError {
      throw DatabaseFailure(error)
    } catch {
      throw DatabaseFailure.failed("\(error)")
    }
  }

  private func discard(_ expected: Int, _ outbox: OutboxFile) throws {
    let ids = try IngestRunner.quarantined(in: outbox, limit: nil).map(\.id)
    guard ids.count == expected else {
      throw DatabaseFailure.failed(
        "\(counted(ids.count, "object")) quarantined, not \(expected); nothing was discarded. List them with '--quarantined' first.")
    }
    printOutput("\(counted(try IngestRunner.discardQuarantined(ids, in: outbox), "object", "was", "were")) discarded.\n")
  }

  private func send(_ server: String, _ outbox: OutboxFile, hidesReasons: Bool) throws {
    if try !IngestRunner.hasOutbox(outbox) {
      printProgress(
        "'\(PrintableText.escaped(file))' has no asymmetric types, so its outbox is empty. Only a program whose schema has asymmetric "
          + "types creates objects in it.\n")
    }
    let progress = IngestProgress(file: once ? nil : file, hidesReasons: hidesReasons)
    let runner = IngestRunner(file: outbox, server: server) { progress.add($0) }
    let signals = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { runner.stop() }
      source.resume()
      return source
    }
    defer { withExtendedLifetime(signals) {} }
    defer { progress.end() }
    let figures: Ingest.Figures
    do {
      figures = try runner.run(isEndless: !once)
    } catch is CancellationError {
      progress.end()
      return printOutput("Interrupted. \(progress.figures)\n")
    } catch {
      progress.end()
      // The totals of the sent objects are printed after an error as well.
      if progress.hasSent { printOutput(progress.figures + "\n") }
      if error is Ingest.Failure, progress.hidesReason {
        throw DatabaseFailure.failed("not all objects were sent: \(Ingest.Event.reasonLeftOut)")
      }
      throw error
    }
    progress.end()
    let all = try IngestRunner.quarantinedCounts(in: outbox)
    let left = hidesReasons ? IngestProgress.withoutReasons(all) : all
    printOutput(IngestProgress.summary(figures, seconds: progress.seconds, quarantined: left))
    let count = left.reduce(0) { $0 + $1.count }
    if count > 0 { throw DatabaseFailure.failed("\(counted(count, "object")) quarantined") }
  }
}

/// Returns a count with its noun and verb, such as "1 object is" or "2 objects are".
func counted(_ count: Int, _ noun: String, _ one: String = "is", _ many: String = "are") -> String {
  "\(count) \(noun)\(count == 1 ? " \(one)" : "s \(many)")"
}
