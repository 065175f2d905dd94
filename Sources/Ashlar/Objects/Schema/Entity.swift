import AshlarSchema
import AshlarStore
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model class: its columns, its ordinal in the process, and the memory block from which new objects are copied.
///
/// Invariants: everything except `codeDefaults`, `handwritten`, the properties derived from them, and the cache `targets` is set on
/// creation and never changes; `template` has `blockSize` bytes after a 16-byte head of lazy and dirty bits.
public nonisolated final class _Entity: @unchecked Sendable {
  /// The model class; `DynamicObject` for a type that exists in a file only.
  public let type: ObjectBase.Type
  /// The ordinal of the entity in this process, assigned on creation. For types that exist in files only, the ordinal of their stored name.
  @usableFromInline let ordinal: Int
  let model: EntityModel
  let schema: SchemaModel
  let linked: _LinkedSchema
  let layout: TableLayout
  /// The layout's columns, in memory that code can read without retaining anything.
  let columns: UnsafeMutableBufferPointer<ColumnLayout>
  /// The index of the primary key's column; -1 if there is none, or if the key has several properties.
  let keyColumn: Int
  /// The indexes of the primary key's columns, in the order of the key; empty if the type has no primary key.
  let keyColumns: [Int]
  /// The primary key if it has several properties; otherwise nil.
  let compoundKey: CompoundKey?
  /// Whether the type has a primary key.
  let hasKey: Bool
  /// The positions of the columns in the memory of an unmanaged object.
  let unmanagedColumns: UnsafeMutablePointer<ColumnOffset>
  /// The forms of all properties by ordinal, and the ordinals by name, for access by name.
  let forms: UnsafeMutablePointer<PropertyForm>
  private let names: PropertyNames
  /// The indexed properties, except the primary key and collections.
  let indexed: [IndexedProperty]
  @exclusivity(unchecked) private(set) var readable: ReadableColumns
  /// The rules of the program's schema that concern the values of single objects. Files have their own; see `TableRules`.
  let valueChecks: ValueChecks
  private let blockSize: Int
  private let template: UnsafeMutableRawPointer
  /// Whether any column can contain references: links, collections or `AnyRealmValue`s.
  let hasReferences: Bool
  /// Required properties whose default might not be convertible to their custom type. An object cannot be added to a Realm while such a
  /// property has a default that cannot be converted.
  let unsureDefaults: [(column: Int, type: any _CustomPersistable.Type)]
  /// The columns whose default is created on the first read, as bits. For column 64 and all following columns, the default is created with
  /// the object.
  private let lazyColumns: UInt64
  private let nowColumns: [Int]
  // Default strings and data that are too long for a cell. Every object owns a copy of them.
  private let longDefaults: [(column: Int, bytes: [UInt8])]
  private let needsFilling: Bool
  // For a handwritten class: closures that store the initial values that the schema cannot represent. Set once, before any code other than
  // discovery has a reference to the entity.
  var codeDefaults: [(ObjectBase) -> Void] = [] { didSet { completesObjects = !codeDefaults.isEmpty || completesObjects } }
  // For a handwritten class: its emitted description. Set together with `codeDefaults`; determines `wrappers` if Swift synthesizes
  // `init(from:)`.
  var handwritten: _HandwrittenClass? {
    didSet {
      wrappers = handwritten?.isDecodable == true ? WrapperFields(of: type, self) : nil
      completesObjects = wrappers != nil
      for (column, (declared, property)) in zip(handwritten?.properties ?? [], model.properties).enumerated() where property.enumName == nil
      {
        readable.learnCases(of: column, from: declared.type)
      }
    }
  }
  private(set) var wrappers: WrapperFields?
  /// Whether new objects need values beyond those that `makeUnmanagedRow` stores.
  private(set) var completesObjects = false
  // By property ordinal: the address of the entity that the property links to, which is never deallocated, or 0 until it is first needed.
  private let targets: UnsafeMutablePointer<Atomic<UInt>>

  static let headSize = 16
  private static let nextOrdinal = Atomic<Int>(0)

  /// Returns an ordinal that no other entity has.
  static func makeOrdinal() -> Int { nextOrdinal.wrappingAdd(1, ordering: .relaxed).oldValue }

  init(
    _ model: EntityModel, in schema: SchemaModel, linked: _LinkedSchema, type: ObjectBase.Type, ordinal: Int = _Entity.makeOrdinal()
  ) {
    self.linked = linked
    self.type = type
    self.model = model
    self.schema = schema
    self.ordinal = ordinal
    layout = TableLayout(model, in: schema)
    readable = ReadableColumns(model, in: schema)
    let layouts = layout.columns
    valueChecks = ValueChecks(model.rules, of: model.storedName, { layouts[$0] }) { name in
      model.columns.firstIndex { $0.storedName == name }
    }
    columns = .allocate(capacity: layout.columns.count)
    _ = columns.initialize(from: layout.columns)
    keyColumn = layout.primaryKey ?? -1
    let keyColumns = model.keyColumns
    self.keyColumns = keyColumns
    compoundKey = CompoundKey(keyColumns, layouts)
    hasKey = !keyColumns.isEmpty
    forms = .allocate(capacity: max(1, model.properties.count))
    for (ordinal, property) in model.properties.enumerated() {
      (forms + ordinal).initialize(to: PropertyForm(property, isPrimaryKey: keyColumns.contains(ordinal)))
    }
    names = PropertyNames(model.properties.map(\.name))
    targets = .allocate(capacity: max(1, model.properties.count))
    for index in model.properties.indices { (targets + index).initialize(to: Atomic(0)) }
    indexed = model.properties.enumerated().filter { $1.isIndexed && !$1.isPrimaryKey && $1.collection == .none }
      .map { IndexedProperty(name: $1.name, column: $0, type: $1.type, isOptional: $1.isOptional) }
    (unmanagedColumns, blockSize) = TableDefinition.offsets(layout, capacity: 1)
    let block = UnsafeMutableRawPointer.allocate(byteCount: _Entity.headSize + blockSize, alignment: 16)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: _Entity.headSize + blockSize)
    template = block
    var lazy: UInt64 = 0
    var now: [Int] = []
    var long: [(column: Int, bytes: [UInt8])] = []
    for (column, property) in model.columns.enumerated() {
      let cell = block + _Entity.headSize + unmanagedColumns[column].offset
      switch DefaultCell(property, in: schema) {
      case .zero: break
      case .onFirstRead: if column < 64 { lazy |= 1 << UInt64(column) } else { now.append(column) }
      case .atCreation: now.append(column)
      case .bytes(let bytes):
        cell.copyMemory(from: bytes, byteCount: bytes.count)
        if layout.columns[column].hasNullFlag {
          (block + _Entity.headSize + unmanagedColumns[column].null).storeBytes(of: 1, as: UInt8.self)
        }
      case .slot(let bytes):
        if bytes.count <= Slot.inlineLimit {
          bytes.withUnsafeBytes { Slot(inline: $0).store(at: cell) }
        } else {
          long.append((column, bytes))
        }
      case .null: Slot.null.store(at: cell)
      }
    }
    lazyColumns = lazy
    hasReferences = layout.columns.contains { $0.kind == .link || $0.kind == .embedded || $0.element != nil || $0.kind == .any }
    unsureDefaults = type._keyPathColumns.compactMap { path, column in
      // A null link to an embedded object represents the default value.
      let property = model.properties[column]
      guard property.type != .object, !property.isOptional, property.defaultValue == nil else { return nil }
      return (Swift.type(of: path).valueType as? any FailableCustomPersistable.Type).map { (column, $0) }
    }
    for (path, column) in type._keyPathColumns where model.properties[column].enumName == nil {
      readable.learnCases(of: column, from: Swift.type(of: path).valueType)
    }
    nowColumns = now
    longDefaults = long
    needsFilling = !now.isEmpty || !long.isEmpty
    block.storeBytes(of: lazy, as: UInt64.self)
  }

  deinit {
    template.deallocate()
    ColumnTable.deallocate(unmanagedColumns)
    columns.deallocate()
    forms.deallocate()
    names.deallocate()
    targets.deinitialize(count: model.properties.count)
    targets.deallocate()
  }

  /// Allocates the block of a new unmanaged object: copies the template, and then stores the defaults that are too long for a cell or are
  /// created with the object.
  func makeUnmanagedRow() -> _Row {
    let size = _Entity.headSize + blockSize
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    block.copyMemory(from: template, byteCount: size)
    let base = block + _Entity.headSize
    if needsFilling {
      for (column, bytes) in longDefaults {
        bytes.withUnsafeBytes { UnmanagedCell.copy($0).store(at: base + unmanagedColumns[column].offset) }
      }
      for column in nowColumns { makeDefault(column, base + unmanagedColumns[column].offset, base) }
    }
    return _Row(
      base: base, columns: UnsafePointer(unmanagedColumns), context: UnmanagedContext.pointer, generation: lazyColumns == 0 ? 1 : 0,
      writable: 1, slot: 0, key: -1)
  }

  /// Allocates a row for recording key paths, in which every optional has a value and every enum has its first case.
  func recordingRow(_ context: UnsafeMutablePointer<_Context>) -> _Row {
    let block = UnsafeMutableRawPointer.allocate(byteCount: _Entity.headSize + blockSize, alignment: 16)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: _Entity.headSize + blockSize)
    let base = block + _Entity.headSize
    for (column, property) in model.columns.enumerated() {
      if layout.columns[column].hasNullFlag { (base + unmanagedColumns[column].null).storeBytes(of: 1, as: UInt8.self) }
      if property.collection == .none, case .bytes(let bytes)? = DefaultCell.firstCase(property, in: schema) {
        (base + unmanagedColumns[column].offset).copyMemory(from: bytes, byteCount: bytes.count)
      }
      if property.collection == .none, case .slot(let bytes)? = DefaultCell.firstCase(property, in: schema), bytes.count <= Slot.inlineLimit
      {
        bytes.withUnsafeBytes { Slot(inline: $0).store(at: base + unmanagedColumns[column].offset) }
      }
    }
    return _Row(
      base: base, columns: UnsafePointer(unmanagedColumns), context: context, generation: 0, writable: 0, slot: 0, key: -1)
  }

  static func free(_ base: UnsafeMutableRawPointer) { (base - headSize).deallocate() }

  /// Releases an unmanaged row and everything that it owns.
  func release(_ row: _Row) {
    for column in columns.indices {
      let layout = columns[column]
      let cell = row.base + row.columns[column].offset
      switch layout.kind {
      case .string, .data: UnmanagedCell.freeBytes(cell)
      case .link, .embedded: UnmanagedCell.storeObject(nil, cell)
      case .list, .set, .map, .any: UnmanagedCell.releaseCollection(cell)
      case .scalar, .date: break
      }
    }
    _Entity.free(row.base)
  }

  /// Stores the default of a column that has no literal default: the current date, or a new identifier.
  func makeDefault(_ column: Int, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer) {
    switch model.properties[column].type.form {
    case .date: _DateCell.store(Date(), cell)
    case .objectId: ObjectId._store(.generate(), cell, base, nil)
    case .uuid: withUnsafeBytes(of: UUID._fresh().uuid) { cell.copyMemory(from: $0.baseAddress!, byteCount: 16) }
    case .bool, .integer, .float, .double, .string, .data, .decimal, .object, .any: break
    }
    if layout.columns[column].hasNullFlag { (base + unmanagedColumns[column].null).storeBytes(of: 1, as: UInt8.self) }
  }

  /// Returns the entity of the linked or linking objects of a property; nil for a property of values.
  func target(_ ordinal: Int) -> _Entity? {
    if let known = UnsafeRawPointer(bitPattern: targets[ordinal].load(ordering: .acquiring)) {
      return Unmanaged<_Entity>.fromOpaque(known).takeUnretainedValue()
    }
    guard let name = model.properties[ordinal].target, let found = linked.entity(named: name) else { return nil }
    targets[ordinal].store(UInt(bitPattern: Unmanaged.passUnretained(found).toOpaque()), ordering: .releasing)
    return found
  }

  /// Returns whether a column is the primary key or a part of it.
  @inline(__always)
  func isKey(_ column: Int) -> Bool { column == keyColumn || compoundKey != nil && keyColumns.contains(column) }

  /// Returns the name of a property for messages.
  func label(_ ordinal: Int) -> String { "\(model.name).\(model.properties[ordinal].name)" }

  /// Returns the property with the given Swift name, and its ordinal; nil if there is none. If only the ordinal is needed,
  /// `ordinal(named:)` is faster.
  func property(named name: String) -> (ordinal: Int, property: PropertyModel)? {
    ordinal(named: name).map { ($0, model.properties[$0]) }
  }

  /// Returns the ordinal of the property with the given Swift name; nil if there is none. Complexity: O(1); O(properties) if no name has
  /// the same bytes.
  @inline(__always)
  func ordinal(named name: String) -> Int? { names.ordinal(of: name) ?? searchedOrdinal(name) }

  // Strings with different bytes may be equal: "é" consists of one Unicode scalar or of two.
  @inline(never)
  private func searchedOrdinal(_ name: String) -> Int? { model.properties.firstIndex { $0.name == name } }
}

/// The context that all unmanaged objects share.
enum UnmanagedContext {
  nonisolated(unsafe) static let pointer: UnsafeMutablePointer<_Context> = {
    let context = UnsafeMutablePointer<_Context>.allocate(capacity: 1)
    context.initialize(to: _Context(kind: .unmanaged, generation: 1, writeGeneration: 1))
    return context
  }()

  /// The memory to which the rows of invalidated accessors, and iterations without cells of their own, point. It is never read.
  nonisolated(unsafe) static let nothing: UnsafeMutableRawPointer = {
    let block = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    return block
  }()
}
