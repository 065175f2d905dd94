import Foundation

/// A mistake on the command line.
enum OptionError: Error, CustomStringConvertible {
  case unknown(String)
  case missingValue(String)
  case notPositive(option: String, value: String)

  var description: String {
    switch self {
    case .unknown(let option): "unknown option '\(option)'"
    case .missingValue(let option): "\(option) needs a value"
    case .notPositive(let option, let value): "\(option) needs a number above 0, not '\(value)'"
    }
  }
}

/// The options of the command line.
struct Options {
  /// The status file; nil: the machine's, or the sample.
  var status: URL?
  /// Where the objects are kept; nil: the default place.
  var database: URL?
  /// The package whose dependents are wanted; nil: the most depended-on.
  var needs: String?
  /// A condition in text.
  var matching = "isInstalled == true AND summary CONTAINS[c] 'library' AND ANY dependencies.name BEGINSWITH 'libc'"
  /// Packages a transaction.
  var batch = 100
  /// Milliseconds to wait between two transactions.
  var pause = 0
  /// Whether to show what others import instead of importing.
  var watches = false
  var wantsHelp = false

  /// `--slow MILLISECONDS` is left out: it serves the test that kills the program while it imports.
  static let help = """
    usage: PackageCatalog [--status FILE] [--database FILE] [--needs NAME] [--matching CONDITION] [--batch N]
           PackageCatalog --watch [--database FILE]

      --status FILE    the dpkg status file (default: \(Places.machineStatus), else a small sample)
      --database FILE  where the catalog is kept (default: \(Places.database.path))
      --needs NAME     list everything that needs this package (default: the most depended-on)
      --matching TEXT  list the packages for which a condition in text holds
      --batch N        packages a transaction (default: 100)
      --watch          import nothing: show the most depended-on packages as other processes import them
      --help           this text
    """

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    while let option = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else { throw OptionError.missingValue(option) }
        return value
      }
      func number() throws -> Int {
        let text = try value()
        guard let number = Int(text), number > 0 else { throw OptionError.notPositive(option: option, value: text) }
        return number
      }
      switch option {
      case "--status": status = URL(fileURLWithPath: try value())
      case "--database": database = URL(fileURLWithPath: try value())
      case "--needs": needs = try value()
      case "--matching": matching = try value()
      case "--batch": batch = try number()
      case "--slow": pause = try number()
      case "--watch": watches = true
      case "--help", "-h": wantsHelp = true
      default: throw OptionError.unknown(option)
      }
    }
  }
}
