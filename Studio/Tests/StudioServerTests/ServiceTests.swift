import Foundation
import Testing

@testable import StudioServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The server of a studio")
struct ServiceTests {
  @Test("a target as long as permitted reaches the studio, and a longer one is refused with a message", .timeLimit(.minutes(1)))
  func targets() async throws {
    let shop = try Shop()
    let studio = try Studio(StudioOptions(file: shop.path, token: "abcdefghijklmnop"))
    let (links, link) = AsyncStream<String>.makeStream()
    let serving = Task { try await StudioService.run(studio, port: 0) { link.yield($0) } }
    var found = links.makeAsyncIterator()
    let base = try #require(await found.next()?.split(separator: "/?").first.map(String.init))
    // Only the studio answers in JSON.
    for (length, code) in [(100, "access"), (StudioOptions.targetLimit, "access"), (StudioOptions.targetLimit + 1, "size")] {
      let start = "/api/types?client=01234567&x="
      let address = base + start + String(repeating: "x", count: length - start.utf8.count)
      let (bytes, _) = try await URLSession.shared.data(from: try #require(URL(string: address)))
      #expect(String(decoding: bytes, as: UTF8.self).contains(#""code":"\#(code)""#), "\(length)")
    }
    serving.cancel()
    _ = await serving.result
  }
}
