package import ArgumentParser
internal import AshlarCommandLine
internal import AshlarIngest
internal import Foundation

/// `ashlar ingest`.
package struct IngestCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "ingest", abstract: "Sends the objects that wait in a database file's outbox to a PostgreSQL server.",
    discussion: """
      Each object arrives exactly once; what the server refuses for its values is quarantined with its words, and stays in the file. \
      Runs until it is interrupted, or with --once until nothing waits. The tables are those of 'ashlar sql'.

      The address is what libpq takes: a URL or name=value pairs. A password belongs into the password file (~/.pgpass), a service file \
      (--to service=weather) or PGPASSWORD, as does anything else that the address leaves out; arguments are seen by everybody on the \
      machine.

      Examples:
        ashlar ingest weather.realm --to service=weather
        ashlar ingest weather.realm --to postgresql://db.example.org/weather?sslmode=verify-full --once
        ashlar ingest weather.realm --to service=weather --retry --once

      Exits with 0 when all was sent or it was interrupted, 1 when something has to be mended or objects are quarantined, 2 on bad usage \
      or a missing file.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("The server.", valueName: "address"))
  var to: String

  @Flag(help: "Send what waits, and end.")
  var once = false

  @Flag(help: "First let quarantined objects wait again.")
  var retry = false

  package init() {}

  package func run() throws {
    guard FileManager.default.fileExists(atPath: file) else { throw DatabaseFailure.files("'\(file)' does not exist") }
    let progress = IngestProgress()
    let runner = IngestRunner(file: file, server: to) { progress.add($0) }
    let signals = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { runner.stop() }
      source.resume()
      return source
    }
    defer { withExtendedLifetime(signals) {} }
    do {
      if retry { printOutput("\(try runner.retryQuarantined()) quarantined objects wait again.\n") }
      let figures = try runner.run(isEndless: !once)
      progress.end()
      let left = try runner.quarantined()
      printOutput(IngestProgress.summary(figures, seconds: progress.seconds, quarantined: left))
      if !left.isEmpty { throw DatabaseFailure.failed("\(left.count) objects are quarantined") }
    } catch let failure as DatabaseFailure {
      throw failure
    } catch is CancellationError {
      progress.end()
      printOutput("Interrupted.\n")
    } catch {
      progress.end()
      throw DatabaseFailure.failed("\(error)")
    }
  }
}
