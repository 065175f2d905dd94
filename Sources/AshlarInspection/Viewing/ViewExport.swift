internal import Ashlar
internal import AshlarSchema

/// Exports the objects of a view as JSON lines or CSV, in parts. An export may be used on any thread, but not on several at the same time.
/// It pins its version.
public struct ViewExport: @unchecked Sendable {
  /// The format of the text.
  public enum Format: String, Sendable {
    /// JSON lines.
    case jsonl
    /// CSV with a header.
    case csv
  }

  private let objects: Results<DynamicObject>
  private let count: Int
  private let format: Format
  private let model: EntityModel
  // The exported paths; nil for all properties.
  private let columns: [ObjectPath]?
  private var at = 0
  private var hasHeader: Bool

  private static let size = 64 << 10

  /// Evaluates the condition and the order, which takes long for many objects, so that the later calls of `next` do not block a thread.
  init(_ objects: Results<DynamicObject>, _ model: EntityModel, _ columns: [ObjectPath]?, _ format: Format) {
    self.objects = objects
    self.model = model
    self.columns = columns
    self.format = format
    count = objects.count
    if count > 0 { _ = objects[count - 1] }
    hasHeader = format == .jsonl
  }

  /// Returns the next part, which contains at least one object if any is left; nil at the end. Throws if a value is nested too deeply, or
  /// if the task is cancelled.
  public mutating func next() throws(ViewFailure) -> [UInt8]? {
    if Task.isCancelled { throw ViewFailure(CancellationError()) }
    if at == count, hasHeader { return nil }
    var bytes: [UInt8] = []
    do throws(ValueWriter.TooDeep) {
      switch format {
      case .jsonl: try writeLines(&bytes)
      case .csv: try writeRecords(&bytes)
      }
    } catch {
      throw ViewFailure(.file, error.description)
    }
    // The values of the last object may be incomplete.
    if Task.isCancelled { throw ViewFailure(CancellationError()) }
    return bytes
  }

  private mutating func writeLines(_ bytes: inout [UInt8]) throws(ValueWriter.TooDeep) {
    let line = ExportedLine(model)
    while at < count, bytes.count < ViewExport.size {
      let object = objects[at]
      at += 1
      guard let columns else {
        try line.append(object, to: &bytes)
        continue
      }
      var members: [JSONValue.Member] = []
      for path in columns { members.append(JSONValue.Member(name: path.text, value: try path.value(of: object))) }
      JSONValue.object(members).append(to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  private mutating func writeRecords(_ bytes: inout [UInt8]) throws(ValueWriter.TooDeep) {
    // Objects without a primary key are exported with their row keys, to which links refer.
    let isRowNamed = columns == nil && model.keyColumns.isEmpty
    let paths = columns ?? model.columns.indices.map { ObjectPath($0, of: model) }
    if !hasHeader {
      hasHeader = true
      CSVText.append((isRowNamed ? ["$row"] : []) + paths.map(\.text), to: &bytes)
    }
    while at < count, bytes.count < ViewExport.size {
      let object = objects[at]
      at += 1
      var fields: [String?] = isRowNamed ? ["\(object._rowKey)"] : []
      for path in paths { fields.append(CSVForm.field(try path.value(of: object), path.property)) }
      CSVText.append(fields, to: &bytes)
    }
  }
}

extension FileSnapshot {
  /// Returns an export of the objects that satisfy a condition, in the order of `sort`. Throws if a part of the view is not valid.
  /// - Parameter columns: Comma-separated paths; empty for all properties as `ashlar export` writes them.
  public func export(
    type: String, where condition: String, sort: String, columns: String, format: ViewExport.Format
  ) throws(ViewFailure) -> ViewExport {
    let model = try self.type(type)
    if columns.isEmpty, model.kind == .embedded {
      throw ViewFailure(.request, "embedded objects are exported within their owners; name the columns to export", parameter: "columns")
    }
    let objects = try objects(model, condition, sort: sort)
    if columns.isEmpty { return ViewExport(objects, model, nil, format) }
    do throws(RequestFailure) {
      return ViewExport(objects, model, try [ObjectPath](columns: columns, model, types), format)
    } catch {
      throw ViewFailure(error, parameter: "columns")
    }
  }
}
