import Foundation
import Testing
import TestSupport
import TestTraits

@Suite(
  "Generated code and the version of the library", .blocking, .enabled(if: Compiler.modules != nil, "the library is built beside the tests")
)
struct RuntimeCheckTests {
  @Test("a file that was generated for another version does not compile, and the compiler shows what to do")
  func otherVersion() throws {
    let folder = try TemporaryFolder()
    try folder.write("ashlar: 1\nobjects: { Dog: { properties: { name: String } } }\n", to: "dogs.yaml")
    let made = try Shell.run(
      #require(Repository.command), ["generate", "dogs.yaml", "--output", "out", "--name", "Kennel"], in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    let text = try folder.text("out/dogs.swift")
    try folder.write(text.replacing("_GeneratedCode.Version3", with: "_GeneratedCode.Version999"), to: "out/dogs.swift")
    let result = try Compiler.typecheck(["out/dogs.swift", "out/KennelSchema.swift"], in: folder.url)
    #expect(result.status != 0)
    #expect(result.errors.contains("'Version999' is not a member type of enum 'Ashlar._GeneratedCode'"))
    #expect(result.errors.contains("the file was generated for another version of the Ashlar library: generate it again"))
  }
}
