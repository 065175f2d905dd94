import AshlarStore
import Foundation

// Measures look-ups, ranges, inserts and commits of an index in nodes and in a tree of LMDB, in turns, in one process.
//
//   NodeBench FOLDER [ENTRIES [ROUNDS]]

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  print("usage: NodeBench FOLDER [ENTRIES [ROUNDS]]")
  exit(2)
}
let count = arguments.count > 2 ? Int(arguments[2]) ?? 1_000_000 : 1_000_000
let rounds = arguments.count > 3 ? Int(arguments[3]) ?? 5 : 5
let bench = NodeBench(folder: arguments[1], count: count)
for round in 1...rounds {
  // The order alternates, so that neither engine always follows the other.
  for isNodes in round % 2 == 0 ? [true, false] : [false, true] { try bench.run(isNodes: isNodes, round) }
}
exit(bench.report() ? 0 : 1)
