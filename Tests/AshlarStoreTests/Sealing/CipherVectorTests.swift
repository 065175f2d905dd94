@testable import AshlarEncryption
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Published vectors of the functions of encryption")
struct CipherVectorTests {
  @Test(
    "XAES-256-GCM has the results of its specification",
    arguments: [
      (UInt8(1), "", "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271"),
      (UInt8(3), "c2sp.org/XAES-256-GCM", "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d"),
    ])
  func xaes(key: UInt8, additional: String, expected: String) throws {
    let cipher = try [UInt8](repeating: key, count: 32).withUnsafeBytes { try Cipher($0) }
    let nonce = Array("ABCDEFGHIJKLMNOPQRSTUVWX".utf8)
    let plain = Array("XAES-256-GCM".utf8)
    var result = [UInt8](repeating: 0, count: plain.count + 16)
    try nonce.withUnsafeBytes { nonce in
      try plain.withUnsafeBytes { plain in
        try Array(additional.utf8).withUnsafeBytes { additional in
          try result.withUnsafeMutableBytes { result in
            // The prefix and the bytes after it are one plaintext.
            try cipher.seal(
              UInt16(littleEndian: plain.loadUnaligned(as: UInt16.self)), UnsafeRawBufferPointer(rebasing: plain[2...]), nonce: nonce,
              authenticating: additional, into: UnsafeMutableRawBufferPointer(rebasing: result[2..<12]),
              prefix: UnsafeMutableRawBufferPointer(rebasing: result[..<2]), tag: UnsafeMutableRawBufferPointer(rebasing: result[12...]))
          }
        }
      }
    }
    #expect(result == Sealing.hex(expected))
  }

  @Test("HMAC-SHA-256 has the result of RFC 4231, case 2")
  func hmac() throws {
    var code = [UInt8](repeating: 0, count: 32)
    try Array("what do ya want for nothing?".utf8).withUnsafeBytes { bytes in
      try Array("Jefe".utf8).withUnsafeBytes { key in
        try code.withUnsafeMutableBytes { try KeyDerivation.authenticate(bytes, key: key, into: $0) }
      }
    }
    #expect(code == Sealing.hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
  }

  @Test("HKDF-SHA-256 has the results of RFC 5869, case 1")
  func hkdf() throws {
    let input = try Sealing.secret([UInt8](repeating: 0x0B, count: 22))
    let key = try KeyDerivation.extract(salt: Array(0...12), input)
    #expect(try Sealing.bytes(key) == Sealing.hex("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"))
    var output = [UInt8](repeating: 0, count: 32)
    try output.withUnsafeMutableBytes { try KeyDerivation.expand(key, Array(0xF0...0xF9), into: $0) }
    #expect(output == Sealing.hex("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"))
  }

  @Test("A block has the result of FIPS 197, appendix C.3")
  func block() throws {
    let cipher = try Array(UInt8(0)..<32).withUnsafeBytes { try BlockCipher($0) }
    var result = [UInt8](repeating: 0, count: 16)
    try Sealing.hex("00112233445566778899aabbccddeeff").withUnsafeBytes { block in
      try result.withUnsafeMutableBytes { try cipher.encrypt(block, into: $0) }
    }
    #expect(result == Sealing.hex("8ea2b7ca516745bfeafc49904b496089"))
  }
}
