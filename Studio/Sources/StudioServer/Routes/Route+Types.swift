internal import AshlarInspection
internal import AshlarSchemaTools

extension Route {
  /// The types of the file.
  static let types = reading { studio, request in
    Answer.json(try await studio.snapshot(request).typeList(sizes: studio.shown().sizes.withLock { $0 }))
  }

  /// The schema as a diagram.
  static let graph = reading { studio, request in
    let model = try await studio.snapshot(request).model
    return Answer.bytes(Array(SVGDiagram.text(for: model).utf8), "image/svg+xml", isDrawing: true)
  }
}
