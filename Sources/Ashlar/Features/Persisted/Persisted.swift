public import CAshlar

/// A stored property of a handwritten class.
///
/// ```swift
/// class Person: Object {
///   @Persisted(primaryKey: true) var id: ObjectId
///   @Persisted var name: String = ""
///   @Persisted(indexed: true) var age: Int?
///   @Persisted var dogs: List<Dog>
/// }
///
/// class Dog: Object {
///   @Persisted var name: String
///   @Persisted var age: Int
///   @Persisted(originProperty: "dogs") var owners: LinkingObjects<Person>
/// }
/// ```
///
/// The target needs the plugin AshlarGenerate, which reads the class and generates one schema from it and the target's YAML files. Without
/// the plugin the class does not compile, because it must conform to `_HandwrittenModel`, and the plugin generates the conformance.
///
/// An initial value that is a literal is part of the schema. Any other initial value is evaluated once for each new object, and never for
/// objects that are read. See the guide, *Models written in Swift*.
@propertyWrapper @frozen public nonisolated struct Persisted<Value: _Persistable> {
  @usableFromInline let origin: _PersistedOrigin<Value>

  /// Declares a property that starts with the default of its type.
  ///
  /// ```swift
  /// @Persisted var name: String
  /// ```
  @inlinable @inline(__always)
  public init(_line: UInt32 = #line, _column: UInt32 = #column) { self.init(_place(_line, _column)) }

  /// Declares a property with an initial value.
  ///
  /// ```swift
  /// @Persisted var name = "unnamed"
  /// ```
  @inlinable @inline(__always)
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, _file: StaticString = #fileID, _line: UInt32 = #line, _column: UInt32 = #column
  ) {
    self.init(_place(_line, _column), _file, wrappedValue)
  }

  /// Stores a decoded value until the object to which the value belongs exists. Implements `OptionalCodingWrapper`, whose `decode` passes
  /// nil if the key of an optional property is missing or null.
  @_disfavoredOverload public init(wrappedValue: Value) { self.init(decoded: wrappedValue) }

  /// - Parameter value: The decoded value; nil for the property's default.
  init(decoded value: Value?) { origin = .decoded(_DecodedProperty(value)) }

  // The initializer is a single store, so that creating an object takes few instructions, and accessors in loops can be allocated on the
  // stack.
  @inlinable @inline(__always)
  init(_ place: UInt32) { origin = .declared(place) }

  @inlinable @inline(__always)
  init(_ place: UInt32, _ file: StaticString, _ initial: @escaping () -> Value) {
    origin = .declared(place)
    if ashlar_discoveries() != 0 { _Discovery.note(initial, file, place) }
  }

  /// Unavailable: the wrapper itself stores no value.
  @available(*, unavailable, message: "@Persisted is for properties of classes that derive from Object or EmbeddedObject")
  public var wrappedValue: Value {
    get { misuse(.schema("@Persisted is for properties of model classes.")) }
    // swift-format-ignore: UseSingleLinePropertyGetter
    set { misuse(.schema("@Persisted is for properties of model classes.")) }
  }

  /// Reads and writes the column of the object to which the property belongs.
  ///
  /// ```swift
  /// try realm.write { person.age = 36 }
  /// ```
  public static subscript<Enclosing: _HandwrittenModel>(
    _enclosingInstance object: Enclosing, wrapped _: ReferenceWritableKeyPath<Enclosing, Value>,
    storage storage: ReferenceWritableKeyPath<Enclosing, Self>
  ) -> Value {
    // The compiler resolves the key path to a field only if both accessors are inlined; otherwise each access takes microseconds.
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

/// The origin of a wrapper, which determines its column: its declaration, or a decoded value.
///
/// `declared` contains the packed source location of the property: the line, the column within the line, and in the lowest bit whether the
/// property is the primary key. The location is a constant of the initializer's call, so that creating an object costs one store for each
/// property.
@frozen @usableFromInline nonisolated enum _PersistedOrigin<Value: _Persistable> {
  case declared(UInt32)
  case decoded(_DecodedProperty<Value>)
}

extension Persisted where Value.PersistedType: _PrimaryKey {
  /// Declares a property that is the primary key if `primaryKey` is true.
  ///
  /// ```swift
  /// @Persisted(primaryKey: true) var id: ObjectId
  /// ```
  @inlinable @inline(__always)
  public init(primaryKey: Bool, _line: UInt32 = #line, _column: UInt32 = #column) {
    self.init(_place(_line, _column) | (primaryKey ? 1 : 0))
  }

  /// Declares a property that is the primary key if `primaryKey` is true, with an initial value.
  ///
  /// ```swift
  /// @Persisted(primaryKey: true) var id = ObjectId.generate()
  /// ```
  @inlinable @inline(__always)
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, primaryKey: Bool, _file: StaticString = #fileID, _line: UInt32 = #line,
    _column: UInt32 = #column
  ) {
    self.init(_place(_line, _column) | (primaryKey ? 1 : 0), _file, wrappedValue)
  }
}

extension Persisted where Value.PersistedType: _Indexable {
  /// Declares a property that is indexed if `indexed` is true.
  ///
  /// ```swift
  /// @Persisted(indexed: true) var name: String
  /// ```
  @inlinable @inline(__always)
  public init(indexed: Bool, _line: UInt32 = #line, _column: UInt32 = #column) { self.init(_place(_line, _column)) }

  /// Declares a property that is indexed if `indexed` is true, with an initial value.
  ///
  /// ```swift
  /// @Persisted(indexed: true) var name = "unnamed"
  /// ```
  @inlinable @inline(__always)
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, indexed: Bool, _file: StaticString = #fileID, _line: UInt32 = #line,
    _column: UInt32 = #column
  ) {
    self.init(_place(_line, _column), _file, wrappedValue)
  }
}

extension Persisted {
  /// Declares the objects that link to this object.
  ///
  /// ```swift
  /// @Persisted(originProperty: "dogs") var owners: LinkingObjects<Person>
  /// ```
  ///
  /// - Parameter originProperty: The property of `Element` that links to this object.
  @inlinable @inline(__always)
  public init<Element: ObjectBase>(
    originProperty: String, _line: UInt32 = #line, _column: UInt32 = #column
  ) where Value == LinkingObjects<Element> {
    self.init(_place(_line, _column))
  }

  /// Declares the objects that link to this object, and the effect of deleting this object on them.
  ///
  /// ```swift
  /// @Persisted(originProperty: "customer", deleteRule: .deny) var orders: LinkingObjects<Order>
  /// ```
  ///
  /// - Parameters:
  ///   - originProperty: The property of `Element` that links to this object.
  ///   - deleteRule: The effect of deleting this object on the objects that link to it.
  @inlinable @inline(__always)
  public init<Element: ObjectBase>(
    originProperty: String, deleteRule: SchemaRule.DeleteRule, _line: UInt32 = #line, _column: UInt32 = #column
  ) where Value == LinkingObjects<Element> {
    self.init(_place(_line, _column))
  }

  /// Declares a link, or a collection of links, and the effect of deleting this object on the objects to which it links.
  ///
  /// ```swift
  /// @Persisted(deleteRule: .cascade) var lines: List<OrderLine>
  /// ```
  ///
  /// The build rejects a delete rule of a property that is not a link, and of a link to an embedded object, which is always deleted with
  /// its owner. See the guide, *Rules*.
  @inlinable @inline(__always)
  public init(deleteRule: SchemaRule.DeleteRule, _line: UInt32 = #line, _column: UInt32 = #column) {
    self.init(_place(_line, _column))
  }

  /// Declares a property that is unique if `unique` is true: no two objects have equal values other than nil.
  ///
  /// ```swift
  /// @Persisted(unique: true) var code: String
  /// ```
  ///
  /// A write after which two objects have equal values throws `Realm.Error` with the code `.ruleViolated` when it is committed. Text is
  /// compared byte for byte. The property has an index. The build rejects the rule for types that cannot be unique, such as `Double` and
  /// collections; a link to one object can. See the guide, *Rules*.
  @inlinable @inline(__always)
  public init(unique: Bool, _line: UInt32 = #line, _column: UInt32 = #column) { self.init(_place(_line, _column)) }

  /// Declares a property that is unique if `unique` is true, with an initial value.
  ///
  /// ```swift
  /// @Persisted(unique: true) var code = UUID()
  /// ```
  @inlinable @inline(__always)
  public init(
    wrappedValue: @autoclosure @escaping () -> Value, unique: Bool, _file: StaticString = #fileID, _line: UInt32 = #line,
    _column: UInt32 = #column
  ) {
    self.init(_place(_line, _column), _file, wrappedValue)
  }
}
