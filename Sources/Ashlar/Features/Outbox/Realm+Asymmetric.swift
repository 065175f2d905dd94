extension Realm {
  /// Stores an object in the outbox, from where it is sent to a server: atomically with the rest of the write. It can't be read, changed
  /// or deleted here. The configuration must have an `outbox` and list the type.
  ///
  /// Takes what `create` of an `Object` takes. Objects that it links to are added to this Realm as by `add`; what is sent of them is their
  /// primary key as it is now. O(size of the value).
  ///
  /// A value of the wrong type stops the program. When the outbox is full, the commit throws `Realm.Error.outboxFull` and cancels the write;
  /// so it does with `.invalidInput` for an object of more than 16,777,200 bytes.
  public func create<T: AsymmetricObject>(_ type: T.Type, value: Any = [String: Any]()) {
    _core.requireWrite("create an object")
    _core.createInOutbox(type, value: value)
  }
}
