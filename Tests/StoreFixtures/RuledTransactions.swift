public import AshlarStore

/// A store of numbered transactions under rules.
public protocol RuledTransactions: AnyObject {
  /// The store.
  var store: SampleStore { get }
  /// The number of the last transaction; -1 if there is none.
  func number() throws -> Int64
  /// Commits the transaction with this number, the one after `number`.
  func commit(_ number: Int64, _ durability: CommitDurability) throws
  /// Makes a write that breaks a rule in one of several ways, after the first transaction.
  /// - Returns: Whether it was refused because of the rule.
  func isRefused(_ kind: Int, _ durability: CommitDurability) throws -> Bool
  /// Returns the differences from the contents after the transaction with this number.
  func faults(after number: Int64) throws -> [String]
}

/// The stores of numbered transactions under rules.
public enum RuledFixture: String, CaseIterable, Sendable {
  /// Unique rules, delete rules and rules about values.
  case ledger
  /// Rules and indexes of several properties.
  case seating

  /// The names of the features of a file with the rules, ascending.
  public var features: [String] { self == .ledger ? LedgerSchema.features : SeatingSchema.features }

  /// The number of ways in which `isRefused` can break a rule.
  public var brokenRules: Int { self == .ledger ? Ledger.brokenRules : Seating.brokenRules }

  /// Opens a file under the schema of a version, by default with the rules.
  public func open(_ path: String, version: UInt64 = 2) throws -> any RuledTransactions {
    switch self {
    case .ledger: try Ledger(path: path, version: version)
    case .seating: try Seating(path: path, version: version)
    }
  }

  /// Opens a file under the schema of a version, to which a copy is brought that then replaces it.
  /// - Parameter progress: Told the progress of copying.
  public func open(_ path: String, onCopy version: UInt64, progress: @escaping CopyProgress) throws -> any RuledTransactions {
    switch self {
    case .ledger: try Ledger(path: path, onCopy: version, progress: progress)
    case .seating: try Seating(path: path, onCopy: version, progress: progress)
    }
  }
}
