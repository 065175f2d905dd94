import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

#if os(Linux)
  /// A file as it is found after a crash.
  struct Image {
    let path: String
    private let folder: TemporaryFolder

    init(_ bytes: [UInt8], checkpoint: [UInt8]?, _ folder: TemporaryFolder) throws {
      self.folder = folder
      path = folder.file("image")
      for name in try folder.names() where name.hasPrefix("image") { try FileManager.default.removeItem(atPath: folder.file(name)) }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      if let checkpoint { try Data(checkpoint).write(to: URL(fileURLWithPath: path + ".checkpoint")) }
    }

    /// Checks the file, before it is opened and afterwards, and returns the transaction that it has.
    /// - Parameter reading: Opens a file, checks its contents, writes to it, and returns its transaction.
    func number(isPending: Bool, isQuiet: Bool = false, reading: (String) throws -> Int64 = Image.sample) throws -> Int64 {
      let inspected = try FileInspection.read(path, checksums: true)
      let number = try reading(path)
      guard !isQuiet else { return number }
      #expect(inspected.isRestorePending == isPending)
      #expect(try folder.names().filter { $0.hasPrefix("image") } == ["image", "image-lock", "image.lock"])
      #expect(try FileInspection.read(path, checksums: true).version >= inspected.version)
      return number
    }

    /// Reads a file of `Scenario`.
    static func sample(_ path: String) throws -> Int64 {
      let store = try SampleStore(path: path)
      let people = try store.rows(SampleSchema.person).values.filter { ($0[0].integer ?? 0) < 20 }
      let numbers = Set(people.map { $0[1].integer ?? -1 })
      guard people.count == 20, numbers.count == 1, let number = numbers.first else { throw Mixed(what: "\(numbers)") }
      let contradictions = try store.contradictions()
      guard contradictions.isEmpty else { throw Mixed(what: contradictions.joined(separator: ", ")) }
      // It takes writes as any other.
      try store.session.beginWrite()
      try store.insert(SampleSchema.token, [.null, .int(1)])
      try store.session.commitWrite(.full)
      return number
    }

    /// Reads a store of numbered transactions, whose rules must still refuse writes.
    static func number(of fixture: RuledFixture, _ path: String) throws -> Int64 {
      let ledger = try fixture.open(path)
      let number = try ledger.number()
      let faults = try ledger.faults(after: number)
      guard faults.isEmpty else { throw Mixed(what: faults.joined(separator: ", ")) }
      guard try ledger.isRefused(Int(number), .unsynced) else { throw Mixed(what: "a rule is not obeyed") }
      try ledger.commit(number + 1, .full)
      return number
    }
  }

  private struct Mixed: Error {
    let what: String
  }
#endif
