internal import Ashlar

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The order of values in aggregates and summaries.
enum ValueOrder {
  /// Returns whether a value precedes another of its type. Values of different types, which only an `AnyRealmValue` has, are in no order.
  static func precedes(_ a: _StoredContents, _ b: _StoredContents) -> Bool {
    switch (a, b) {
    case (.int(let a), .int(let b)): a < b
    case (.float(let a), .float(let b)): a < b
    case (.double(let a), .double(let b)): a < b
    case (.decimal(let a), .decimal(let b)): a < b
    case (.date(let a), .date(let b)): a < b
    case (.string(let a), .string(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    default: false
    }
  }
}
