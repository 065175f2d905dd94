internal import AshlarInspection
internal import AshlarStore
internal import Foundation
internal import StudioServer

/// Serves a file to browsers until the process receives SIGINT or SIGTERM.
@main struct Command {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.contains("--help") || words.contains("-h") {
      FileHandle.standardOutput.write(Data(Arguments.usage.utf8))
      exit(0)
    }
    let arguments: Arguments
    do throws(Arguments.Failure) { arguments = try Arguments(words) } catch {
      fail("\(error.message)\n\(Arguments.usage)", status: 2)
    }
    let browser = Browser()
    do {
      var options = StudioOptions(
        file: arguments.file, mayWrite: arguments.mayWrite, token: arguments.token, address: arguments.address)
      if let warning = arguments.key?.warning { tell("warning: \(warning)") }
      options.key = try arguments.key?.read()
      let studio = try Studio(options)
      try await StudioService.run(studio, port: arguments.port) { [opens = arguments.opens] link in
        FileHandle.standardOutput.write(Data("\(link)\n".utf8))
        if opens { browser.show(studio.linkFromFile) }
      }
      browser.close()
    } catch {
      browser.close()
      let isOfKey = error is KeyFault || (error as? ViewFailure)?.kind == .key
      fail("\(error)", status: isOfKey ? 2 : 1)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    tell(message)
    exit(status)
  }

  private static func tell(_ message: String) { FileHandle.standardError.write(Data("ashlar-studio: \(message)\n".utf8)) }
}
