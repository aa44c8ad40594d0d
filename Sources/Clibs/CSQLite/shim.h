#pragma once
#include <sqlite3.h>

// Swift cannot call C functions with variable arguments: these are the calls we need.

/// Sets one on/off option of a connection (SQLITE_DBCONFIG_…); returns a result code.
static inline int csqlite_set_flag(sqlite3 *connection, int option, int on) {
  int result = 0;
  return sqlite3_db_config(connection, option, on, &result);
}
