import Foundation

/// Paths relative to this source file.
enum Places {
  static let machineStatus = "/var/lib/dpkg/status"

  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let schema = package.appendingPathComponent("Sources/PackageCatalog/catalog.yaml")

  /// In the build folder of this package, so that `make clean` removes it; beside the caller when there is none.
  static var database: URL {
    let build = package.appendingPathComponent(".build")
    let folder = FileManager.default.fileExists(atPath: build.path) ? build : URL(fileURLWithPath: ".")
    return folder.appendingPathComponent("catalog.ashlar")
  }

  /// The machine's status file, or the sample that comes with this example.
  static func status() -> URL {
    let machine = URL(fileURLWithPath: machineStatus)
    return FileManager.default.isReadableFile(atPath: machine.path) ? machine : package.appendingPathComponent("sample-status")
  }
}
