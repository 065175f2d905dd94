extension Realm {
  /// Would store an object for a server that collects them; stops the program, since there is none: the types of a Realm on
  /// this machine never have an asymmetric one. Inherit from `Object` to keep objects here.
  public func create<T: AsymmetricObject>(_ type: T.Type, value: Any = [String: Any]()) {
    _core.requireWrite("create an object")
    misuse(.asymmetric(type: "\(type)"))
  }
}
