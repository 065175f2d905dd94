import Foundation
import Kinds
import AshlarStore
import Observation
import People
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("The log", .blocking)
struct LoggerTests {
  final class Lines: Sendable {
    private let lines = Guarded<[(LogLevel, String)]>([])
    func add(_ level: LogLevel, _ text: String) { lines.withLock { $0.append((level, text)) } }
    var texts: [String] { lines.withLock { $0.map(\.1) } }
    var levels: [LogLevel] { lines.withLock { $0.map(\.0) } }
  }

  @Test("a logger receives messages of its level and more important ones, and a new level is effective at once")
  func levels() {
    let lines = Lines()
    let logger = Logger(level: .info) { lines.add($0, $1) }
    func logAll() { for raw in LogLevel.fatal.rawValue...LogLevel.trace.rawValue { logger.log(LogLevel(rawValue: raw) ?? .all, "x") } }
    logAll()
    #expect(lines.levels == [.fatal, .error, .warn, .info] && logger.level == .info)
    logger.level = .off
    logAll()
    logger.log(.off, "x")
    #expect(lines.levels.count == 4)
    logger.level = .all
    logAll()
    #expect(lines.levels.count == 4 + 7)
  }

  @Test("a name in a dictionary that is not a property is logged once")
  func unknownNames() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write {
        for _ in 0..<3 { realm.create(Node.self, value: ["wieght": 3, "label": "a", "parents": [Any]()] as [String: Any]) }
        realm.create(Node.self, value: ["children": [["zebra": 1] as [String: Any]]] as [String: Any])
      }
    }
    let text = errorText(result)
    let first = "A dictionary with values for type 'Node' contains the key 'wieght', which is not a property: it is ignored."
    #expect(text.components(separatedBy: first + " Did you mean 'weight'?").count == 2, "\(text)")
    #expect(text.contains("contains the key 'zebra', which is not a property: it is ignored.\n"), "\(text)")
    #expect(!text.contains("'parents'") && !text.contains("'label'"), "\(text)")
  }

  @Test("a scope of Observation that reads a Realm without tracked reads is logged once for each type")
  func untrackedReads() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      func scope(_ read: () -> Void) { withObservationTracking(read, onChange: {}) }
      let realm = try memoryRealm()
      let node = try realm.write { realm.create(Node.self, value: ["label": "a"]) }
      #expect(realm.objects(Node.self).count == 1)
      for _ in 0..<3 { scope { _ = realm.objects(Dog.self).count } }
      try realm.write { node.label = "b" }
      scope { _ = node.label }
      var configuration = realm.configuration
      configuration.tracksReads = true
      let tracked = try Realm(configuration: configuration)
      scope { _ = tracked.objects(Person.self).count }
      scope { _ = realm.freeze().objects(Person.self).count }
    }
    let text = errorText(result)
    let message = "are read where Swift's Observation tracks reads, but their Realm does not track them: changes are not reported. "
    #expect(text.components(separatedBy: "Objects of type 'Dog' \(message)Set 'tracksReads'").count == 2, "\(text)")
    #expect(!text.contains("'Person'"), "\(text)")
  }

  @Test("the text of a message that no logger receives is not computed")
  func lazily() {
    var made = 0
    func text() -> String {
      made += 1
      return "x"
    }
    let logger = Logger(level: .warn) { _, _ in }
    logger.log(.info, text())
    logger.log(.warn, text())
    #expect(made == 1)
  }

  @Test("levels have RealmSwift's numbers")
  func numbers() {
    let levels: [LogLevel] = [.off, .fatal, .error, .warn, .info, .detail, .debug, .trace, .all]
    #expect(levels.map(\.rawValue) == Array(0...8))
  }

  @Test("at first messages from info on go to standard error, a line for each as swift-log writes it")
  func standardError() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      #expect(Logger.shared.level == .info)
      Logger.shared.log(.warn, "first")
      Logger.shared.log(.debug, "second")
    }
    let text = errorText(result)
    #expect(text.contains(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} warning Ashlar : first\n/#))
    #expect(!text.contains("second"))
  }

  @Test("opening, invalidating in a write and the end of a thread in a write are logged to the logger that is set last")
  func events() async {
    await #expect(processExitsWith: .success) {
      let lines = Lines()
      let folder = try TemporaryFolder()
      let realm = try Realm(configuration: folder.configuration("data.realm", [TextKey.self]))
      Logger.shared = Logger(level: .all) { lines.add($0, $1) }
      realm.beginWrite()
      realm.invalidate()
      let cancelled = lines.texts.first { $0.contains("is cancelled: its Realm is invalidated.") }
      #expect(cancelled?.hasPrefix("'\(folder.url().path)': a write transaction of the Realm opened at ") == true)
      #expect(cancelled?.contains("LoggerTests.swift:") == true && lines.levels.contains(.warn))
      let configuration = folder.configuration("other.realm", [TextKey.self])
      try onThread { try Realm(configuration: configuration).beginWrite() }
      for _ in 0..<6_000 where !lines.texts.contains(where: { $0.contains("its thread ends") }) { usleep(10_000) }
      #expect(lines.texts.contains { $0.contains("other.realm") && $0.contains("is cancelled: its thread ends.") })
      #expect(lines.texts.contains { $0.contains("other.realm': opened at ") })
    }
  }

  @Test("a writer that waits for another thread says which one after three seconds")
  func waiting() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let configuration = memory("waiting", [TextKey.self])
      let realm = try Realm(configuration: configuration)
      realm.beginWrite()
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        try? Realm(configuration: configuration).write {}
        done.signal()
      }
      usleep(3_500_000)
      realm.cancelWrite()
      done.wait()
    }
    let text = errorText(result)
    #expect(text.contains("warning Ashlar : "))
    #expect(
      text.contains(#/a write has been waiting for 3 s. The right to write is held by thread 0x[0-9a-f]+ of process \d+, for the Realm/#))
    #expect(text.contains("LoggerTests.swift:"))
  }
}
