import AshlarInspection
import HTTPTypes
import Testing

@testable import StudioServer

@Suite("Access to a studio")
struct AccessTests {
  private let shop: Shop
  private let visitor: Visitor

  init() async throws {
    shop = try Shop()
    visitor = try await Visitor(shop)
  }

  @Test("the token of the first address becomes a cookie that scripts and other sites cannot read, and is removed from the address")
  func exchange() async throws {
    let studio = try Studio(StudioOptions(file: shop.path))
    studio.listen(on: 8080)
    let stranger = Visitor(studio, cookie: nil)
    let token = String(studio.link.split(separator: "=")[1])
    #expect(token.count == 32)
    let answer = await stranger.send("/?type=Thing&token=\(token)")
    #expect(answer.status == 303)
    #expect(answer.headers[.location] == "/?type=Thing")
    let cookie = try #require(answer.headers[.setCookie])
    #expect(cookie.hasPrefix("ashlar-studio-8080="))
    #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
    #expect(await stranger.send("/?token=\(token)").status == 403)
    // A page with the cookie is passed on.
    var known = stranger
    known.cookie = String(cookie.prefix { $0 != ";" })
    #expect(await known.send("/?token=\(token)").status == 303)
  }

  @Test("a local file that redirects to the studio receives the cookie with a page that causes the next request")
  func fromFile() async throws {
    let studio = try Studio(StudioOptions(file: shop.path))
    studio.listen(on: 8080)
    let stranger = Visitor(studio, cookie: nil)
    let target = try #require(studio.linkFromFile.split(separator: "8080").last.map(String.init))
    #expect(target.hasPrefix("/open?token="))
    let headers = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]
    let answer = await stranger.send(target, headers: headers)
    #expect(answer.status == 200)
    #expect(answer.text.contains(#"<meta http-equiv="refresh" content="0; url=/">"#))
    var known = stranger
    known.cookie = answer.headers[.setCookie].map { String($0.prefix { $0 != ";" }) }
    #expect(await known.send("/", headers: ["Sec-Fetch-Site": "same-origin"]).status == 200)
    #expect(await stranger.send(target, headers: headers).status == 403)
    #expect(await known.send("/open").status == 404)
    #expect(await stranger.send("/api/types", headers: headers).code == "origin")
  }

  @Test("a token of the command line is valid any number of times")
  func reusable() async throws {
    let studio = try Studio(StudioOptions(file: shop.path, token: "abcdefghijklmnop"))
    studio.listen(on: 8080)
    let stranger = Visitor(studio, cookie: nil)
    for _ in 0..<2 { #expect(await stranger.send("/?token=abcdefghijklmnop").status == 303) }
    #expect(await stranger.send("/?token=abcdefghijklmnoq").status == 403)
    #expect(await stranger.send("/?token=").status == 403)
  }

  @Test("without the cookie, nothing is answered", arguments: ["/", "/style.css", "/api/types?client=01234567", "/nothing"])
  func noCookie(path: String) async {
    var stranger = visitor
    for cookie in [nil, "ashlar-studio-8080=", "ashlar-studio-8080=00000000000000000000000000000000", "other=1"] {
      stranger.cookie = cookie
      #expect(await stranger.send(path).status == 403)
    }
  }

  @Test("a request for another host is refused", arguments: ["example.org:8080", "127.0.0.1", "127.0.0.1:8081", "", "localhost.evil:8080"])
  func host(name: String) async {
    let answer = await visitor.send(visitor.target("types", [:]), host: name)
    #expect((answer.status, answer.code) == (421, "host"))
    #expect(await visitor.send(visitor.target("types", [:]), host: nil).status == 421)
  }

  @Test(
    "the names of the loopback interface are accepted", arguments: ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"])
  func loopback(name: String) async {
    #expect(await visitor.send(visitor.target("types", [:]), host: name).status == 200)
  }

  @Test("at port 80, which browsers omit, a request with and without the port is answered")
  func defaultPort() async throws {
    let studio = try Studio(StudioOptions(file: shop.path, token: "abcdefghijklmnop"))
    studio.listen(on: 80)
    #expect(studio.link == "http://127.0.0.1:80/?token=abcdefghijklmnop")
    var page = Visitor(studio, cookie: nil)
    let exchanged = await page.send("/?token=abcdefghijklmnop", host: "127.0.0.1")
    #expect(exchanged.status == 303)
    page.cookie = exchanged.headers[.setCookie].map { String($0.prefix { $0 != ";" }) }
    let target = page.target("types", [:])
    for host in ["127.0.0.1", "127.0.0.1:80", "localhost", "[::1]"] {
      #expect(await page.send(target, host: host).status == 200, "\(host)")
    }
    #expect(await page.send(target, host: "127.0.0.1", headers: ["Origin": "http://127.0.0.1"]).status == 200)
    #expect(await page.send(target, host: "127.0.0.1:80", headers: ["Origin": "http://127.0.0.1"]).status == 200)
    #expect(await page.send(target, host: "127.0.0.1", headers: ["Origin": "http://localhost"]).code == "origin")
    #expect(await page.send(target, host: "127.0.0.1", headers: ["Origin": "https://127.0.0.1"]).code == "origin")
    for host in ["127.0.0.1:8080", "127.0.0.1:", "example.org"] { #expect(await page.send(target, host: host).code == "host", "\(host)") }
  }

  @Test("an address to listen on with capitals is the one that browsers send in lowercase", arguments: ["Studio.Local", "FE80::A"])
  func capitals(address: String) async throws {
    let studio = try Studio(StudioOptions(file: shop.path, token: "abcdefghijklmnop", address: address))
    studio.listen(on: 8080)
    let stranger = Visitor(studio, cookie: nil)
    let lower = address.lowercased()
    let host = lower.contains(":") ? "[\(lower)]:8080" : "\(lower):8080"
    #expect(studio.link == "http://\(host)/?token=abcdefghijklmnop")
    #expect(await stranger.send("/?token=abcdefghijklmnop", host: host).status == 303)
    #expect(await stranger.send("/?token=abcdefghijklmnop", host: host, headers: ["Origin": "http://\(host)"]).status == 303)
    #expect(await stranger.send("/?token=abcdefghijklmnop", host: "127.0.0.1:8080").status == 421)
  }

  @Test("a request from another page is refused")
  func origin() async {
    for headers in [
      ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "https://127.0.0.1:8080"], ["Sec-Fetch-Site": "cross-site"],
      ["Sec-Fetch-Site": "same-site"],
    ] {
      let answer = await visitor.send(visitor.target("types", [:]), headers: headers)
      #expect((answer.status, answer.code) == (403, "origin"), "\(headers)")
    }
    let own = ["Origin": "http://127.0.0.1:8080", "Sec-Fetch-Site": "same-origin"]
    #expect(await visitor.send(visitor.target("types", [:]), headers: own).status == 200)
  }

  @Test(
    "a path leads to no other file",
    arguments: [
      "/../Package.swift", "/..%2FPackage.swift", "/%2e%2e/Package.swift", "/.keep", "/index.html/", "//etc/passwd", "/a/b/c/d/e.js",
      "/index.html%00.js",
      "/api", "/api/", "/api/nothing", "/etc/passwd",
    ])
  func paths(path: String) async {
    let answer = await visitor.send(path)
    #expect(answer.status == 404, "\(answer.status)")
  }

  @Test("methods other than those of a request are refused")
  func methods() async {
    for method in [HTTPRequest.Method.head, .put, .delete, .options, .post, .trace] {
      #expect(await visitor.send(visitor.target("types", [:]), method: method).status == 405)
      #expect(await visitor.send("/index.html", method: method).status == 405)
    }
    #expect(await visitor.send(visitor.target("edit", [:])).status == 405)
  }

  @Test("every answer forbids other sources, frames and guesses of its type")
  func headers() async throws {
    let policy = try #require(HTTPField.Name("Referrer-Policy"))
    for answer in [await visitor.get("types"), await visitor.send("/nothing"), await visitor.send("/", host: "evil.example")] {
      #expect(answer.headers[.contentSecurityPolicy] == "default-src 'self'; frame-ancestors 'none'; base-uri 'none'")
      #expect(answer.headers[.xContentTypeOptions] == "nosniff")
      #expect(answer.headers[policy] == "no-referrer")
      #expect(answer.headers[.cacheControl] == "no-store")
    }
  }

  @Test("without permission to write, no request writes, whatever it contains", arguments: ["edit", "preview", "import"])
  func readOnly(name: String) async throws {
    let before = try await visitor.json("types")["version"]
    let type = name == "import" ? "application/x-ndjson" : "application/json"
    let answer = await visitor.post(name, #"{"actions":[{"do":"insert","type":"Maker","values":{"email":"x","name":"y"}}]}"#, type: type)
    #expect((answer.status, answer.code) == (403, "disabled"))
    #expect(try await visitor.json("types")["version"] == before)
    #expect(try visitor.studio.shown().editor == nil)
  }

  @Test("a POST needs the header and the type of content of the page's scripts")
  func posts() async throws {
    let writer = try await Visitor(shop, mayWrite: true)
    let target = writer.target("edit", [:])
    #expect(await writer.send(target, method: .post, headers: ["Content-Type": "application/json"], body: "{}").code == "header")
    let plain = ["X-Ashlar-Studio": "1", "Content-Type": "text/plain"]
    #expect(await writer.send(target, method: .post, headers: plain, body: "{}").code == "content")
    #expect(await writer.send(target, method: .post, headers: ["X-Ashlar-Studio": "1"], body: "{}").code == "content")
    let charset = ["X-Ashlar-Studio": "1", "Content-Type": "application/json; charset=utf-8"]
    #expect(await writer.send(target, method: .post, headers: charset, body: "{}").code == "request")
  }

  @Test("the parameter that names the page is checked")
  func client() async {
    for client in ["", "short", "ABCDEFABCDEF", "../../../etc", "0123456789abcdef0123456789abcdef0"] {
      #expect(await visitor.send("/api/types?client=\(client)").code == "request")
    }
    #expect(await visitor.send("/api/types").code == "request")
    #expect(await visitor.send("/api/types?client=%zz").code == "request")
    #expect(await visitor.send("/api/types?client=%ff%fe").code == "request")
  }

  @Test("the names of secrets are compared as a whole")
  func secrets() {
    let secret = Secret("0123456789abcdef")
    #expect(secret.equals("0123456789abcdef"))
    for other in ["", "0", "0123456789abcdee", "0123456789abcdef0", "0123456789abcdef0123456789abcdef"] { #expect(!secret.equals(other)) }
    #expect(Secret().text != Secret().text)
  }
}

extension Visitor {
  init(_ studio: Studio, cookie: String?) { (self.studio, self.cookie) = (studio, cookie) }
}
