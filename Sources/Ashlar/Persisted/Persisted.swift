public import CAshlar

/// A stored property of a class that is written by hand.
///
///     class Person: Object {
///       @Persisted(primaryKey: true) var id: ObjectId
///       @Persisted var name: String = ""
///       @Persisted(indexed: true) var age: Int?
///       @Persisted var dogs: List<Dog>
///       @Persisted(originProperty: "owner") var pets: LinkingObjects<Dog>
///     }
///
/// The target needs the plugin AshlarGenerate, which reads the class and makes a schema of it, together with the target's YAML
/// files. Without it the class does not compile: it has to conform to `_HandwrittenModel`, and the plugin writes that.
///
/// An initial value that is a literal is part of the schema. Any other is evaluated once for each new object, and never for
/// objects that are read.
@propertyWrapper @frozen public nonisolated struct Persisted<Value: _Persistable> {
  // Where the property is declared, which tells its column: line, column of the line, and in the lowest bit whether it is the
  // primary key. Constants of the initialiser's call, so that an object costs one store for each property.
  @usableFromInline let word: UInt32

  /// Declares a property that starts with the default of its type.
  @inlinable @inline(__always)
  public init(_file: StaticString = #fileID, _line: UInt32 = #line, _column: UInt32 = #column) {
    word = _line &<< 12 | _column &<< 1
    if ashlar_discoveries() != 0 { _Discovery.note(Value.self, nil, _file, word) }
  }

  /// Declares a property with an initial value.
  @inlinable @inline(__always)
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, _file: StaticString = #fileID, _line: UInt32 = #line, _column: UInt32 = #column
  ) {
    word = _line &<< 12 | _column &<< 1
    if ashlar_discoveries() != 0 { _Discovery.note(Value.self, wrappedValue, _file, word) }
  }

  /// The storage itself has no value.
  @available(*, unavailable, message: "@Persisted is for properties of classes that derive from Object or EmbeddedObject")
  public var wrappedValue: Value {
    get { misuse(.schema("@Persisted is for properties of model classes.")) }
    // swift-format-ignore: UseSingleLinePropertyGetter
    set { misuse(.schema("@Persisted is for properties of model classes.")) }
  }

  /// Reads and writes the column of the object that the property belongs to.
  public static subscript<Enclosing: _HandwrittenModel>(
    _enclosingInstance object: Enclosing, wrapped _: ReferenceWritableKeyPath<Enclosing, Value>,
    storage storage: ReferenceWritableKeyPath<Enclosing, Self>
  ) -> Value {
    // Only where both are inlined does the compiler see a field in the key path; otherwise each access takes microseconds.
    @inlinable @inline(__always) get {
      let word = object[keyPath: storage].word
      return Value._read(object, Enclosing._column(word &>> 12, word &>> 1 & 0x7FF))
    }
    @inlinable @inline(__always) set {
      let word = object[keyPath: storage].word
      let column = Enclosing._column(word &>> 12, word &>> 1 & 0x7FF)
      if word & 1 != 0 { object._willSetKey(column) }
      Value._write(object, column, newValue)
    }
  }
}

extension Persisted where Value.PersistedType: _PrimaryKey {
  /// Declares the primary key.
  @inlinable @inline(__always)
  public init(primaryKey: Bool, _file: StaticString = #fileID, _line: UInt32 = #line, _column: UInt32 = #column) {
    word = _line &<< 12 | _column &<< 1 | (primaryKey ? 1 : 0)
    if ashlar_discoveries() != 0 { _Discovery.note(Value.self, nil, _file, word) }
  }

  /// Declares the primary key with an initial value.
  @inlinable @inline(__always)
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, primaryKey: Bool, _file: StaticString = #fileID, _line: UInt32 = #line,
    _column: UInt32 = #column
  ) {
    word = _line &<< 12 | _column &<< 1 | (primaryKey ? 1 : 0)
    if ashlar_discoveries() != 0 { _Discovery.note(Value.self, wrappedValue, _file, word) }
  }
}

extension Persisted where Value.PersistedType: _Indexable {
  /// Declares a property with an index.
  @inlinable @inline(__always)
  public init(indexed: Bool, _file: StaticString = #fileID, _line: UInt32 = #line, _column: UInt32 = #column) {
    self.init(_file: _file, _line: _line, _column: _column)
  }

  /// Declares a property with an index and an initial value.
  @inlinable @inline(__always)
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, indexed: Bool, _file: StaticString = #fileID, _line: UInt32 = #line,
    _column: UInt32 = #column
  ) {
    self.init(wrappedValue: wrappedValue(), _file: _file, _line: _line, _column: _column)
  }
}

extension Persisted {
  /// Declares the other end of links.
  /// - Parameter originProperty: the property of `Element` that links here.
  @inlinable @inline(__always)
  public init<Element: ObjectBase>(
    originProperty: String, _file: StaticString = #fileID, _line: UInt32 = #line, _column: UInt32 = #column
  ) where Value == LinkingObjects<Element> {
    self.init(_file: _file, _line: _line, _column: _column)
  }
}
