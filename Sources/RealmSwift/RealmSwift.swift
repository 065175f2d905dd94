// Files that come from RealmSwift import a module of this name.
@_exported public import Ashlar
