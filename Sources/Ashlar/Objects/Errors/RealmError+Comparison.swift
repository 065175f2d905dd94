#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm.Error: Equatable {
  /// Returns whether two errors have the same code.
  ///
  /// ```swift
  /// if error == Realm.Error(.fileNotFound) { print("There is no such file.") }
  /// ```
  public static func == (a: Self, b: Self) -> Bool { a.code == b.code }
}

/// Returns whether two errors have the same domain and code.
///
/// ```swift
/// if error == Realm.Error(.fileNotFound) { print("There is no such file.") }
/// ```
public nonisolated func == (a: any Error, b: any Error) -> Bool { a._domain == b._domain && a._code == b._code }

extension Realm.Error: LocalizedError {
  /// RealmSwift's domain, `"io.realm"`.
  public static var errorDomain: String { "io.realm" }
  /// The raw value of the code.
  public var errorCode: Int { code.rawValue }
  /// The error as a dictionary; see `userInfo`.
  public var errorUserInfo: [String: Any] { userInfo }
  /// The description of the error; see `localizedDescription`.
  public var errorDescription: String? { description }

  // Conforming to `CustomNSError`, which has the same effect, would link all of Foundation into programs that do not use it.

  /// The domain of the `NSError` that Foundation creates from this error.
  public var _domain: String { Self.errorDomain }
  /// The code of the `NSError` that Foundation creates from this error.
  public var _code: Int { code.rawValue }
}

#if !canImport(FoundationEssentials)
  extension Realm.Error: CustomNSError {}
#endif
