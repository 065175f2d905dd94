import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// One file that two processes reach by different names, or that a process and its child have open.
@Suite("One file, two names", .blocking, .serialized)
struct NameTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("folder"), withIntermediateDirectories: false)
    path = folder.file("folder/store")
  }

  /// Ways to the file. Those by which both write with the same lock files have no other inode beside it.
  enum Way: CaseIterable {
    case link, linkedFolder, hardLink, boundFolder, fork

    /// All ways. A forked process has no key, and cannot write to an encrypted file.
    static var tested: [Way] { allCases.filter { $0 != .fork || !TestEngine.isSealed } }
  }

  @Test(
    "two processes that write by different names, and a process and its child, lose nothing when they are killed", arguments: Way.tested)
  func kills(_ way: Way) throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let rounds = rounds(.twoNames)
    var acknowledged = 0
    var refused = 0
    var second = 0
    var window: UInt32 = 60_000
    for round in 0..<rounds {
      let place = "\(way), seed \(seed), round \(round)"
      let names = try names(way)
      var children: [Child] = []
      if way == .fork {
        children = [try Child(["share-forked", path, "\(random.next())"])]
      } else {
        for (index, name) in names.enumerated() {
          if index == 1 || random.once(in: 2) { usleep(.random(in: 0..<30_000, using: &random)) }
          children.append(
            try Child(
              way == .boundFolder && index == 1
                ? ["share-bound", name, "\(random.next())", folder.file("folder"), folder.file("bound")]
                : ["share", name, "\(random.next())"]))
        }
      }
      var lines = children.compactMap { $0.line() }
      usleep(.random(in: 0..<window, using: &random))
      if random.once(in: 2) {
        children.reverse()
        _ = children[0].killNow()
        usleep(.random(in: 0..<20_000, using: &random))
      }
      for child in children { _ = child.killNow() }
      for child in children {
        // The child of a child goes on.
        lines += way == .fork ? killForked(child, &random) : child.remainingLines()
      }
      if lines.contains(where: { $0.hasPrefix("impossible") }) { return print("names: no folder can be bound here") }
      refused += lines.filter { $0.hasPrefix("refused") }.count
      second += lines.contains("child ready") ? 1 : 0
      #expect(!lines.contains { $0.hasPrefix("allowed") }, "\(place): \(lines)")
      let numbers = lines.compactMap { Int64($0) }
      acknowledged += numbers.count
      // A busy machine takes longer to store the first, and to start the child of a child.
      let isInTime = acknowledged > round && (way != .fork || second * 2 > round)
      window = isInTime ? 60_000 : min(window * 2, 4_000_000)
      #expect(Set(numbers).count == numbers.count, "\(place): a number was given twice")
      try check(numbers.max() ?? 0, place)
    }
    print(
      "names: \(way), seed \(seed), \(rounds) rounds, \(acknowledged) acknowledged transactions, \(refused) refused, \(second) children wrote"
    )
    #expect(acknowledged > rounds / 2)
    if way == .hardLink { #expect(refused >= rounds / 2) } else { #expect(refused == 0) }
    if way == .fork { #expect(second > rounds / 4) }
  }

  /// Paths of the two processes.
  private func names(_ way: Way) throws -> [String] {
    let other: String
    switch way {
    case .link:
      other = folder.file("soft")
      symlink("folder/store", other)
    case .linkedFolder:
      other = folder.file("other/store")
      symlink("folder", folder.file("other"))
    case .hardLink:
      other = folder.file("hard")
      if !FileManager.default.fileExists(atPath: path) { _ = try SampleStore(path: path) }
      link(path, other)
    case .boundFolder:
      other = folder.file("bound/store")
      mkdir(folder.file("bound"), 0o700)
    case .fork: other = path
    }
    return [path, other]
  }

  // Its child is not a child of this process, and goes on for a while. It has ended when nobody holds the pipe any more.
  private func killForked(_ child: Child, _ random: inout SeededGenerator) -> [String] {
    usleep(.random(in: 0..<30_000, using: &random))
    child.killGroup()
    return child.remainingLines()
  }

  /// All numbers up to the last are there, nothing contradicts anything, and the file is intact.
  private func check(_ last: Int64, _ place: String) throws {
    let inspected = try FileInspection.read(path, checksums: true)
    let store = try SampleStore(path: path)
    let numbers = try store.rows(SampleSchema.token).values.map { $0[1].integer ?? 0 }.sorted()
    #expect(numbers == Array(1...max(1, Int64(numbers.count))) || numbers.isEmpty, "\(place): tokens are missing")
    #expect(Int64(numbers.count) >= last, "\(place): \(last) acknowledged, \(numbers.count) found")
    #expect(try store.contradictions() == [], "\(place)")
    #expect(inspected.tables.first { $0.name == "Token" }?.rows ?? 0 <= Int64(numbers.count), "\(place)")
  }

  @Test("a second name is refused while the first is in use, with both names and the process; not afterwards")
  func hardLink() throws {
    do { _ = try SampleStore(path: path) }
    let other = folder.file("hard")
    #expect(link(path, other) == 0)
    let first = try Child(["open", path])
    #expect(first.line() == "opened")
    let error = #expect(throws: StoreError.self) { try EnvironmentRegistry.open(path: other) }
    #expect(error == .otherName(path: RealPath.of(other), process: first.id, name: RealPath.of(path)))
    #expect(throws: StoreError.inUse(path: RealPath.of(other))) { try EnvironmentRegistry.delete(path: other) }
    // Nothing of it is left in the way of the others.
    #expect(try SampleStore(path: path).contradictions() == [])
    first.send("")
    #expect(first.end() == .exit(0))
    #expect(try SampleStore(path: other).contradictions() == [])
  }

  @Test("a file that has come to the path of one that another process has open is refused until that is closed")
  func replaced() throws {
    do { _ = try SampleStore(path: path) }
    let first = try Child(["open", path])
    #expect(first.line() == "opened")
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: StoreError.replacedInUse(path: RealPath.of(path))) { try EnvironmentRegistry.open(path: path) }
    first.send("")
    #expect(first.end() == .exit(0))
    #expect(try SampleStore(path: path).contradictions() == [])
  }

  @Test("lock files that are removed while the file is open do not let a second process in")
  func removedLocks() throws {
    do { _ = try SampleStore(path: path) }
    let first = try Child(["open", path])
    #expect(first.line() == "opened")
    for suffix in ["-lock", ".lock"] { try FileManager.default.removeItem(atPath: path + suffix) }
    let error = #expect(throws: StoreError.self) { try EnvironmentRegistry.open(path: path) }
    guard case .otherName = error else { throw error ?? .notFound(path: path) }
    first.send("")
    #expect(first.end() == .exit(0))
  }

  @Test("an opening waits for the locks that a child inherited and has until it executes its program")
  func inheritedLocks() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      var store: SampleStore? = try SampleStore(path: path)
      withExtendedLifetime(store) {}
      // Unlike `fork`, and like the functions that spawn processes, this runs no handlers, which would close the descriptors.
      let fork = unsafeBitCast(try #require(dlsym(nil, "_Fork")), to: (@convention(c) () -> Int32).self)
      let child = fork()
      if child == 0 {
        usleep(400_000)
        _exit(0)
      }
      store = nil
      EnvironmentRegistry.closeIdleFile(path: path)
      for suffix in ["-lock", ".lock"] { unlink(path + suffix) }
      #expect(try SampleStore(path: path).contradictions() == [])
      #expect(waitpid(child, nil, 0) == child)
    }
  }

  @Test("a file that another process has open is not deleted, by any of its names; a closed one is, and its lock files stay")
  func deletion() throws {
    do { _ = try SampleStore(path: path) }
    #expect(symlink("folder/store", folder.file("soft")) == 0)
    let first = try Child(["open", path])
    #expect(first.line() == "opened")
    for name in [path, folder.file("soft")] {
      #expect(throws: StoreError.inUse(path: RealPath.of(path))) { try EnvironmentRegistry.delete(path: name) }
    }
    #expect(FileManager.default.fileExists(atPath: path))
    first.send("")
    #expect(first.end() == .exit(0))
    #expect(try EnvironmentRegistry.delete(path: folder.file("soft")) == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("folder")).sorted() == ["store-lock", "store.lock"])
    #expect(try EnvironmentRegistry.delete(path: path) == false)
  }
}
