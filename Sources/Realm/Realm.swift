// Files written for RealmSwift sometimes import its Objective-C module of this name as well. This module declares those of its names that
// are useful in Swift.
public import Ashlar

/// The class that all objects derive from, by the name that it has in Objective-C.
public typealias RLMObjectBase = Ashlar.ObjectBase

/// Errors of opening and writing, by the name that they have in Objective-C.
public typealias RLMError = Ashlar.Realm.Error
