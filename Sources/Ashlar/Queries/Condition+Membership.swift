extension Condition {
  /// Returns one `IN` instead of an OR of comparisons that require one property to be equal to one of several constants, if an index can
  /// evaluate it; otherwise returns this condition. Each comparison alone would be bound, planned and looked up by itself.
  func joiningEqualities(_ entity: _Entity, _ core: _RealmCore) -> Condition {
    guard case .joined(let junction) = self, junction.kind == .or else { return self }
    var joined: Path?
    var constants: [QueryConstant] = []
    for part in parts(joinedBy: .or) {
      guard case .test(let path, let test) = part, case .relates(.order(.equal), let constant, let options) = test.kind, options.isEmpty,
        joined == nil || joined == path
      else { return self }
      joined = path
      constants.append(constant)
    }
    guard let joined else { return self }
    let membership = Condition.test(joined, Test(kind: .isIn(constants, ignoresCase: false)))
    guard let probe = IndexProbe(leaf: membership, entity, core), probe.isWhole else { return self }
    return membership
  }
}
