import AshlarStore
import TestSupport

// What the crash tests run in processes of their own.
TestEngine.choose()
var arguments = CommandLine.arguments
// `paged SIZE` before a command: this process is told that pages of the system have so many bytes.
if arguments.count > 3, arguments[1] == "paged" {
  setenv("ASHLAR_PAGE_SIZE", arguments[2], 1)
  arguments.removeSubrange(1...2)
}
switch arguments.count > 1 ? arguments[1] : "" {
case "write": try writeForEver(path: arguments[2], seed: UInt64(arguments[3]) ?? 0)
case "write-relaxed": try writeForEver(path: arguments[2], seed: UInt64(arguments[3]) ?? 0, .relaxed)
case "write-ruled": try writeRuledForEver(ruledFixture(arguments[4]), path: arguments[2], seed: UInt64(arguments[3]) ?? 0)
case "rule": try ruleForEver(path: arguments[2], seed: UInt64(arguments[3]) ?? 0)
case "rule-dying":
  try addRulesAndDie(ruledFixture(arguments[5]), path: arguments[2], call: Int64(arguments[3]) ?? 0, onCopy: arguments[4] == "copy")
case "trace-ruled":
  try traceRuled(
    ruledFixture(arguments[6]), path: arguments[2], log: arguments[3], seed: UInt64(arguments[4]) ?? 0, count: Int64(arguments[5]) ?? 1)
case "trace-ruled-relaxed":
  try traceRelaxedRuled(
    ruledFixture(arguments[6]), path: arguments[2], log: arguments[3], seed: UInt64(arguments[4]) ?? 0, count: Int64(arguments[5]) ?? 1)
case "trace-rules": try traceRules(ruledFixture(arguments[4]), path: arguments[2], log: arguments[3])
case "stay-ruled": try stayUnderRules(path: arguments[2], version: UInt64(arguments[3]) ?? 1)
case "stay-seating": try stayUnderSeating(path: arguments[2], version: UInt64(arguments[3]) ?? 1)
case "die": try dieRelaxed(path: arguments[2])
case "evolve": try evolveForEver(path: arguments[2], seed: UInt64(arguments[3]) ?? 0)
case "evolve-fault":
  try evolveWithFaults(
    path: arguments[2], code: Int32(arguments[3]) ?? 5, isForEver: arguments[4] == "forever", onCopy: arguments[5] != "place",
    leap: arguments[5] == "copies" ? 2 : 1)
case "trace-evolve": try traceEvolution(path: arguments[2], log: arguments[3], onCopy: arguments[4] == "copy")
case "step": try writeInSteps(path: arguments[2])
case "grouped-fault": try runGroupedWithFault(path: arguments[2], code: Int32(arguments[3]) ?? 5)
case "slot-fault": try runGroupedWithSlotFault(path: arguments[2], code: Int32(arguments[3]) ?? 5)
case "hold-slot": try commitWhileSlotIsHeld(path: arguments[2])
case "relaxed-fault": try runRelaxedWithFault(path: arguments[2], code: Int32(arguments[3]) ?? 5)
case "share": writeShared(path: arguments[2], seed: UInt64(arguments[3]) ?? 0)
case "share-bound":
  writeBound(path: arguments[2], seed: UInt64(arguments[3]) ?? 0, folder: arguments[4], place: arguments[5])
case "share-forked": try writeForked(path: arguments[2], seed: UInt64(arguments[3]) ?? 0)
case "commit-dying":
  try commitAndDie(path: arguments[2], call: Int64(arguments[3]) ?? 0, isSynced: arguments[4] == "synced")
case "open": openAndWait(path: arguments[2])
case "knowing": stayKnowing(path: arguments[2], names: arguments[3])
case "read-logging": try readLogging(path: arguments[2])
case "add-features": addFeatures(path: arguments[2], names: arguments[3])
case "trace-features": try traceFeatures(path: arguments[2], log: arguments[3], names: arguments[4])
case "trace-features-relaxed":
  try traceRelaxedFeatures(
    path: arguments[2], log: arguments[3], seed: UInt64(arguments[4]) ?? 0, count: Int64(arguments[5]) ?? 0, names: arguments[6])
case "add-dying": addFeaturesAndDie(path: arguments[2], names: arguments[3], call: Int64(arguments[4]) ?? 0)
case "create-later": createLater(path: arguments[2], format: UInt64(arguments[3]) ?? 10)
case "keep": try keepVersion(path: arguments[2])
case "keep-older": keepVersionByOlderRelease(path: arguments[2], isPaired: arguments[3] == "paired")
case "hold-transaction": try holdTransaction(path: arguments[2])
case "open-many": try openMany(folder: arguments[2], count: Int(arguments[3]) ?? 1)
case "delete-without": try deleteWithout(path: arguments[2], type: arguments[3])
case "open-numbered": openNumbered(path: arguments[2], isSecond: arguments[3] == "2")
case "watch": try watch(path: arguments[2])
case "read-raw": readRaw(path: arguments[2])
case "delete": deleteFile(path: arguments[2])
case "fill-disk": try fillDisk(folder: arguments[2])
case "migrate-full-disk": try migrateOnFullDisk(folder: arguments[2])
case "fill-to-limit": try fillToLimit(path: arguments[2], bytes: UInt64(arguments[3]) ?? 1 << 20)
case "read": serveReads()
case "hold": try holdWriteLock(path: arguments[2])
case "fill": try fill(path: arguments[2], megabytes: UInt64(arguments[3]) ?? 1)
case "fill-tokens": try fillTokens(path: arguments[2], megabytes: UInt64(arguments[3]) ?? 1)
case "walk": try measureWalk(path: arguments[2])
case "trace":
  try trace(path: arguments[2], log: arguments[3], seed: UInt64(arguments[4]) ?? 0, count: Int64(arguments[5]) ?? 1)
case "trace-relaxed":
  try traceRelaxed(path: arguments[2], log: arguments[3], seed: UInt64(arguments[4]) ?? 0, count: Int64(arguments[5]) ?? 1)
case "trace-grouped":
  try traceGrouped(path: arguments[2], log: arguments[3], seed: UInt64(arguments[4]) ?? 0, count: Int64(arguments[5]) ?? 1)
case "trace-shared":
  try traceShared(
    path: arguments[2], log: arguments[3], seed: UInt64(arguments[4]) ?? 0, count: Int64(arguments[5]) ?? 1, dies: arguments[6] == "dies")
case "fault":
  try runWithFault(
    path: arguments[2], seed: UInt64(arguments[3]) ?? 0, count: Int64(arguments[4]) ?? 1, call: Int64(arguments[5]) ?? 0,
    code: Int32(arguments[6]) ?? 5, isForEver: arguments[7] == "forever")
case "grow-fault": try growWithFaults(path: arguments[2], code: Int32(arguments[3]) ?? 5, isForEver: arguments[4] == "forever")
case "stay": try stay(path: arguments[2], version: UInt64(arguments[3]) ?? 1)
case "stay-busy": try stayForEver(path: arguments[2], version: UInt64(arguments[3]) ?? 1)
case "pin": try holdVersion(path: arguments[2])
case "nobody": openWithoutRights(path: arguments[2])
case "copy-fault": try copyWithFaults(path: arguments[2], seed: UInt64(arguments[3]) ?? 0, code: Int32(arguments[4]) ?? 5)
case "work":
  try workAndCopy(path: arguments[2], copy: arguments[3], seed: UInt64(arguments[4]) ?? 0, count: Int64(arguments[5]) ?? 1)
case "store-marked":
  try storeMarked(
    path: arguments[2], record: arguments[3], marks: UInt64(arguments[4]) ?? 0, isSealed: arguments[5] == "sealed")
case "write-sealed":
  try writeSealed(
    path: arguments[2], log: arguments[3], marks: UInt64(arguments[4]) ?? 0, seed: UInt64(arguments[5]) ?? 0, kind: arguments[6])
case "compact": try compactForEver(path: arguments[2], seed: UInt64(arguments[3]) ?? 0)
default:
  say(
    "usage: CrashWriter [paged SIZE] write PATH SEED | write-relaxed PATH SEED | write-ruled PATH SEED ledger|seating | rule PATH SEED | rule-dying PATH CALL place|copy ledger|seating | trace-ruled PATH LOG SEED COUNT ledger|seating | trace-ruled-relaxed PATH LOG SEED COUNT ledger|seating | trace-rules PATH LOG ledger|seating | stay-ruled PATH VERSION | stay-seating PATH VERSION | evolve PATH SEED | evolve-fault PATH CODE once|forever place|copy|copies | trace-evolve PATH LOG place|copy | die PATH | step PATH | relaxed-fault PATH CODE | grouped-fault PATH CODE | slot-fault PATH CODE | hold-slot PATH | share PATH SEED | share-bound PATH SEED FOLDER PLACE | share-forked PATH SEED | commit-dying PATH CALL synced|unsynced | open PATH | knowing PATH FEATURES | read-logging PATH | add-features PATH FEATURES | trace-features PATH LOG FEATURES | trace-features-relaxed PATH LOG SEED COUNT FEATURES | add-dying PATH FEATURES CALL | create-later PATH FORMAT | keep PATH | keep-older PATH paired|plain | hold-transaction PATH | open-many FOLDER COUNT | delete-without PATH TYPE | open-numbered PATH 1|2 | watch PATH | read-raw PATH | delete PATH | fill-disk FOLDER | migrate-full-disk FOLDER | fill-to-limit PATH BYTES | trace-relaxed PATH LOG SEED COUNT | trace-grouped PATH LOG SEED COUNT | trace-shared PATH LOG SEED COUNT dies|closes | read | hold PATH | pin PATH | stay PATH VERSION | stay-busy PATH VERSION | nobody PATH | copy-fault PATH SEED CODE | store-marked PATH RECORD SEED sealed|plain | write-sealed PATH LOG SEED SEED commits|groups|forks|repeated | compact PATH SEED | work PATH COPY SEED COUNT | trace PATH LOG SEED COUNT | fault PATH SEED COUNT CALL CODE once|forever | grow-fault PATH CODE once|forever | fill PATH MEGABYTES | fill-tokens PATH MEGABYTES | walk PATH"
  )
  exit(2)
}
