import AshlarStore
import Foundation
import Testing

@testable import Ashlar

@Suite("Realm.Error")
struct RealmErrorTests {
  private struct Other: Error {}

  @Test("codes have RealmSwift's numbers")
  func numbers() {
    let codes: [(Realm.Error.Code, Int)] = [
      (.fail, 1), (.fileAccess, 2), (.filePermissionDenied, 3), (.fileExists, 4), (.fileNotFound, 5), (.fileFormatUpgradeRequired, 6),
      (.incompatibleLockFile, 8), (.addressSpaceExhausted, 9), (.schemaMismatch, 10), (.alreadyOpen, 12), (.invalidInput, 13),
      (.outOfDiskSpace, 14), (.incompatibleSession, 15), (.unsupportedFileFormatVersion, 16), (.multipleSyncAgents, 17),
      (.subscriptionFailed, 18), (.fileOperationFailed, 19), (.invalidDatabase, 20), (.incompatibleHistories, 21),
      (.noSubscriptionForWrite, 22),
    ]
    for (code, number) in codes { #expect(code.rawValue == number && Realm.Error.Code(rawValue: number) == code) }
    #expect(Realm.Error.Code(rawValue: 7) == nil && Realm.Error.Code(rawValue: 11) == nil)
  }

  @Test("errors of the store have the codes that programs look for, and name the file")
  func codes() throws {
    let errors: [(StoreError, Realm.Error.Code)] = [
      (.noSpace(path: "/f"), .outOfDiskSpace),
      (.notFound(path: "/f"), .fileNotFound),
      (.permissionDenied(path: "/f"), .filePermissionDenied),
      (.fileExists(path: "/f"), .fileExists),
      (.damaged(path: "/f", detail: "a page"), .invalidDatabase),
      (.newerFormat(path: "/f", found: 9, supported: 7), .unsupportedFileFormatVersion),
      (.unknownFeatures(path: "/f", names: ["history"]), .unsupportedFileFormatVersion),
      (.inUse(path: "/f"), .alreadyOpen),
      (.replacedInUse(path: "/f"), .alreadyOpen),
      (.checkpoint(path: "/f", .inUse), .alreadyOpen),
      (.checkpoint(path: "/f", .readOnly), .fileOperationFailed),
      (.openedOtherwise(path: "/f"), .fail),
      (.stillOpen(path: "/f", before: "/g"), .alreadyOpen),
      (.notAtItsPath(path: "/f", isMissing: true), .fileOperationFailed),
      (.inherited(path: "/f"), .fileOperationFailed),
      (.addressSpace(path: "/f"), .addressSpaceExhausted),
      (.reservationFull(path: "/f"), .addressSpaceExhausted),
      (.sameProcessNumber(path: "/f", process: 7), .alreadyOpen),
      (.untrusted(path: "/f", .symbolicLink), .fileOperationFailed),
    ]
    for (error, code) in errors {
      let wrapped = try #require(Realm.Error.wrapping(error) as? Realm.Error)
      #expect(wrapped.code == code, "\(error)")
      #expect(wrapped.fileURL?.path == "/f", "\(error)")
    }
  }

  @Test("a catch clause names a code, or a type and a condition")
  func patterns() {
    func kind(_ error: any Error) -> String {
      do { throw error } catch Realm.Error.fileNotFound { return "missing" } catch let e as Realm.Error where e.code == .fail {
        return "fail"
      } catch { return "other" }
    }
    #expect(kind(Realm.Error(.fileNotFound)) == "missing")
    #expect(kind(Realm.Error(.fail)) == "fail")
    #expect(kind(Realm.Error(.fileExists)) == "other" && kind(Other()) == "other")
  }

  @Test("errors are equal by their code, also as any errors")
  func equality() {
    #expect(Realm.Error(.fail, "one") == Realm.Error(.fail, "two"))
    #expect(Realm.Error(.fail) != Realm.Error(.fileExists))
    let (a, b, c): (any Error, any Error, any Error) = (Realm.Error(.fail, "one"), Realm.Error(.fail), Realm.Error(.fileExists))
    #expect(a == b && !(a == c) && !(a == Other()))
  }

  @Test("user info has the description, the path of the file, and code and name")
  func userInfo() {
    let error = Realm.Error(.fileNotFound, "no file", fileURL: URL(fileURLWithPath: "/x/y"))
    #expect(error.userInfo[NSLocalizedDescriptionKey] as? String == "no file")
    #expect(error.userInfo[NSFilePathErrorKey] as? String == "/x/y")
    #expect(error.userInfo["Error Code"] as? Int == 5 && error.userInfo["Error Name"] as? String == "fileNotFound")
    #expect(Realm.Error(.fail).userInfo[NSFilePathErrorKey] == nil)
  }

  @Test("an error is created from user info, and contains it")
  func given() {
    let error = Realm.Error(.fileAccess, userInfo: [NSLocalizedDescriptionKey: "text", NSFilePathErrorKey: "/z", "mine": 5])
    #expect(error.localizedDescription == "text" && error.fileURL?.path == "/z" && error.userInfo["mine"] as? Int == 5)
    #expect(Realm.Error.callFailed.code == .fail && Realm.Error.callFailed.localizedDescription == "Call failed")
  }

  @Test("as any error it has domain, code and description, also as an NSError")
  func foundation() {
    let error: any Error = Realm.Error(.fileNotFound, "no file", fileURL: URL(fileURLWithPath: "/x"))
    #expect(error.localizedDescription == "no file" && "\(error)" == "no file")
    #expect((error as? any LocalizedError)?.errorDescription == "no file")
    #expect((error as NSError).domain == "io.realm" && (error as NSError).code == 5)
    #expect(Realm.Error.errorDomain == "io.realm")
  }

  @Test("errors of the store describe themselves to Foundation")
  func store() {
    let error: any Error = StoreError.notFound(path: "/x")
    #expect(error.localizedDescription == "'/x' cannot be opened: no such file or folder.")
    let version: any Error = CatalogError.versionTooLow(path: "/x", stored: 3, configured: 2)
    #expect(version.localizedDescription == "Provided schema version 2 is less than last set version 3 of '/x'.")
  }
}
