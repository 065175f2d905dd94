internal import Ashlar
internal import AshlarSchema

/// The columns of a table, which may be properties of linked objects.
struct ViewedColumns {
  private let paths: [ObjectPath]
  /// The names of properties, or their paths.
  let names: [String]

  // The maximum number of columns of a type that has fewer properties.
  private static let limit = 500

  /// - Parameter list: Comma-separated paths; all stored properties if it is empty.
  init(_ list: String, _ model: EntityModel, _ types: StoredTypes) throws(ViewFailure) {
    if list.isEmpty {
      paths = model.columns.indices.map { ObjectPath($0, of: model) }
      names = model.columns.map(\.name)
      return
    }
    do throws(RequestFailure) {
      paths = try [ObjectPath](columns: list, model, types)
    } catch {
      throw ViewFailure(error, parameter: "columns")
    }
    let limit = max(ViewedColumns.limit, model.columns.count)
    if paths.count > limit {
      throw ViewFailure(.request, "A view of '\(model.name)' has at most \(limit) columns.", parameter: "columns")
    }
    names = paths.map(\.text)
  }

  /// Returns the row key and the cells of an object. Throws if the task is cancelled.
  func row(_ object: DynamicObject) throws(ViewFailure) -> JSONValue {
    let cells = paths.map { $0.cell(of: object) }
    if Task.isCancelled { throw ViewFailure(CancellationError()) }
    return .members(["key": .digits(object._rowKey), "cells": .array(cells)])
  }
}

extension ObjectPath {
  private static let valueLimit = 20

  /// Returns the cell at the end of the path. If the path contains a collection, returns the first 20 cells, and the number of all.
  func cell(of object: DynamicObject) -> JSONValue {
    var cells: [JSONValue] = []
    var count = 0
    forEachEnd(of: object) { end, column in
      count += 1
      if count <= ObjectPath.valueLimit {
        cells.append(isCount ? .count(end._count(column)) : CellForm.row.cell(of: end, column))
      }
    }
    return isMany ? .members(["values": .array(cells), "count": .count(count)]) : cells.first ?? .null
  }
}
