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
  @usableFromInline let origin: _PersistedOrigin<Value>

  /// Declares a property that starts with the default of its type.
  @inlinable @inline(__always)
  public init(_line: UInt32 = #line, _column: UInt32 = #column) { self.init(_place(_line, _column)) }

  /// Declares a property with an initial value.
  @inlinable @inline(__always)
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, _file: StaticString = #fileID, _line: UInt32 = #line, _column: UInt32 = #column
  ) {
    self.init(_place(_line, _column), _file, wrappedValue)
  }

  /// Holds a value that was decoded, until the object is there that it belongs to.
  @_disfavoredOverload public init(wrappedValue: Value) { self.init(decoded: wrappedValue) }

  init(decoded value: Value) { origin = .decoded(_DecodedProperty(value)) }

  // One store, so that objects are made in few instructions, and elements of loops on the stack.
  @inlinable @inline(__always)
  init(_ place: UInt32) { origin = .declared(place) }

  @inlinable @inline(__always)
  init(_ place: UInt32, _ file: StaticString, _ initial: @escaping () -> Value) {
    origin = .declared(place)
    if ashlar_discoveries() != 0 { _Discovery.note(initial, file, place) }
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
      switch object[keyPath: storage].origin {
      case .declared(let place): return Value._read(object, Enclosing._column(place))
      case .decoded(let property): return Value._read(object, property.column)
      }
    }
    @inlinable @inline(__always) set {
      switch object[keyPath: storage].origin {
      case .declared(let place):
        let column = Enclosing._column(place)
        if place & 1 != 0 { object._willSetKey(column) }
        if Enclosing._namesKeyByMethod { object._willSetKeyNamedByMethod(column) }
        Value._write(object, column, newValue)
      case .decoded(let property): property.write(object, newValue)
      }
    }
  }
}

/// How a wrapper knows its column.
///
/// A place is where the property is declared: line, column of the line, and in the lowest bit whether it is the primary key. It is a
/// constant of the initialiser's call, so that an object costs one store for each property.
@frozen @usableFromInline nonisolated enum _PersistedOrigin<Value: _Persistable> {
  case declared(UInt32)
  case decoded(_DecodedProperty<Value>)
}

extension Persisted where Value.PersistedType: _PrimaryKey {
  /// Declares the primary key.
  @inlinable @inline(__always)
  public init(primaryKey: Bool, _line: UInt32 = #line, _column: UInt32 = #column) {
    self.init(_place(_line, _column) | (primaryKey ? 1 : 0))
  }

  /// Declares the primary key with an initial value.
  @inlinable @inline(__always)
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, primaryKey: Bool, _file: StaticString = #fileID, _line: UInt32 = #line,
    _column: UInt32 = #column
  ) {
    self.init(_place(_line, _column) | (primaryKey ? 1 : 0), _file, wrappedValue)
  }
}

extension Persisted where Value.PersistedType: _Indexable {
  /// Declares a property with an index.
  @inlinable @inline(__always)
  public init(indexed: Bool, _line: UInt32 = #line, _column: UInt32 = #column) { self.init(_place(_line, _column)) }

  /// Declares a property with an index and an initial value.
  @inlinable @inline(__always)
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, indexed: Bool, _file: StaticString = #fileID, _line: UInt32 = #line,
    _column: UInt32 = #column
  ) {
    self.init(_place(_line, _column), _file, wrappedValue)
  }
}

extension Persisted {
  /// Declares the other end of links.
  /// - Parameter originProperty: the property of `Element` that links here.
  @inlinable @inline(__always)
  public init<Element: ObjectBase>(
    originProperty: String, _line: UInt32 = #line, _column: UInt32 = #column
  ) where Value == LinkingObjects<Element> {
    self.init(_place(_line, _column))
  }
}
