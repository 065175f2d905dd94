import AshlarStore
import CLMDB

/// Creates a file of a later format by LMDB alone: it has the value that says so, and no tree but the one with that value.
func createLater(path: String, format: UInt64) {
  var environment: OpaquePointer?
  var transaction: OpaquePointer?
  var meta: MDB_dbi = 0
  guard mdb_env_create(&environment) == 0, mdb_env_set_mapsize(environment, 1 << 30) == 0, mdb_env_set_maxdbs(environment, 8) == 0,
    mdb_env_open(environment, path, UInt32(MDB_NOSUBDIR | MDB_NOTLS), 0o644) == 0, mdb_txn_begin(environment, nil, 0, &transaction) == 0,
    mdb_dbi_open(transaction, KeySpace.meta.rawValue, UInt32(MDB_CREATE), &meta) == 0
  else { return say("refused") }
  var name = Array("format".utf8)
  var value = Array("ASHLARDB".utf8) + withUnsafeBytes(of: format.littleEndian) { Array($0) }
  let code = name.withUnsafeMutableBytes { name in
    value.withUnsafeMutableBytes { value in
      var key = MDB_val(mv_size: name.count, mv_data: name.baseAddress)
      var data = MDB_val(mv_size: value.count, mv_data: value.baseAddress)
      return mdb_put(transaction, meta, &key, &data, 0)
    }
  }
  guard code == 0, mdb_txn_commit(transaction) == 0 else { return say("refused") }
  mdb_env_close(environment)
  say("created")
}

/// Creates so many files in a folder, keeps all of them open, and says how many these are; until a line comes.
func openMany(folder: String, count: Int) throws {
  var limit = rlimit()
  #if canImport(Darwin)
    let resource = RLIMIT_NOFILE
  #else
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
  getrlimit(resource, &limit)
  limit.rlim_cur = min(limit.rlim_max, rlim_t(count * 8 + 256))
  setrlimit(resource, &limit)
  var engines: [any StorageEngine] = []
  do {
    for number in 0..<count { engines.append(try EnvironmentRegistry.open(path: "\(folder)/\(number)")) }
    say("opened \(engines.count)")
  } catch {
    say("opened \(engines.count): \(error)")
  }
  _ = readLine()
}
