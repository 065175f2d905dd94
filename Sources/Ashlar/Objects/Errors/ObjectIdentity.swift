/// The identity of an object in a file, as errors report it. Any thread may use the value, even after the failed write has ended.
///
/// ```swift
/// if let holder = violation.holder, let account = realm.object(holder) as? Account { print(account.email) }
/// ```
///
/// See the guide, *Rules*.
public nonisolated struct ObjectIdentity: Sendable {
  /// The class name of the object's type; the name in the file if the Realm that reported the identity does not list the type.
  public let type: String
  /// The number of the object's row. No later object of the type receives the number of an object that was committed.
  public let row: Int64
  /// The primary key as text; nil if the type has none. The text of a key that is nil is `nil`, that of an ObjectId has 24 hex digits, and
  /// that of a UUID is its `uuidString`. The text of a key of several properties is a list with quoted texts: `[1, 3, "A"]`.
  public let primaryKey: String?
  // The type's name in the file.
  let storedType: String
  // Whether the object was created by a write that had not been committed when the identity was created. If so, another object may receive
  // the same row number.
  let isNew: Bool
}

extension ObjectIdentity: Hashable {
  /// Returns whether `a` and `b` identify the same object, provided that they are from the same file.
  public static func == (a: Self, b: Self) -> Bool {
    a.row == b.row && a.storedType == b.storedType && a.primaryKey == b.primaryKey
  }

  /// Hashes the type and the row.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(row)
    hasher.combine(storedType)
  }
}

extension ObjectIdentity: CustomStringConvertible {
  /// The type, the row, and the primary key if there is one: `Account, row 7, primary key ada`.
  public var description: String { "\(type), row \(row)\(primaryKey.map { ", primary key \($0)" } ?? "")" }
}
