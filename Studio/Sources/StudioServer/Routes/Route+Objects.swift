internal import AshlarInspection
internal import Hummingbird

extension Route {
  /// The values of an object. With `watch`, its changes are reported from then on, and those of the object that was watched before no
  /// longer.
  static let object = reading { studio, request in
    let query = request.query
    let (type, key) = (try query.text("type"), try query.text("key"))
    let (edits, watches, hasLine) = (try query.flag("edit"), try query.flag("watch"), try query.flag("json"))
    let client = try await studio.client(request)
    let snapshot = try await watches ? client.snapshot(watching: type, key: key) : client.snapshot()
    return Answer.json(try snapshot.object(type: type, key: key, property: query["property"], editing: edits, line: hasLine))
  }

  /// A range of the elements of a collection.
  static let elements = reading { studio, request in
    let query = request.query
    return Answer.json(
      try await studio.snapshot(request).elements(
        type: try query.text("type"), key: try query.text("key"), property: try query.text("property"),
        from: try query.number("from", 0...Int.max / 2, default: 0),
        count: try query.number("count", 1...StudioOptions.rowLimit, default: 100)))
  }

  /// A range of the objects that link to an object through a property.
  static let linking = reading { studio, request in
    let query = request.query
    return Answer.json(
      try await studio.snapshot(request).linking(
        type: try query.text("type"), key: try query.text("key"), source: try query.text("source"),
        property: try query.text("property"), from: try query.number("from", 0...Int.max / 2, default: 0),
        count: try query.number("count", 1...StudioOptions.rowLimit, default: 100)))
  }

  /// The whole value of a property that contains a text or data.
  static let value = reading { studio, request in
    let query = request.query
    let (type, key, property) = (try query.text("type"), try query.text("key"), try query.text("property"))
    var element: Int?
    if query["element"] != nil { element = try query.number("element", 0...Int.max, default: 0) }
    let found = try await studio.snapshot(request).value(
      type: type, key: key, property: property, element: element, entry: query["entry"])
    let name = "\(type)-\(key)-\(property)"
    switch found {
    case .text(let bytes): return Answer.bytes(bytes, "text/plain; charset=utf-8", attachment: "\(name).txt")
    case .data(let bytes, let image?): return Answer.bytes(bytes, image.rawValue)
    case .data(let bytes, nil): return Answer.bytes(bytes, "application/octet-stream", attachment: "\(name).bin")
    }
  }

  /// Objects whose labels contain a text, from which a link is chosen.
  static let find = reading { studio, request in
    let query = request.query
    let (type, text) = (try query.text("type"), query["text"] ?? "")
    let count = try query.number("count", 1...100, default: 20)
    let client = try await studio.client(request)
    return Answer.json(try await client.scan("find") { try $0.find(type: type, text: text, count: count) })
  }
}
