// swift-format-ignore-file
// Printed from Schemas/Library. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Author: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("name", name as Any), ("born", born as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Author else { return }
    name = other.name; born = other.born
  }
}

extension Book: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("isbn", isbn as Any), ("title", title as Any), ("subtitle", subtitle as Any), ("published", published as Any), ("authors", authors as Any), ("keywords", keywords as Any), ("rating", rating as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Book else { return }
    isbn = other.isbn; title = other.title; subtitle = other.subtitle; published = other.published; authors = other.authors; keywords = other.keywords; rating = other.rating
  }
}

extension Copy: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("barcode", barcode as Any), ("book", book as Any), ("format", format as Any), ("condition", condition as Any), ("price", price as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Copy else { return }
    barcode = other.barcode; book = other.book; format = other.format; condition = other.condition; price = other.price
  }
}

extension Fine: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("amount", amount as Any), ("reason", reason as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Fine else { return }
    amount = other.amount; reason = other.reason
  }
}

extension Loan: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("copy", copy as Any), ("member", member as Any), ("lent", lent as Any), ("due", due as Any), ("returned", returned as Any), ("fines", fines as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Loan else { return }
    copy = other.copy; member = other.member; lent = other.lent; due = other.due; returned = other.returned; fines = other.fines
  }
}

extension Member: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("number", number as Any), ("name", name as Any), ("isBlocked", isBlocked as Any), ("address", address as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Member else { return }
    number = other.number; name = other.name; isBlocked = other.isBlocked; address = other.address
  }
}

extension MemberAddress: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("lines", lines as Any), ("postcode", postcode as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MemberAddress else { return }
    lines = other.lines; postcode = other.postcode
  }
}
