import AshlarSchema
import Testing

@Suite struct StoredDescriptorTests {
  @Test("a descriptor of the first version is read by every later build")
  func first() throws {
    let bytes = try #require(fixtureBytes("people-v1.ashlarbin"))
    #expect(try DescriptorReader.read(bytes) == people)
    #expect(try DescriptorReader.header(bytes).storageFingerprint == Fingerprint.storage(of: people))
  }
}
