import AshlarSchema
public import AshlarStore

/// A view of an object that shows some of its properties, and of what it links to, under names of its own. Nothing is stored or
/// cached: every read and write goes to the object.
///
/// Projections are generated from the section `projections` of a schema, or written by hand with `@Projected`.
open nonisolated class Projection<Root: ObjectBase>: ProjectionObservable {
  /// What is stored: the object.
  public typealias PersistedType = Root

  /// The object it is a view of.
  public let rootObject: Root

  /// Makes a view of a managed or an unmanaged object. A property that shows nothing stored stops the program, when the first
  /// projection of the class is made.
  public required init(projecting object: Root) {
    rootObject = object
    ProjectionTable.check(self)
  }

  /// Emitted: each property and where it comes from.
  open class var _projected: [(label: String, origin: PartialKeyPath<Root>)] { [] }

  /// Emitted: the properties that cannot be filtered or sorted by.
  open class var _derived: [(label: String, keyPath: AnyKeyPath)] { [] }

  /// The class name of the objects.
  public class func className() -> String { Root._entity.model.name }

  /// The Realm of the object; nil for unmanaged and deleted ones.
  public final var realm: Realm? { rootObject._currentRealm }

  /// Whether the object was deleted.
  public final var isInvalidated: Bool { rootObject.isInvalidated }

  /// The class, its root's class and address, and each property with its origin and its value.
  open var description: String { _describe() }
}

extension Projection: Hashable, CustomStringConvertible {
  /// Equal when both are views of the same row of one Realm instance, or of the same unmanaged object.
  public static func == (a: Projection, b: Projection) -> Bool { a.rootObject._isSameRow(as: b.rootObject) }

  /// Hashes the row; for unmanaged and deleted objects their identity.
  public func hash(into hasher: inout Hasher) {
    let row = rootObject._row
    if rootObject._kind == .live, row.key >= 0 { hasher.combine(row.key) } else { hasher.combine(ObjectIdentifier(rootObject)) }
  }
}

// Elements of results are made of the objects there.
extension Projection: RealmCollectionValue {
  /// There is none: collections of projections come from a Realm only.
  public static func _rlmDefaultValue() -> Self {
    misuse(.value("Collections of projections cannot be made: '\(Self.self)' is a view of objects, which a collection would hold."))
  }

  /// A projected property stands for that of the root, and any other name for a property of the root.
  public static var _storedPath: ((String) -> String)? { { Self._rootPath(of: $0) } }

  /// Bytes a cell.
  public static var _width: Int { Root._width }

  /// Projections have no cells.
  public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self {
    misuse(.schema("Projections have no cells: '\(Self.self)' was read as a value."))
  }

  /// Projections have no cells.
  public static func _store(_ value: Projection, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?) {
    misuse(.schema("Projections have no cells: '\(Self.self)' was written as a value."))
  }

  /// A view of the object that a link leads to.
  public static func _accessor(_ entity: _Entity, _ key: Int64, _ core: _RealmCore) -> Self {
    Self(projecting: Root._accessor(entity, key, core))
  }

  /// A view of an object that records.
  public static func _recorded(_ recorder: _Recorder) -> Self { Self(projecting: recorder.make(Root.self)) }

  /// A view of the next row.
  public static func _next(_ iteration: inout _Iteration) -> Self? { Root._next(&iteration).map { Self(projecting: $0) } }

  /// The objects' entity.
  public static var _elementEntity: _Entity? { Root._entity }
}

extension ObjectKeyIdentifiable where Self: ProjectionObservable {
  /// The object's.
  public var id: UInt64 { rootObject._identity }
}

extension ProjectionObservable {
  func _describe() -> String {
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

extension Projection: KeypathSortable, RealmFetchable {}
