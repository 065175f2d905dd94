import Ashlar
import Foundation
import TestSupport
import Testing
import Weather

@Suite("Misuse of the outbox")
struct OutboxMisuseTests {
  @Test("asymmetric types without an outbox are refused at opening")
  func withoutOutbox() throws {
    let error = #expect(throws: Realm.Error.self) { try memoryRealm(weatherTypes) }
    #expect(
      error?.localizedDescription.contains(
        "- Asymmetric type 'Reading' is not allowed in a local Realm. Set 'outbox' in the configuration to keep its objects until they are "
          + "sent.") == true)
  }

  @Test("looking for asymmetric objects by name stops the program and says why")
  func dynamic() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var configuration = memory(UUID().uuidString, weatherTypes)
      configuration.outbox = .init()
      _ = try Realm(configuration: configuration).dynamicObjects("Reading")
    }
    #expect(
      errorText(result).contains(
        "Object type 'Reading' is asymmetric: its objects are in the outbox and can't be queried, changed or deleted. Create them with "
          + "'realm.create(Reading.self, value: …)'; 'outboxStatus' returns their number."))
  }

  @Test("the outbox's table is not among the types that a file has")
  func table() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var configuration = memory(UUID().uuidString, weatherTypes)
      configuration.outbox = .init()
      _ = try Realm(configuration: configuration).dynamicObjects("ashlar outbox")
    }
    #expect(errorText(result).contains("Object type 'ashlar outbox' is not managed by the Realm."))
  }

  @Test("creating an object outside of a write stops the program")
  func outsideWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var configuration = memory(UUID().uuidString, weatherTypes)
      configuration.outbox = .init()
      try Realm(configuration: configuration).create(Event.self)
    }
    #expect(errorText(result).contains("Cannot create an object outside of a write transaction"))
  }

  @Test("a schema of a Realm with an outbox has its asymmetric types")
  func schema() throws {
    var configuration = memory(UUID().uuidString, weatherTypes)
    configuration.outbox = .init()
    let realm = try Realm(configuration: configuration)
    #expect(realm.schema["Reading"]?.isAsymmetric == true)
    #expect(realm.schema["ashlar outbox"] == nil)
  }
}
