public import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension StoreError: LocalizedError {
  /// The description of the error, for Foundation.
  public var errorDescription: String? { description }
}

extension CatalogError: LocalizedError {
  /// The description of the error, for Foundation.
  public var errorDescription: String? { description }
}
