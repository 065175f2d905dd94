// swift-format-ignore-file
// Printed from Schemas/Library. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Author: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("name", name as Any), ("born", born as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Author else { return }
    name = twin.name; born = twin.born
  }
}

extension Book: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("isbn", isbn as Any), ("title", title as Any), ("subtitle", subtitle as Any), ("published", published as Any), ("authors", authors as Any), ("keywords", keywords as Any), ("rating", rating as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Book else { return }
    isbn = twin.isbn; title = twin.title; subtitle = twin.subtitle; published = twin.published; authors = twin.authors; keywords = twin.keywords; rating = twin.rating
  }
}

extension Copy: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("barcode", barcode as Any), ("book", book as Any), ("format", format as Any), ("condition", condition as Any), ("price", price as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Copy else { return }
    barcode = twin.barcode; book = twin.book; format = twin.format; condition = twin.condition; price = twin.price
  }
}

extension Fine: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("amount", amount as Any), ("reason", reason as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Fine else { return }
    amount = twin.amount; reason = twin.reason
  }
}

extension Loan: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("copy", copy as Any), ("member", member as Any), ("lent", lent as Any), ("due", due as Any), ("returned", returned as Any), ("fines", fines as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Loan else { return }
    copy = twin.copy; member = twin.member; lent = twin.lent; due = twin.due; returned = twin.returned; fines = twin.fines
  }
}

extension Member: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("number", number as Any), ("name", name as Any), ("isBlocked", isBlocked as Any), ("address", address as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Member else { return }
    number = twin.number; name = twin.name; isBlocked = twin.isBlocked; address = twin.address
  }
}

extension MemberAddress: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("lines", lines as Any), ("postcode", postcode as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MemberAddress else { return }
    lines = twin.lines; postcode = twin.postcode
  }
}
