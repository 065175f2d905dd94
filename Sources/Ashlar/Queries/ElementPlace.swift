/// A selection of one element of a collection: by key in a map, or by position in a list.
enum ElementPlace: Hashable {
  case key(String)
  case position(Int)
  case last

  /// Returns nil for a part that does not select one element.
  init?(_ part: PathPart) {
    switch part {
    case .key(let key): self = .key(key)
    case .index(let position): self = .position(position)
    case .last: self = .last
    case .name, .many, .keys, .values: return nil
    }
  }
}

extension StoredElements {
  /// Returns the index of the element; nil if the collection does not contain it.
  func index(of place: ElementPlace) -> Int? {
    switch place {
    case .key(let key): index(ofKey: key)
    case .position(let position): position >= 0 && position < count ? position : nil
    case .last: count == 0 ? nil : count - 1
    }
  }
}
