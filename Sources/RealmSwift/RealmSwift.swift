// Files that come from RealmSwift import a module of this name.
@_exported public import Ashlar
#if canImport(AshlarSwiftUI) && canImport(SwiftUI)
  @_exported public import AshlarSwiftUI
#endif
