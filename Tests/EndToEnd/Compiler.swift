import Foundation
import TestSupport
import Testing

/// The Swift compiler with the modules that lie beside the tests.
enum Compiler {
  static let modules: URL? = {
    guard let folder = Repository.command?.deletingLastPathComponent() else { return nil }
    let library = folder.appending(path: "Modules/Ashlar.swiftmodule")
    return FileManager.default.fileExists(atPath: library.path) ? folder : nil
  }()

  /// Type-checks, or does something else with files; modules of the folder come before those beside the tests.
  static func typecheck(
    _ files: [String], as name: String = "Kennel", in folder: URL, flags: [String] = [], _ mode: [String] = ["-typecheck"]
  ) throws -> Shell.Result {
    let modules = try #require(modules)
    let arguments =
      ["swiftc"] + mode + ["-swift-version", "6", "-module-name", name, "-I", folder.path, "-I", modules.appending(path: "Modules").path]
      + maps(modules).flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] } + flags + files
    return try Shell.run(URL(filePath: "/usr/bin/env"), arguments, in: folder)
  }

  /// Writes the public interface of a module that was built beside the tests, as symbol graphs.
  static func extract(_ module: String, into folder: URL) throws -> Shell.Result {
    let modules = try #require(modules)
    let env = URL(filePath: "/usr/bin/env")
    let info = try Shell.run(env, ["swiftc", "-print-target-info"])
    let target = try JSONDecoder().decode(TargetInfo.self, from: Data(info.output.utf8)).target.triple
    let arguments =
      ["swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-minimum-access-level", "public"]
      + ["-skip-synthesized-members", "-output-dir", folder.path, "-I", modules.appending(path: "Modules").path]
      + maps(modules).flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
    return try Shell.run(env, arguments)
  }

  private struct TargetInfo: Decodable {
    struct Target: Decodable { var triple: String }
    var target: Target
  }

  private static func maps(_ modules: URL) -> [URL] {
    [modules.appending(path: "CAshlar.build/module.modulemap"), Repository.folder.appending(path: "Sources/CLMDB/module.modulemap")]
  }
}
