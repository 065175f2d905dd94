/// The fields of a stanza of the status file that the catalog contains.
package struct PackageRecord: Equatable, Sendable {
  package var name: String
  package var architecture: String
  /// Whether the package is installed; of the others, only configuration files remain.
  package var isInstalled: Bool
  package var isEssential: Bool
  package var priority: String
  /// The archive area before the slash of the section, `main` when there is none.
  package var area: String
  package var section: String
  /// In KiB.
  package var installedSize: Int
  /// The first line of the description.
  package var summary: String
  package var homepage: String?
  package var version: DebianVersion
  package var maintainer: Mailbox?
  /// Each inner list holds alternatives, one of which is needed.
  package var dependencies: [[String]]

  /// Reads a stanza that ends at `line`. Throws `StatusError.missingField`; other fields than the name and, where
  /// installed, the version may be missing.
  package init(_ stanza: Stanza, line: Int) throws {
    guard let name = stanza["Package"] else { throw StatusError.missingField(name: "Package", package: nil, line: line) }
    self.name = name
    isInstalled = stanza["Status"].map { $0.split(separator: " ").last == "installed" } ?? true
    guard let version = stanza["Version"] ?? (isInstalled ? nil : "") else {
      throw StatusError.missingField(name: "Version", package: name, line: line)
    }
    self.version = DebianVersion(version)
    architecture = stanza["Architecture"] ?? ""
    isEssential = stanza["Essential"] == "yes"
    priority = stanza["Priority"] ?? ""
    let parts = (stanza["Section"] ?? "").split(separator: "/", maxSplits: 1)
    area = parts.count == 2 ? String(parts[0]) : "main"
    section = parts.last.map(String.init) ?? ""
    installedSize = stanza["Installed-Size"].flatMap { Int($0) } ?? 0
    summary = stanza["Description"].flatMap { $0.split(separator: "\n").first?.trimmed } ?? ""
    homepage = stanza["Homepage"]
    maintainer = stanza["Maintainer"].map(Mailbox.init)
    dependencies = Self.relations(stanza["Pre-Depends"] ?? "") + Self.relations(stanza["Depends"] ?? "")
  }

  /// `a (>= 1) | b:any, c` as `[["a", "b"], ["c"]]`.
  static func relations(_ text: String) -> [[String]] {
    text.split(separator: ",").compactMap { group in
      let names = group.split(separator: "|").compactMap { alternative in
        alternative.trimmed.split(whereSeparator: { "([<: \n\t".contains($0) }).first.map(String.init)
      }
      return names.isEmpty ? nil : names
    }
  }
}

/// `[epoch:]upstream[-revision]`.
package struct DebianVersion: Equatable, Sendable, CustomStringConvertible {
  package var epoch: Int
  package var upstream: String
  package var revision: String?

  /// Parses a version. Text before a colon that is not a number remains part of `upstream`.
  package init(_ text: String) {
    var rest = Substring(text)
    epoch = 0
    if let colon = rest.firstIndex(of: ":"), let number = Int(rest[..<colon]) {
      epoch = number
      rest = rest[rest.index(after: colon)...]
    }
    if let hyphen = rest.lastIndex(of: "-") {
      revision = String(rest[rest.index(after: hyphen)...])
      rest = rest[..<hyphen]
    }
    upstream = String(rest)
  }

  package var description: String {
    (epoch == 0 ? "" : "\(epoch):") + upstream + (revision.map { "-" + $0 } ?? "")
  }
}

/// `Name <address>`.
package struct Mailbox: Equatable, Sendable {
  package var name: String
  /// The address; the name where there is none.
  package var address: String

  package init(_ text: String) {
    if let open = text.firstIndex(of: "<"), let close = text.lastIndex(of: ">"), open < close {
      name = text[..<open].trimmed
      address = text[text.index(after: open)..<close].trimmed
    } else {
      name = text.trimmed
      address = ""
    }
    if address.isEmpty { address = name }
    if name.isEmpty { name = address }
  }
}
