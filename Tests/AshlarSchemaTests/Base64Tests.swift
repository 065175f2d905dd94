import AshlarSchema
import Testing
import TestSupport

@Suite struct Base64Tests {
  @Test(
    "the vectors of RFC 4648 hold",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test("a static string of several lines is decoded")
  func staticString() {
    let text: StaticString = """
      Zm9v\
      YmFy
      """
    #expect(Base64.decode(text) == Array("foobar".utf8))
    let letter: StaticString = "Zg=="
    #expect(Base64.decode(letter) == [0x66])
  }

  @Test("random bytes survive")
  func random() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("Base64Tests.random seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for length in 0..<300 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes, "seed \(seed)")
    }
  }

  @Test(
    "anything else is refused",
    arguments: ["Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm9v\n", "Zm 9", "Zm9-", "=Zg=", "====", "Zg==Zg==", "é==="])
  func refused(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
