public import Ashlar
internal import AshlarSchema

/// The objects of a type that satisfy a condition, in an order. They are updated when the file changes. Used only on the actor of its file.
/// A view occupies 8 bytes of memory per row, unless it shows all objects of a type in the order of their creation.
public final class LiveView {
  private let model: EntityModel
  private let types: StoredTypes
  private let objects: Results<DynamicObject>
  // Observed results are updated with the changes of a commit and need not be evaluated again.
  private var token: NotificationToken?
  /// The duration of the first evaluation; nil before it.
  public private(set) var duration: Duration?

  init(_ model: EntityModel, _ types: StoredTypes, _ objects: Results<DynamicObject>) {
    self.model = model
    self.types = types
    self.objects = objects
  }

  /// The number of objects.
  public var count: Int { objects.count }

  /// Evaluates the view unless an earlier call has done so, observes the file from then on, and advances to its newest version. Returns
  /// whether this call has evaluated the view.
  public func evaluate() -> Bool {
    if duration != nil { return false }
    duration = ContinuousClock().measure { if objects.count > 0 { _ = objects[objects.count - 1] } }
    // Observing a single column suffices, because the callback does nothing. A key path cannot denote a column whose name contains a dot.
    let observed = model.columns.first { !$0.name.utf8.contains(UInt8(ascii: ".")) }
    token = objects.observe(keyPaths: observed.map { [$0.name] }) { _ in }
    // The first call reads all rows. Without this, it would delay a later request, such as that of the last page.
    objects.realm?.refresh()
    return true
  }

  /// Returns the keys of the rows: at most `count`, beginning at `start`.
  public func keys(from start: Int, count: Int) -> [Int64] {
    let all = objects.count
    guard start < all else { return [] }
    return (start..<min(start + count, all)).map { objects[$0]._rowKey }
  }

  /// Returns the position of an object; nil if the view does not contain it.
  public func position(of key: String) throws(ViewFailure) -> Int? {
    guard let number = Int64(key) else { throw ViewFailure(.request, "'\(key)' is not a row key", parameter: "key") }
    guard let realm = objects.realm, let object = _NamedType(model.name, in: realm).object(row: number) else { return nil }
    return objects.index(of: object)
  }

  /// Returns the columns, and the row key and the cells of at most `count` rows, beginning at `start`.
  /// Throws if the task is cancelled.
  /// - Parameter columns: Comma-separated paths; all stored properties if it is empty.
  public func rows(columns: String, from start: Int, count: Int) throws(ViewFailure) -> (columns: JSONValue, rows: JSONValue) {
    let columns = try ViewedColumns(columns, model, types)
    let all = objects.count
    var rows: [JSONValue] = []
    for position in start < all ? start..<min(start + count, all) : 0..<0 { rows.append(try columns.row(objects[position])) }
    return (.array(columns.names.map { .string($0) }), .array(rows))
  }

  /// The plan of the query. Each access evaluates the query several times.
  public var plan: QueryPlan { objects.explain() }
}
