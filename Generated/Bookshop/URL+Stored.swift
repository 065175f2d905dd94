public import Ashlar
public import Foundation

// listing: url
extension URL: FailableCustomPersistable {
  public typealias PersistedType = String
  public init?(persistedValue: String) { self.init(string: persistedValue) }
  public var persistableValue: String { absoluteString }
}
// end
