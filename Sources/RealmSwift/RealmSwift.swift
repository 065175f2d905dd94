// This module has the name that files written for RealmSwift import.
@_exported public import Ashlar
#if canImport(AshlarSwiftUI) && canImport(SwiftUI)
  @_exported public import AshlarSwiftUI
#endif
// RealmSwift re-exports Foundation, so its files need not import it.
@_exported public import Foundation

/// An order of objects by a property. Without this alias, the name would be ambiguous, because Foundation also has a type of this name.
public typealias SortDescriptor = Ashlar.SortDescriptor
