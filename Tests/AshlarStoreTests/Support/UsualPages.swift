import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that count the pages, or the bytes of pages, that commits write.
  static var usualPages: Self { .enabled(if: sysconf(Int32(_SC_PAGESIZE)) == 4096, "counts pages of 4 KB") }
}
