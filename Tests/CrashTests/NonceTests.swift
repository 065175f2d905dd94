import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

#if os(Linux)
  /// The nonces are those of all values that reach the file: those in the writing calls of all processes, and those in the file when a
  /// process begins, which include what the opening of the file has written.
  @Suite("Nonces of an encrypted file", .blocking)
  struct NonceTests {
    private let folder: TemporaryFolder
    private let path: String
    private let key: EncryptionKey

    init() throws {
      folder = try TemporaryFolder()
      path = folder.file("store")
      key = try #require((0..<EncryptionKey.size).map { UInt8($0) }.withUnsafeBytes { EncryptionKey(copying: $0) })
    }

    private func bytes(_ name: String = "store") throws -> [UInt8] {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
    }

    // Creates the file.
    private func make(_ marks: Marks) throws {
      do { _ = try MarkedStore(EnvironmentRegistry.open(path: path, key: key), marks) }
      try folder.closeIdleFiles()
    }

    // Removes the logs, and returns their bytes.
    private func takeLogs() throws -> [[UInt8]] {
      try folder.names().filter { $0.hasPrefix("log") }.map { name in
        defer { try? FileManager.default.removeItem(atPath: folder.file(name)) }
        return try bytes(name)
      }
    }

    private func restore(_ copy: [UInt8]) throws {
      for name in try folder.names() where name.hasPrefix("store") { try FileManager.default.removeItem(atPath: folder.file(name)) }
      try Data(copy).write(to: URL(fileURLWithPath: path))
    }

    @Test("differ in all commits of processes that are killed, fork, share the file, commit in groups, and continue restored copies")
    func kills() throws {
      let seed = seed()
      let rounds = rounds(.nonceKills)
      var random = SeededGenerator(seed: seed)
      let marks = Marks(seed: seed)
      try make(marks)
      var nonces = StoredNonces()
      var (last, copies, found): ([UInt8], [[UInt8]], Set<String>) = ([], [], [])
      var (restored, kinds): (Int, [String: Int]) = (0, [:])
      for round in 0..<rounds {
        if random.once(in: 4), let copy = copies.randomElement(using: &random) {
          // The next commits continue the same version as those that followed the copy before.
          try restore(copy)
          restored += 1
        }
        let kind = random.pick(["commits", "commits", "groups", "forks"])
        let children = try (0..<(random.once(in: 3) ? 2 : 1)).map { number in
          try Child(["write-sealed", path, folder.file("log\(number)"), "\(seed)", "\(random.next())", number == 0 ? kind : "commits"])
        }
        kinds[kind + (children.count > 1 ? " and commits" : ""), default: 0] += 1
        // Now and then while it opens the file, mostly while it writes.
        if !random.once(in: 8) { for child in children { #expect(child.line() == "ready", "seed \(seed), round \(round), \(kind)") } }
        usleep(UInt32.random(in: 0..<40_000, using: &random))
        for child in children {
          child.killGroup()
          #expect(child.end() == .signal(SIGKILL), "seed \(seed), round \(round), \(kind)")
        }
        let logs = try takeLogs()
        for log in logs { nonces.add(log: log) }
        let file = try bytes()
        nonces.add(file, unlike: last)
        last = file
        // The search takes longer than everything else.
        if round % 10 == 0 { for bytes in logs + [file] { found.formUnion(marks.found(in: Data(bytes))) } }
        if random.once(in: 5) {
          if copies.count > 3 { copies.remove(at: random.below(copies.count)) }
          copies.append(file)
        }
      }
      print("nonces: seed \(seed), \(rounds) kills, \(restored) restored copies, \(nonces.count), \(kinds)")
      #expect(nonces.repeated == [], "seed \(seed)")
      #expect(nonces.unsealed == [], "seed \(seed)")
      #expect(found == [], "seed \(seed)")
      // The rounds were what they should be.
      #expect(nonces.count.commits > rounds)
      #expect(nonces.count.nonces > 2 * nonces.count.commits)
      #expect(restored > rounds / 20)
      try folder.closeIdleFiles()
      _ = try FileInspection.read(path, key: key, checksums: true)
      let store = try MarkedStore(EnvironmentRegistry.open(path: path, key: key), marks)
      #expect(try store.store.contradictions() == [])
    }

    @Test("differ where two processes commit the same version of the same file while random bytes and clocks of the system repeat")
    func repeatedRandomness() throws {
      let seed = seed()
      let marks = Marks(seed: seed)
      try make(marks)
      let copy = try bytes()
      var nonces = StoredNonces()
      nonces.add(copy)
      let before = nonces.count
      var lines: [String] = []
      for number in 0..<2 {
        try restore(copy)
        let child = try Child(["write-sealed", path, folder.file("log\(number)"), "\(seed)", "1", "repeated"])
        lines += child.remainingLines()
        #expect(child.end() == .exit(0))
        for log in try takeLogs() { nonces.add(log: log) }
      }
      // Both have the same random bytes, and have stored the same versions.
      #expect(lines.count == 4)
      #expect(lines.first == "random 506381209866536711 506381209866536711")
      #expect(Set(lines).count == 2, "\(lines)")
      #expect(nonces.repeated == [], "seed \(seed)")
      let versions = try #require(lines.last).split(separator: " ").compactMap { Int($0) }
      let commits = 2 * (try #require(versions.last) - versions[0])
      #expect(commits > 40)
      #expect(nonces.count.commits == before.commits + commits)
    }
  }
#endif
