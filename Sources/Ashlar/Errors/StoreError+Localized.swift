public import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension StoreError: LocalizedError {
  /// See `description`.
  public var errorDescription: String? { description }
}

extension CatalogError: LocalizedError {
  /// See `description`.
  public var errorDescription: String? { description }
}
