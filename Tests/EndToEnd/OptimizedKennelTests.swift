import Foundation
import TestSupport
import TestTraits
import Testing

@Suite(
  "A package with the plug-in, built with optimization", .longest, .serialized,
  .enabled(if: Kennel.isWanted, "set ASHLAR_END_TO_END=1"))
struct OptimizedKennelTests {
  private let kennel: Kennel

  init() throws { kennel = try Kennel() }

  @Test("the package builds and runs with optimization")
  func run() throws {
    let result = try kennel.optimized("run", "Kennel")
    try #require(result.status == 0, "\(result.output)\n\(result.errors)")
    #expect(result.output == Kennel.output)
  }

  @Test("conditions and orders that are computed are right in a release build")
  func questions() throws {
    let result = try kennel.optimized("run", "Questions")
    try #require(result.status == 0, "\(result.output)\n\(result.errors)")
    #expect(result.output == "questions: 14, wrong: 0\n")
  }

  @Test("a command that is missing stops a build that would run it, in words, and no tool is compiled in its place")
  func noCommand() throws {
    let nowhere = kennel.folder.url.appending(path: "nowhere").path(percentEncoded: false)
    let result = try kennel.optimized("build", "--target", "Toys", command: nowhere)
    #expect(result.status != 0)
    #expect((result.output + result.errors).contains("ASHLAR is '\(nowhere)', which is no program"), "\(result.output)\n\(result.errors)")
    // The build folder is kept between runs, and an older commit may have left objects of its tool there.
    let tool = Kennel.optimizedScratch.appending(path: "release/AshlarCompiler-tool.build")
    try? FileManager.default.removeItem(at: tool)
    #expect(try kennel.optimized("build", "--target", "Toys").status == 0)
    let compiled = try? FileManager.default.contentsOfDirectory(atPath: tool.path(percentEncoded: false)).filter { $0.hasSuffix(".o") }
    #expect(compiled ?? [] == [])
  }
}
