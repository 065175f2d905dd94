import Testing

@testable import AshlarSchema

@Suite("The use of a descriptor")
struct DescriptorUseTests {
  @Test("a section of a feature is critical in programs and not in files, whose list of features states that it is there")
  func critical() {
    for kind in SectionKind.allCases {
      #expect(kind.isCritical(in: .program) == kind.isCritical)
      #expect(kind.isCritical(in: .program, features: [kind]) == kind.isCritical)
      #expect(kind.isCritical(in: .file) == (kind.isCritical && !SectionKind.ofFeatures.contains(kind)))
      #expect(!kind.isCritical(in: .file, features: [kind]))
    }
    #expect(SectionKind.renames.isCritical(in: .file, features: [.customTypes]))
  }

  @Test("a schema without sections of features has the same bytes in programs and in files")
  func bytes() throws {
    for step in 0..<50 {
      var random = RandomModel(seed: UInt64(step))
      let schema = random.schema()
      #expect(DescriptorWriter.bytes(for: schema, use: .file) == DescriptorWriter.bytes(for: schema), "step \(step)")
    }
  }
}
