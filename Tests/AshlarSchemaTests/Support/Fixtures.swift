import Foundation

/// The folder of fixtures, next to the tests.
private let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

/// The bytes of a fixture.
func fixtureBytes(_ name: String) -> [UInt8]? {
  (try? Data(contentsOf: fixtures.appending(path: name))).map(Array.init)
}

/// The text of a fixture; empty if there is none.
func fixture(_ name: String) -> String {
  String(decoding: fixtureBytes(name) ?? [], as: UTF8.self)
}
