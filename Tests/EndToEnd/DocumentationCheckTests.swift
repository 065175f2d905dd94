import Foundation
import TestSupport
import Testing

@Suite("The check of the documentation's links")
struct DocumentationCheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a site of two pages, one of which has `link`, and runs the check.
  private func check(_ link: String, other: String = "<h2 id=\"dates\">Dates</h2>") throws -> Shell.Result {
    try folder.write("<html><body><a href=\"\(link)\">Link</a></body></html>", to: "index.html")
    try folder.write("<html><body>\(other)</body></html>", to: "guide/Values.html")
    return try Shell.run(Repository.folder.appending(path: "Scripts/check-docs"), [folder.url.path(percentEncoded: false)])
  }

  @Test(
    "a link to a page, to an anchor or to another server is accepted",
    arguments: ["guide/Values.html", "guide/Values.html#dates", "https://swift.org"])
  func accepted(_ link: String) throws {
    let result = try check(link)
    #expect(result.status == 0)
    #expect(result.output == "1 links of 2 pages lead somewhere.\n")
  }

  @Test("a link to a page that does not exist fails the check")
  func noPage() throws {
    let result = try check("guide/Value.html")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("error: index.html: 'guide/Value.html' leads to no file\n"))
  }

  @Test("a link to an anchor that the page does not have fails the check")
  func noAnchor() throws {
    let result = try check("guide/Values.html#times")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("error: index.html: 'guide/Values.html#times': the page has no such anchor\n"))
  }

  @Test("a page that has an anchor twice fails the check")
  func repeatedAnchor() throws {
    let result = try check("guide/Values.html", other: "<h2 id=\"dates\">Dates</h2><h2 id=\"dates\">Dates</h2>")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("error: guide/Values.html: two elements have the anchor 'dates'\n"))
  }

  @Test("a folder without pages fails the check")
  func noPages() throws {
    let result = try Shell.run(Repository.folder.appending(path: "Scripts/check-docs"), [folder.url.path(percentEncoded: false)])
    #expect(result.status == 1)
    #expect(result.errors.contains("has no pages. Build them: make docs"))
  }
}
