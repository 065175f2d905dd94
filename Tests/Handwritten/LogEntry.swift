// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, OneVariableDeclarationPerLine
import Foundation
import RealmSwift

/// With a designated initializer: accessors are made by `init()`.
public class LogEntry: Object {
  @Persisted public var text: String
  @Persisted public var made = Date(timeIntervalSince1970: 0)
  public var origin: String

  public required init() {
    origin = "init"
    super.init()
    text = "by init"
  }

  public init(text: String) {
    origin = "text"
    super.init()
    self.text = text
  }
}
