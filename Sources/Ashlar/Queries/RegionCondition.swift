/// Whether an embedded object at the end of a path is a point in a region.
struct RegionCondition: RowCondition {
  var path: Condition.Path
  let region: _GeoRegion

  init(_ path: Condition.Path, _ region: _GeoRegion) {
    self.path = path
    self.region = region
  }

  var paths: [Condition.Path] { [path + [.name(GeoColumns.coordinates)], path + [.name(GeoColumns.type)]] }
  var text: (operation: String, argument: Any) { (Operator.isIn.row.word, region.shape) }
  var planText: String { "\(Operator.geoWithin.row.word) \(type(of: region.shape))" }

  func bind(_ entity: _Entity, _ core: _RealmCore) -> any ComputedCondition {
    PointCondition(ConditionBinding(entity: entity, core: core).geoColumns(path), region, core)
  }
}
