import AshlarFuzzing
import CLibFuzzer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@main enum FuzzPredicate {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    let status = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      do {
        try PredicateFuzzing.check(Array(UnsafeBufferPointer(start: data, count: size)))
      } catch {
        fatalError("\(error)")
      }
      return 0
    }
    exit(status)
  }
}
