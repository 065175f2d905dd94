#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast, which Swift does not import.
static inline int compare_bind_text(sqlite3_stmt *statement, int column, const char *text, int count) {
  return sqlite3_bind_text(statement, column, text, count, SQLITE_TRANSIENT);
}
static inline int compare_bind_blob(sqlite3_stmt *statement, int column, const void *bytes, int count) {
  // A null pointer would bind NULL.
  return count == 0 ? sqlite3_bind_zeroblob(statement, column, 0) : sqlite3_bind_blob(statement, column, bytes, count, SQLITE_TRANSIENT);
}
