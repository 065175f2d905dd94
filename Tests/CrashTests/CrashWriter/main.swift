// What the crash tests run in processes of their own.
let arguments = CommandLine.arguments
switch arguments.count > 1 ? arguments[1] : "" {
case "write": try writeForEver(path: arguments[2], seed: UInt64(arguments[3]) ?? 0)
case "read": serveReads()
case "hold": try holdWriteLock(path: arguments[2])
case "fill": try fill(path: arguments[2], megabytes: UInt64(arguments[3]) ?? 1)
case "fill-tokens": try fillTokens(path: arguments[2], megabytes: UInt64(arguments[3]) ?? 1)
case "walk": try measureWalk(path: arguments[2])
case "nobody": openWithoutRights(path: arguments[2])
default:
  say("usage: CrashWriter write PATH SEED | read | hold PATH | nobody PATH | fill PATH MEGABYTES | fill-tokens PATH MEGABYTES | walk PATH")
  exit(2)
}
