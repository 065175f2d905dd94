// Written by hand: the methods that the schema names under `willSet` and `didSet`.

import Foundation

extension Page {
  func titleWillChange(_ value: String) { log.append("title \(title) will be \(value)") }
  func titleDidChange(_ value: String) { log.append("title \(title) was \(value)") }
  func viewsDidChange(_ value: Int) { log.append("views \(views) was \(value)") }
  func linkDidChange(_ value: URL?) { log.append("link was \(value?.absoluteString ?? "nothing")") }
}
