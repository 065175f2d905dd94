import AshlarStore
import Dispatch
import FaultShim
import StoreFixtures
import TestSupport

/// Holds the write of a checkpoint's slot, and commits the next number for each line with the durability that it names, until a line that
/// is empty lets the slot be written. Then says what the waiter was told.
func commitWhileSlotIsHeld(path: String) throws {
  let scenario = try Scenario(path: path, seed: 1)
  let engine = scenario.store.session.engine
  engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
  var gate: [Int32] = [0, 0]
  guard ashlar_faults_possible() != 0, pipe(&gate) == 0 else { return say("impossible") }
  ashlar_faults_watch(path)
  let isTold = DispatchSemaphore(value: 0)
  for isHeld in [false, true] {
    if isHeld { ashlar_faults_hold_slot(gate[0]) }
    _ = try scenario.commitNext(.relaxed) { _, _ in }
    engine.whenSaved(scenario.store.session.version) { error in
      if isHeld { say(error.map { "\($0)" } ?? "saved") }
      isTold.signal()
    }
    if !isHeld { isTold.wait() }
  }
  while ashlar_faults_holds_slot() == 0 { usleep(1000) }
  say("held")
  while let line = readLine(), !line.isEmpty {
    say(try scenario.commitNext(line == "full" ? .full : .relaxed) { _, _ in })
  }
  _ = write(gate[1], "x", 1)
  isTold.wait()
  _ = readLine()
}
