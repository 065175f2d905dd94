import AshlarStore
import FaultShim
import StoreFixtures
import TestSupport

/// Copies a file again and again, while one call after the other fails for ever, until nothing is left to fail.
func copyWithFaults(path: String, seed: UInt64, code: Int32) throws {
  var random = SeededGenerator(seed: seed)
  let store = try SampleStore(path: path)
  try store.fill(&random, people: 200)
  let target = path + ".copy"
  var call: Int64 = 0
  // Far more calls than a copy makes.
  while call < 1000 {
    do {
      try store.session.writeCopy(to: target) { done, _ in
        guard done == 0 else { return }
        ashlar_faults_watch("\(target).\(getpid())-\(call + 1).copying")
        ashlar_faults_fail(call, code, 1)
      }
      break
    } catch {
      ashlar_faults_watch(nil)
      say("\(access(target, F_OK) == 0 ? "partial" : "failed") \(error)")
    }
    call += 1
  }
  ashlar_faults_watch(nil)
  say("copied \(try store.digest() == SampleStore(path: target).digest())")
}

/// Compacts a file, over and over: rows come and go between.
func compactForEver(path: String, seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  say("ready")
  while true {
    let store = try SampleStore(EnvironmentRegistry.open(path: path) { _, _ in true })
    let digest = try store.digest()
    try store.session.beginWrite()
    var keys: [Int64] = []
    for _ in 0..<500 { keys.append(try store.insert(SampleSchema.wide, random.wide())) }
    try store.session.commitWrite(sync: false)
    try store.session.beginWrite()
    for key in keys { try store.session.delete(SampleSchema.wide, key) }
    try store.session.commitWrite(sync: false)
    guard try store.digest() == digest else { return say("changed") }
  }
}
