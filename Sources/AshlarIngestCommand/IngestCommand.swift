package import ArgumentParser
internal import AshlarCommandLine
internal import AshlarIngest
internal import AshlarSchema
internal import Foundation

/// The command `ashlar ingest`.
package struct IngestCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "ingest", abstract: "Sends the objects that wait in a database file's outbox to a PostgreSQL server.",
    discussion: """
      Each object arrives exactly once; what the server refuses for its values is quarantined with its words, and stays in the file. \
      Runs until it is interrupted, and sends the objects that programs create meanwhile; or with --once until nothing waits. The tables are those of 'ashlar sql'.

      The address is what libpq takes: a URL or name=value pairs. A password belongs into the password file (~/.pgpass), a service file \
      (--to service=weather) or PGPASSWORD, as does anything else that the address leaves out; arguments are seen by everybody on the \
      machine.

      --quarantined lists the objects that are quarantined with their values, and sends nothing. --retry lets them wait again. \
      --discard-quarantined removes them for good; it asks for their number, so that nothing is discarded that was not looked at. Without \
      --to both end after that.

      Examples:
        ashlar ingest weather.realm --to service=weather
        ashlar ingest weather.realm --to postgresql://db.example.org/weather?sslmode=verify-full --once
        ashlar ingest weather.realm --quarantined
        ashlar ingest weather.realm --to service=weather --retry --once
        ashlar ingest weather.realm --discard-quarantined 3

      Exits with 0 when all was sent or it was interrupted, 1 when something has to be mended or objects are quarantined, 2 on bad usage \
      or a missing file.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("The server.", valueName: "address"))
  var to: String?

  @Flag(help: "Send what waits, and end.")
  var once = false

  @Flag(help: "List the quarantined objects, and end.")
  var quarantined = false

  @Flag(help: "First let quarantined objects wait again.")
  var retry = false

  @Option(help: ArgumentHelp("First remove the quarantined objects, if there are this many.", valueName: "number"))
  var discardQuarantined: Int?

  package init() {}

  package func validate() throws {
    if quarantined, to != nil || once || retry || discardQuarantined != nil {
      throw ValidationError("'--quarantined' lists and does nothing else: leave the other options out.")
    }
    if retry, discardQuarantined != nil { throw ValidationError("Either '--retry' or '--discard-quarantined'.") }
    if to == nil, once { throw ValidationError("'--once' sends: say where to with '--to'.") }
    if to == nil, !quarantined, !retry, discardQuarantined == nil {
      throw ValidationError("Say where to send with '--to', or '--quarantined' to see what was set aside.")
    }
  }

  package func run() throws {
    guard FileManager.default.fileExists(atPath: file) else { throw DatabaseFailure.files("'\(file)' does not exist") }
    do {
      if quarantined { return try QuarantineListing.print(file) }
      if let discardQuarantined { try discard(discardQuarantined) }
      if retry { printOutput("\(counted(try IngestRunner.retryQuarantined(in: file), "quarantined object", "waits", "wait")) again.\n") }
      if let to { try send(to) }
    } catch let failure as DatabaseFailure {
      throw failure
    } catch {
      throw DatabaseFailure.failed("\(error)")
    }
  }

  private func discard(_ expected: Int) throws {
    let ids = try IngestRunner.quarantined(in: file, limit: nil).map(\.id)
    guard ids.count == expected else {
      throw DatabaseFailure.failed(
        "\(counted(ids.count, "object")) quarantined, not \(expected); nothing was discarded. Look at them with '--quarantined' first.")
    }
    printOutput("\(counted(try IngestRunner.discardQuarantined(ids, in: file), "object", "was", "were")) discarded.\n")
  }

  private func send(_ server: String) throws {
    if try !IngestRunner.hasOutbox(file) {
      printProgress(
        "'\(PrintableText.escaped(file))' has no asymmetric types, so no objects wait in it. Only a program whose schema has asymmetric types "
          + "creates such objects.\n")
    }
    let progress = IngestProgress(file: once ? nil : file)
    let runner = IngestRunner(file: file, server: server) { progress.add($0) }
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
      throw error
    }
    progress.end()
    let left = try IngestRunner.quarantinedCounts(in: file)
    printOutput(IngestProgress.summary(figures, seconds: progress.seconds, quarantined: left))
    let count = left.reduce(0) { $0 + $1.count }
    if count > 0 { throw DatabaseFailure.failed("\(counted(count, "object")) quarantined") }
  }
}

/// Returns a count with its noun and verb, such as "1 object is" or "2 objects are".
func counted(_ count: Int, _ noun: String, _ one: String = "is", _ many: String = "are") -> String {
  "\(count) \(noun)\(count == 1 ? " \(one)" : "s \(many)")"
}
