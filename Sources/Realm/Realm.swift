// Files written for RealmSwift sometimes also import its Objective-C module `Realm`. This module declares the names from that module that
// are useful in Swift.
public import Ashlar

/// The base class of all objects, under its name in Objective-C.
public typealias RLMObjectBase = Ashlar.ObjectBase

/// An error of opening or writing, under its name in Objective-C.
public typealias RLMError = Ashlar.Realm.Error
