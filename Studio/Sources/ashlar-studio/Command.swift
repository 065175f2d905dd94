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
      let studio = try Studio(
        StudioOptions(file: arguments.file, mayWrite: arguments.mayWrite, token: arguments.token, address: arguments.address))
      try await StudioService.run(studio, port: arguments.port) { [opens = arguments.opens] link in
        FileHandle.standardOutput.write(Data("\(link)\n".utf8))
        if opens { browser.show(studio.linkFromFile) }
      }
      browser.close()
    } catch {
      browser.close()
      fail("\(error)", status: 1)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("ashlar-studio: \(message)\n".utf8))
    exit(status)
  }
}
