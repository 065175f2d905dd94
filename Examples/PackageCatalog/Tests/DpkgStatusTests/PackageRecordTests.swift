import Testing

@testable import DpkgStatus

@Suite("Package records") struct PackageRecordTests {
  func record(_ fields: KeyValuePairs<String, String>) throws -> PackageRecord {
    try PackageRecord(Stanza(fields: fields.map { Stanza.Field(name: $0.key, value: $0.value) }), line: 9)
  }

  @Test("a full stanza is read whole")
  func full() throws {
    let package = try record([
      "Package": "widget", "Status": "install ok installed", "Priority": "optional", "Section": "non-free/utils",
      "Installed-Size": "120", "Maintainer": "Ann Example <ann@example.org>", "Architecture": "amd64", "Essential": "yes",
      "Version": "2:1.4~rc1-beta-3", "Pre-Depends": "base (>= 1)", "Depends": "liba:any (= 2) | libb, libc [amd64]",
      "Description": "turns things\nLonger text.", "Homepage": "https://example.org",
    ])
    #expect(package.isInstalled && package.isEssential)
    #expect(package.area == "non-free")
    #expect(package.section == "utils")
    #expect(package.installedSize == 120)
    #expect(package.summary == "turns things")
    #expect(package.maintainer == Mailbox("Ann Example <ann@example.org>"))
    #expect(package.maintainer?.address == "ann@example.org")
    #expect(package.dependencies == [["base"], ["liba", "libb"], ["libc"]])
    #expect(package.version.epoch == 2)
    #expect(package.version.upstream == "1.4~rc1-beta")
    #expect(package.version.revision == "3")
    #expect(package.version.description == "2:1.4~rc1-beta-3")
  }

  @Test("a removed package whose configuration is left is not installed, and needs no version")
  func removed() throws {
    #expect(try !record(["Package": "a", "Status": "deinstall ok config-files"]).isInstalled)
    #expect(try !record(["Package": "a", "Status": "purge ok not-installed"]).isInstalled)
  }

  @Test("a held package is installed")
  func held() throws {
    #expect(try record(["Package": "a", "Status": "hold ok installed", "Version": "1"]).isInstalled)
  }

  @Test("a stanza without name or version is an error")
  func missing() {
    #expect(throws: StatusError.missingField(name: "Package", package: nil, line: 9)) { try record(["Version": "1"]) }
    #expect(throws: StatusError.missingField(name: "Version", package: "a", line: 9)) { try record(["Package": "a"]) }
  }

  @Test("versions are taken apart at the first colon and the last hyphen")
  func versions() {
    #expect(DebianVersion("3.134").revision == nil)
    #expect(DebianVersion("1.2-3").upstream == "1.2")
    #expect(DebianVersion("7:8").epoch == 7)
    #expect(DebianVersion("x:8").upstream == "x:8")
  }

  @Test("a maintainer without an address is known by name")
  func maintainers() {
    #expect(Mailbox("Just A Name").address == "Just A Name")
    #expect(Mailbox("<a@b.c>").name == "a@b.c")
  }
}
