import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("The files of a release", .blocking)
struct ReleaseFilesTests {
  private let script = Repository.folder.appending(path: "Scripts/make-release")

  @Test("a dry run lists the files under the package's version, and writes none of them")
  func dryRun() throws {
    let plugin = try Repository.text("Plugins/Shared/PackageVersion.swift")
    let version = try #require(plugin.firstMatch(of: /static let current = "([0-9.]+)"/)).1
    let files = Repository.folder.appending(path: ".build/release-files")
    let before = try? FileManager.default.contentsOfDirectory(atPath: files.path(percentEncoded: false))
    let result = try Shell.run(script, ["--dry-run"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("Release \(version) for "))
    #expect(result.output.contains("would run: Scripts/build-command --bundle .build/release-files/build"))
    let name = ".build/release-files/ashlar-\(version)-"
    let written = result.output.split(separator: "\n").filter { $0.contains("would write: ") }
    #expect(written.count == 3)
    #expect(written.contains { $0.contains(name) && $0.hasSuffix(".tar.gz") })
    #expect(written.contains { $0.contains(name) && $0.hasSuffix(".artifactbundle.zip") })
    #expect(written.contains { $0.hasSuffix("SHA256SUMS") })
    #expect((try? FileManager.default.contentsOfDirectory(atPath: files.path(percentEncoded: false))) == before)
  }

  @Test("an unknown option is refused with the options that exist")
  func unknown() throws {
    let result = try Shell.run(script, ["--publish"])
    #expect(result.status == 64 && result.errors.contains("make-release --dry-run"))
  }
}
