// swift-format-ignore-file
// Printed from Schemas/Bookshop. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Dimensions: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("width", width as Any), ("height", height as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Dimensions else { return }
    width = twin.width; height = twin.height
  }
}

extension Novel: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("isbn", isbn as Any), ("title", title as Any), ("pages", pages as Any), ("price", price as Any), ("binding", binding as Any), ("published", published as Any), ("author", author as Any), ("dimensions", dimensions as Any), ("reviews", reviews as Any), ("similar", similar as Any), ("tags", tags as Any), ("stock", stock as Any), ("extra", extra as Any), ("homepage", homepage as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Novel else { return }
    isbn = twin.isbn; title = twin.title; pages = twin.pages; price = twin.price; binding = twin.binding; published = twin.published; author = twin.author; dimensions = twin.dimensions; reviews = twin.reviews; similar = twin.similar; tags = twin.tags; stock = twin.stock; extra = twin.extra; homepage = twin.homepage
  }
}

extension Novelist: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("name", name as Any), ("born", born as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Novelist else { return }
    name = twin.name; born = twin.born
  }
}

extension Review: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("stars", stars as Any), ("text", text as Any), ("by", by as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Review else { return }
    stars = twin.stars; text = twin.text; by = twin.by
  }
}
