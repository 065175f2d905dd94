import AshlarSchema
public import AshlarStore

/// A view of an object that shows some of its properties, and properties of linked objects, under names that may differ.
///
/// ```swift
/// class DogCard: Projection<Dog> {
///   @Projected(\Dog.name) var title
/// }
/// for card in realm.objects(DogCard.self).sorted(byKeyPath: "title") { print(card.title) }
/// ```
///
/// A projection stores and caches nothing: every read and write accesses the object. Projections are generated from the section
/// `projections` of a schema, or written by hand with `@Projected`. See the guide, *Reading and querying*.
open nonisolated class Projection<Root: ObjectBase>: ProjectionObservable {
  /// The type of the objects that are stored.
  public typealias PersistedType = Root

  /// The object that the projection is a view of.
  public let rootObject: Root

  /// Creates a view of a managed or an unmanaged object.
  ///
  /// ```swift
  /// let card = DogCard(projecting: dog)
  /// print(card.title)
  /// ```
  ///
  /// If a property of the class shows no stored property, the program stops when the first projection of the class is created.
  public required init(projecting object: Root) {
    rootObject = object
    ProjectionTable.check(self)
  }

  /// The properties, each with the key path that it shows. Generated classes override it.
  open class var _projected: [(label: String, origin: PartialKeyPath<Root>)] { [] }

  /// The properties that cannot be used for filtering and sorting. Generated classes override it.
  open class var _derived: [(label: String, keyPath: AnyKeyPath)] { [] }

  /// Returns the class name of the projected objects.
  public class func className() -> String { Root._entity.model.name }

  /// The Realm of the object; nil if the object is unmanaged, or has been deleted through `rootObject`.
  public final var realm: Realm? { rootObject._currentRealm }

  /// Whether the object is invalidated, for example because it has been deleted. See `Object.isInvalidated`.
  public final var isInvalidated: Bool { rootObject.isInvalidated }

  /// The class of the projection, the class of its object, the address of the projection, and each property with its origin and its value.
  open var description: String { _describe() }
}

extension Projection: Hashable, CustomStringConvertible {
  /// Returns whether `a` and `b` are views of the same row of the same Realm instance, or of the same unmanaged object.
  public static func == (a: Projection, b: Projection) -> Bool { a.rootObject._isSameRow(as: b.rootObject) }

  /// Hashes the row key of the object; if it has none, for example because it is unmanaged, hashes its identity.
  public func hash(into hasher: inout Hasher) {
    let row = rootObject._rowAccess
    if rootObject._kind == .live, row.key >= 0 { hasher.combine(row.key) } else { hasher.combine(ObjectIdentifier(rootObject)) }
  }
}

// The elements of results are created from the objects in them.
extension Projection: RealmCollectionValue {
  /// Stops the program: collections of projections are only returned by a Realm.
  public static func _rlmDefaultValue() -> Self {
    misuse(.value("A collection cannot contain projections: '\(Self.self)' is a view of an object. Declare a collection of the objects."))
  }

  /// Maps the name of a projected property to the path from the root; other names are properties of the root.
  public static var _storedPath: ((String) -> String)? { { Self._rootPath(of: $0) } }

  /// The number of bytes of a cell.
  public static var _width: Int { Root._width }

  /// Stops the program: projections have no cells.
  public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self {
    misuse(.schema("Projections have no cells: '\(Self.self)' was read as a value."))
  }

  /// Stops the program: projections have no cells.
  public static func _store(_ value: Projection, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?) {
    misuse(.schema("Projections have no cells: '\(Self.self)' was written as a value."))
  }

  /// Returns a view of the row with a key. Its object is invalidated if the row does not exist.
  public static func _accessor(_ entity: _Entity, _ key: Int64, _ core: _RealmCore) -> Self {
    Self(projecting: Root._accessor(entity, key, core))
  }

  /// Returns a view of an object that records accesses.
  public static func _recorded(_ recorder: _Recorder) -> Self { Self(projecting: recorder.make(Root.self)) }

  /// Returns a view of the next row; nil at the end.
  public static func _next(_ iteration: inout _Iteration) -> Self? { Root._next(&iteration).map { Self(projecting: $0) } }

  /// The entity of the objects.
  public static var _elementEntity: _Entity? { Root._entity }
}

extension ObjectKeyIdentifiable where Self: ProjectionObservable {
  /// The identity of the object.
  public var id: UInt64 { rootObject._identity }
}

extension ProjectionObservable {
  func _describe() -> String {
    DescriptionLimit.counting { _ in
      let address = String(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()), radix: 16)
      var text = "\(type(of: self))<\(Root._entity.model.name)> <0x\(address)> {\n"
      if rootObject.isInvalidated { return text + "\t[invalid object]\n}" }
      for (label, origin) in ProjectionTable.entries(of: self) {
        guard let origin = origin as? PartialKeyPath<Root> else { continue }
        text += "\t\(label)(\\.\(_name(for: origin))) = \(ProjectionTable.text(rootObject[keyPath: origin]));\n"
      }
      return text + "}"
    }
  }
}

extension Projection: KeypathSortable, RealmFetchable {}
