internal import AshlarStore

/// The command line of `ashlar-studio`.
struct Arguments {
  /// A command line that is not valid.
  struct Failure: Error {
    let message: String
  }

  var file = ""
  var mayWrite = false
  var opens = false
  var address: String?
  var token: String?
  var port = 0
  /// The place that contains the key of the file; nil if a page sends the key of an encrypted file.
  var key: KeySource?

  static let usage = """
    usage: ashlar-studio FILE [--write] [--open] [--port PORT] [--token TOKEN] [--listen ADDRESS]
                         [--key-file FILE | --key-env NAME]

      FILE              a database file
      --write           permit changes; otherwise no request can write
      --open            open the address in a browser
      --port PORT       the port to listen on; by default any that is free
      --token TOKEN     a token of 16 to 200 letters and digits, valid any number of times; by default a random one, valid once
      --listen ADDRESS  the address to listen on instead of the loopback interface; requires --token, because whoever has the token
                        can read the file, and the connection is not encrypted
      --key-file FILE   the file with the key of an encrypted file, 64 bytes or 128 hexadecimal digits; '-' is standard input
      --key-env NAME    the environment variable with the key; other processes of the user can read the environment.
                        Without both options, the page has a form for the key of an encrypted file

    """

  init(_ words: [String]) throws(Failure) {
    var rest = words[...]
    func value(_ option: String) throws(Failure) -> String {
      guard let value = rest.popFirst() else { throw Failure(message: "\(option) requires a value") }
      return value
    }
    var files: [String] = []
    while let word = rest.popFirst() {
      switch word {
      case "--write": mayWrite = true
      case "--open": opens = true
      case "--port":
        guard let number = Int(try value(word)), (0...65_535).contains(number) else {
          throw Failure(message: "--port requires a number from 0 to 65535")
        }
        port = number
      case "--token": token = try value(word)
      case "--key-file":
        let path = try value(word)
        try setKey(path == "-" ? .standardInput : .file(path))
      case "--key-env": try setKey(.environment(try value(word)))
      case "--listen": address = try value(word)
      case _ where word.hasPrefix("--"): throw Failure(message: "there is no option '\(word)'")
      default: files.append(word)
      }
    }
    guard files.count == 1 else { throw Failure(message: files.isEmpty ? "FILE is missing" : "name one file") }
    file = files[0]
    try check()
  }

  private mutating func setKey(_ source: KeySource) throws(Failure) {
    if key != nil { throw Failure(message: "specify one of --key-file and --key-env") }
    key = source
  }

  private func check() throws(Failure) {
    if let token {
      let isPlain = token.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) }
      guard isPlain, (16...200).contains(token.utf8.count) else {
        throw Failure(message: "--token requires 16 to 200 letters and digits")
      }
    }
    guard let address else { return }
    if token == nil { throw Failure(message: "--listen requires --token") }
    // The host of each request must be the address, and requests cannot name these.
    if address.isEmpty || address == "0.0.0.0" || address == "::" {
      throw Failure(message: "--listen requires one address of this machine, not '\(address)'")
    }
  }
}
