import AshlarStore
import StoreFixtures

/// Says the newest version whenever it is woken by a commit of another process, until a line comes.
func watch(path: String) throws {
  let store = try SampleStore(path: path)
  let engine = store.session.engine
  _ = engine.changes.wait { say("\(engine.newestVersion)") }
  engine.watchOtherProcesses()
  say("watching")
  _ = readLine()
  withExtendedLifetime(store) {}
}
