internal import Ashlar
internal import AshlarSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension FileSnapshot {
  private static let lineLimit = 1 << 20
  private static let linkingLimit = 20

  /// Returns the properties of an object, and the objects that link to it.
  /// - Parameters:
  ///   - property: The only property to return; nil for all.
  ///   - editing: Whether each property also contains its whole value in the form of edits.
  ///   - line: Whether to return the line of JSON that an export writes for the object as well.
  public func object(
    type: String, key: String, property: String? = nil, editing: Bool = false, line: Bool = false
  ) throws(ViewFailure) -> JSONValue {
    let object = try object(type, key)
    let model = object._model
    let columns = model.columns
    let chosen: Range<Int>
    if let property {
      let column = try column(property, of: model)
      chosen = column..<column + 1
    } else {
      chosen = columns.indices
    }
    let properties = chosen.map { column -> JSONValue in
      var members = [
        JSONValue.Member(name: "name", value: .string(columns[column].name)),
        JSONValue.Member(name: "value", value: CellForm.object.cell(of: object, column)),
      ]
      if editing { members.append(.init(name: "edit", value: EditForm.value(of: object, column))) }
      return .object(members)
    }
    let linkedBy = sources(of: model).compactMap { source, property -> JSONValue? in
      guard let linking = object._linkingObjects(from: source, property), !linking.isEmpty else { return nil }
      return .members([
        "type": .string(source), "property": .string(property), "count": .count(linking.count),
        "objects": .array(linking.prefix(FileSnapshot.linkingLimit).map { CellForm.reference(to: $0) }),
      ])
    }
    let members = JSONValue.members([
      "version": .digits(version), "type": .string(model.name), "key": .digits(object._rowKey),
      "label": .text(ObjectLabel.text(of: object)),
      "primaryKey": .array(model.keyColumns.map { CellForm.row.cell(of: object, $0) }), "properties": .array(properties),
      "linkedBy": .array(linkedBy),
    ]).members
    return .object(line ? members + [.init(name: "json", value: .text(self.line(of: object)))] : members)
  }

  // Returns the line of JSON that an export writes for an object; nil if it is too long or nested too deeply.
  private func line(of object: DynamicObject) -> String? {
    var bytes: [UInt8] = []
    do throws(ValueWriter.TooDeep) { try ExportedLine(object._model).append(object, to: &bytes) } catch { return nil }
    if bytes.count > FileSnapshot.lineLimit { return nil }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  // Returns the properties that can link to objects of a type.
  private func sources(of model: EntityModel) -> [(type: String, property: String)] {
    types.all.flatMap { source in
      source.columns.filter { $0.type == .object && $0.target == model.name }.map { (source.name, $0.name) }
    }
  }

  /// Returns the objects that link to an object through a property: at most `count`, beginning at `start`.
  public func linking(
    type: String, key: String, source: String, property: String, from start: Int, count: Int
  ) throws(ViewFailure) -> JSONValue {
    guard let linking = try object(type, key)._linkingObjects(from: source, property) else {
      throw ViewFailure(.request, "'\(source).\(property)' does not link to objects of type '\(type)'", parameter: "property")
    }
    let all = linking.count
    let range = start < all ? start..<min(start + count, all) : 0..<0
    return .members([
      "version": .digits(version), "count": .count(all), "from": .count(start),
      "objects": .array(range.map { CellForm.reference(to: linking[$0]) }),
    ])
  }

  /// Returns the elements of a list or set, or the entries of a map: at most `count`, beginning at `start`.
  public func elements(type: String, key: String, property: String, from start: Int, count: Int) throws(ViewFailure) -> JSONValue {
    let object = try object(type, key)
    let column = try column(property, of: object._model)
    let described = object._model.columns[column]
    guard described.collection != .none else {
      throw ViewFailure(.request, "'\(type).\(property)' is not a collection", parameter: "property")
    }
    let part = CellForm.object.part(
      object._contents(column, from: start, limit: count), isAny: described.type == .any, of: object._count(column), from: start)
    return .object([JSONValue.Member(name: "version", value: .digits(version))] + part.members)
  }

  private func column(_ name: String, of model: EntityModel) throws(ViewFailure) -> Int {
    guard let column = model.columns.firstIndex(where: { $0.name == name }) else {
      throw ViewFailure(
        .request, "type '\(model.name)' has no property '\(name)'\(StoredTypes.hint(name, model.columns.map(\.name)))",
        parameter: "property")
    }
    return column
  }

  /// The whole value of a property.
  public enum WholeValue: Sendable {
    /// A text in UTF-8.
    case text([UInt8])
    /// Data, with the type of the image that it contains; nil if it contains none.
    case data([UInt8], ImageType?)
  }

  /// Returns the whole value of a property, or of an element of a collection, that is text or data. Throws for other values.
  /// - Parameters:
  ///   - element: The position of an element in a list or set; nil if the value is not such an element.
  ///   - entry: The key of an entry in a map; nil if the value is not such an entry.
  public func value(type: String, key: String, property: String, element: Int?, entry: String?) throws(ViewFailure) -> WholeValue {
    let object = try object(type, key)
    var contents = object._contents(try column(property, of: object._model))
    if let element, case .elements(let elements) = contents, elements.indices.contains(element) {
      contents = elements[element]
    } else if let entry, case .entries(let entries) = contents, let found = entries.first(where: { $0.key.utf8.elementsEqual(entry.utf8) })
    {
      contents = found.value
    }
    switch contents {
    case .string(let text): return .text(Array(text.utf8))
    case .data(let data): return .data(Array(data), ImageType(data))
    case .null, .bool, .int, .float, .double, .date, .decimal, .objectId, .uuid, .object, .elements, .entries:
      throw ViewFailure(.request, "'\(type).\(property)' contains neither text nor data there", parameter: "property")
    }
  }

  /// Returns at most `count` objects whose label contains a text, ignoring case, or whose primary key equals it; the first objects if the
  /// text is empty.
  public func find(type: String, text: String, count: Int) throws(ViewFailure) -> JSONValue {
    let model = try self.type(type)
    var objects = realm.dynamicObjects(model.name)
    if !text.isEmpty {
      guard let condition = try condition(forLabel: text, model) else {
        return .members(["version": .digits(version), "objects": .array([]), "more": .bool(false)])
      }
      objects = objects.filter(condition)
    }
    let found = objects.limited(to: count + 1)
    return .members([
      "version": .digits(version), "objects": .array(found.prefix(count).map { CellForm.reference(to: $0) }),
      "more": .bool(found.count > count),
    ])
  }

  private func condition(forLabel text: String, _ model: EntityModel) throws(ViewFailure) -> RealmPredicate? {
    var parts: [RealmPredicate] = []
    // A condition cannot denote a property whose name contains a dot. It would denote a property of a link.
    func canName(_ column: Int) -> Bool { !model.columns[column].name.utf8.contains(UInt8(ascii: ".")) }
    do throws(RealmPredicateError) {
      if let column = ObjectLabel.column(of: model), model.columns[column].type == .string, canName(column) {
        parts.append(try RealmPredicate(parsing: "%K CONTAINS[c] %@", arguments: [model.columns[column].name, text]))
      }
      if let column = model.primaryKey, canName(column), let value = FileSnapshot.key(text, model.columns[column].type) {
        parts.append(try RealmPredicate(parsing: "%K == %@", arguments: [model.columns[column].name, value]))
      }
    } catch {
      throw ViewFailure(error)
    }
    return parts.isEmpty ? nil : .any(of: parts)
  }

  private static func key(_ text: String, _ type: ValueType) -> Any? {
    switch type.form {
    case .integer: Int(text)
    case .string: text
    case .uuid: UUID(uuidString: text)
    case .objectId: try? ObjectId(string: text)
    case .bool, .float, .double, .data, .date, .decimal, .object, .any: nil
    }
  }
}
