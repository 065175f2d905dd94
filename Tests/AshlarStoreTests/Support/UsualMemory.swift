import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that measure how much memory a process takes, which AddressSanitizer keeps after it was freed.
  static var usualMemory: Self { .enabled(if: dlsym(nil, "__asan_init") == nil, "measures memory that is freed at once") }
}
