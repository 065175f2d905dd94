// Files that were written for RealmSwift import a module of this name.
@_exported public import Ashlar
#if canImport(AshlarSwiftUI) && canImport(SwiftUI)
  @_exported public import AshlarSwiftUI
#endif
// RealmSwift re-exports Foundation, so its files need not import it.
@_exported public import Foundation

/// An order of objects by a property. Foundation has a type of this name too.
public typealias SortDescriptor = Ashlar.SortDescriptor
