#pragma once
#include <sqlite3.h>

#include "../../Sources/CBench/include/CBench.h"

// SQLITE_TRANSIENT and SQLITE_STATIC are casts, which Swift does not import.
static inline int bench_bind_text(sqlite3_stmt *statement, int column, const char *text, int count) {
  return sqlite3_bind_text(statement, column, text, count, SQLITE_STATIC);
}
static inline int bench_bind_blob(sqlite3_stmt *statement, int column, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, column, bytes, count, SQLITE_STATIC);
}
