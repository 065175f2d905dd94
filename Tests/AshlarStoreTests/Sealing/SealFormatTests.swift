@testable import AshlarEncryption
import TestTraits
import Testing

@testable import AshlarStore

/// The expected bytes were computed independently, with Python's `hmac` and the command `openssl`.
@Suite("The bytes of encrypted files")
struct SealFormatTests {
  @Test(
    "the keys of a file are those of the key schedule",
    arguments: [
      (SealKeys.Purpose.seal, "d861a0c1a4a50f887146d34ce74e7d8c3a82a3d9cc42fce4127bb670b0f80290"),
      (.sums, "27756ee86bba0ab2d5cb899e4cf8c2e2745233eec184da65bf81b925bacef753"),
      (.numbers, "9a678bacfb186a8c9adb9cf203c6e1db22598df28410673b0b42b44f7d53a2d1"),
      (.identifiers, "7bbcf0ad650125704aa53d00a0745b95533e07c74eeb76ccb5ac11ec89362e83"),
      (.check, "f0386fc5c392eac6c4fe7b166b4582f093843ccfb01c80862f048ebe30e88102"),
    ])
  func keys(purpose: SealKeys.Purpose, expected: String) throws {
    let key = try Sealing.keys().withKey(purpose) { key throws(SealError) in Array(key) }
    #expect(key == Sealing.hex(expected))
  }

  @Test("the record contains identifier, epoch, checks of list and key, and checksum")
  func record() throws {
    let format: [UInt8] = Array("ASHLARDB".utf8) + [9, 0, 0, 0, 0, 0, 0, 0]
    let bytes = try SealRecord(file: Sealing.file, epoch: 1).bytes(Sealing.keys(), format: format)
    let expected =
      "4153484c5345414c010001016465666768696a6b6c6d6e6f707172730100000000000000"
      + "eaffebb264bb84d6fef13d5dc7e41082cc1e31376214c138b4b6813cd25c7ba2c1099d9d"
    #expect(bytes == Sealing.hex(expected))
  }

  @Test("a value has tag, form, epoch, two encrypted bytes, identifier, number and the other encrypted bytes")
  func value() throws {
    var seals = CommitSeals(identifier: Array(0x10...0x1F), last: 6)
    let bytes = try Sealing.seal(Array("a small value".utf8), Sealer(Sealing.keys(), epoch: 1), &seals)
    let expected =
      "448908cf5d634cb95a6290084807059b01014694101112131415161718191a1b1c1d1e1f07000000"
      + "21102d34f0a3af3db1b7002ff9a3fd81f74fb2e8f1388957c402cfb883dabb5a"
      + "a850d9c104b5c63c928c9558623b3b8b46b053eda516ca09acc74bac388e2caa"
    #expect(bytes == Sealing.hex(expected))
  }

  @Test("each space has its number")
  func spaces() {
    let numbers: [KeySpace: UInt8] = [
      .clusters: 0, .keys: 1, .postings: 2, .backlinks: 3, .patches: 4, .values: 5, .derived: 6, .history: 7, .sealed: 8, .meta: 254,
      .main: 255,
    ]
    for space in KeySpace.allCases { #expect(SealedValue.number(of: space) == numbers[space]) }
  }
}
