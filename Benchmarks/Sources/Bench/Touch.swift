import Foundation

/// Takes memory, half of what the system has at most, stores to each of its pages, and gives it back: what is measured next finds
/// it at hand. A virtual machine gives memory that nobody uses back to its host, and then the first store to a page
/// takes several times as long.
func touchMemory(bytes: Int) {
  let wanted = min(bytes, Int(ProcessInfo.processInfo.physicalMemory / 2))
  let mapped = mmap(nil, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
  guard let mapped, mapped != MAP_FAILED else { return }
  for offset in stride(from: 0, to: wanted, by: 4096) { mapped.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self) }
  munmap(mapped, wanted)
}
