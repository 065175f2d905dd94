#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm.Error: Equatable {
  /// Errors are equal when their codes are.
  public static func == (a: Self, b: Self) -> Bool { a.code == b.code }
}

/// Whether two errors have the same domain and code.
public nonisolated func == (a: any Error, b: any Error) -> Bool { a._domain == b._domain && a._code == b._code }

extension Realm.Error: LocalizedError {
  /// RealmSwift's domain.
  public static var errorDomain: String { "io.realm" }
  /// The raw value of the code.
  public var errorCode: Int { code.rawValue }
  /// See `userInfo`.
  public var errorUserInfo: [String: Any] { userInfo }
  /// See `localizedDescription`.
  public var errorDescription: String? { description }

  // `CustomNSError`, which does the same, would link all of Foundation into programs that do not use it.

  /// What Foundation asks any error for when it makes an `NSError` of it.
  public var _domain: String { Self.errorDomain }
  /// See `_domain`.
  public var _code: Int { code.rawValue }
}

#if !canImport(FoundationEssentials)
  extension Realm.Error: CustomNSError {}
#endif
