extension Toy {
  /// Makes a toy that is not in a realm.
  public convenience init(named name: String, of material: Material) {
    self.init()
    self.name = name
    self.material = material
  }
}
