import AshlarSchema

extension FileInspection {
  /// Checks the version of a header page.
  static func inspect(
    _ file: PageFile, _ meta: MetaPage, _ key: EncryptionKey?, _ checksums: Bool, _ progress: (UInt64, UInt64) -> Void
  ) throws(StoreError) -> FileInspection {
    let path = file.path
    let pages = try FilePages(file, meta)
    guard meta.freeList.orderFlags == TreeRecord.integerKeys else {
      throw .damaged(path: path, detail: "its header has flags \(meta.freeList.flags)")
    }
    guard meta.main.root != TreeRecord.noPage else {
      if meta.transaction > 0 { throw .notADatabase(path: path, reason: .foreignContent) }
      return FileInspection(
        path: path, fileSize: pages.fileSize, pageSize: meta.pageSize, version: 0, format: 0, features: [], isReadable: true,
        encryption: nil, schema: nil, tables: [], trees: [], indexes: [], freePages: 0, freedPages: [:])
    }
    let main = try MainTree(meta.main, pages)
    guard let named = main.trees[.meta] else { throw .notADatabase(path: path, reason: .foreignContent) }
    let names = try NamedValues(named, pages)
    let known = KnownFeatures(isWriting: false)
    let missing = Set(known.missing(names.format.features))
    let encrypted = try names.reader(key)
    let values = ValueReader(pages, encrypted)
    let isChecked = missing.isEmpty && values.canRead
    let opened = isChecked ? try encrypted?.openCounters(main, values, version: meta.transaction) : nil
    let catalog = isChecked ? try names.catalog(values) : nil
    let counters = isChecked ? try main.counters(opened, pages) : nil
    guard main.trees.count == KeySpace.named.count else { throw .damaged(path: path, detail: "it lacks a tree") }
    try encrypted?.checkTrees(main)
    let features = try FeatureTrees(main.others, names.format, counters, path: path)
    let nodes: (any IndexNodes)? =
      if let encrypted { isChecked ? try encrypted.nodes(values) : nil } else {
        try Engines.factory.form(path, nil).nodes(main, values, pages)
      }
    var check = ContentCheck(catalog, counters, checksums: checksums, path: path)
    var done: UInt64 = 0
    if let encrypted {
      try encrypted.note(main.values, of: .main)
      try names.note(to: encrypted)
    }
    if isChecked {
      try values.openAll(main.values, of: .main)
      try names.openAll(with: values)
    }
    for space in KeySpace.named where space != .meta {
      guard let record = main.trees[space] else { continue }
      if nodes != nil { try record.checkBesideNodes(space, path: path) }
      try TreeWalk.run(record, space.rawValue, pages) { entry throws(StoreError) in
        if let fault = try values.note(entry) { return fault }
        return isChecked ? try check.check(entry, of: space, values) : nil
      }
      if nodes?.usage(space) == nil { try check.finish(space) }
      done += record.pages
      progress(done, meta.lastPage + 1)
    }
    try features.walk(pages, values, sums: true, checksums: checksums, nodes: nodes) { count in
      done += count
      progress(done, meta.lastPage + 1)
    }
    if isChecked { try encrypted?.checkSum() }
    try nodes?.check { space, key, value throws(StoreError) in
      try check.accepts(space, key, value, size: value.count)
    } end: { space throws(StoreError) in
      try check.finish(space)
    }
    try check.checkIndexes()
    let used = pages.met
    var freed: [UInt64: UInt64] = [:]
    try StructureWalk.walkFreeList(meta, pages) { version, count in freed[version] = count }
    try pages.checkLength()
    progress(meta.lastPage + 1, meta.lastPage + 1)
    return FileInspection(
      path: path, fileSize: pages.fileSize, pageSize: meta.pageSize, version: meta.transaction, format: names.format.version,
      features: names.format.features.map {
        Feature(name: $0.name, isKnown: known.features.contains($0), preventsReading: missing.contains($0))
      }, isReadable: missing.isEmpty, encryption: encrypted.map { Encryption(epoch: $0.epoch, isOpened: isChecked) },
      schema: catalog?.schema, tables: catalog.map { tables($0, counters, check) } ?? [], trees: trees(main, features, nodes),
      indexes: catalog.map { indexes($0, check.counts) } ?? [],
      freePages: UInt64(pages.met - used) - meta.freeList.pages, freedPages: freed)
  }

  private static func tables(_ catalog: Catalog, _ counters: Counters?, _ check: ContentCheck) -> [Table] {
    catalog.tables.map { table in
      Table(
        name: table.name, kind: catalog.schema.entity(named: table.name)?.kind ?? .object,
        rows: counters?.entry(table.id)?.liveCount ?? 0, clusters: check.sizes[table.id]?.clusters ?? 0,
        bytes: check.sizes[table.id]?.bytes ?? 0)
    }
  }

  private static func trees(_ main: MainTree, _ features: FeatureTrees, _ nodes: (any IndexNodes)?) -> [Tree] {
    let named = KeySpace.named.compactMap { space in
      if let used = nodes?.usage(space) { return Tree(name: space.rawValue, entries: used.entries, pages: used.pages) }
      return main.trees[space].map { Tree(name: space.rawValue, entries: $0.entries, pages: $0.pages) }
    }
    // The tree of nodes contains the entries of other spaces.
    let others = features.records.filter { nodes == nil || $0.name != KeySpace.sealed.rawValue }
    return named + others.map { Tree(name: $0.name, entries: $0.record.entries, pages: $0.record.pages) }
  }

  private static func indexes(_ catalog: Catalog, _ counts: IndexCount) -> [Index] {
    catalog.tables.flatMap { table -> [Index] in
      guard let entity = catalog.schema.entity(named: table.name) else { return [] }
      let unique = entity.uniqueColumns
      let single = table.columns.filter { column in entity.column(storedAs: column.name).map { entity.hasIndex(of: $0, unique) } ?? false }
      let names = Dictionary(table.columns.map { ($0.number, $0.name) }) { first, _ in first }
      return single.map { Index(table: table.name, columns: [$0.name], bytes: counts.size(table, $0.number)) }
        + (table.indexes?.list ?? []).map { index in
          Index(table: table.name, columns: index.columns.compactMap { names[$0] }, bytes: counts.size(table, index.number))
        }
    }
  }
}
