/// Which element of a collection is meant: a map's by its key, a list's by its position.
enum ElementPlace: Hashable {
  case key(String)
  case position(Int)
  case last

  /// Nil for parts of paths that choose none.
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
  /// Where the element is; nil where there is none.
  func index(of place: ElementPlace) -> Int? {
    switch place {
    case .key(let key): index(ofKey: key)
    case .position(let position): position >= 0 && position < count ? position : nil
    case .last: count == 0 ? nil : count - 1
    }
  }
}
