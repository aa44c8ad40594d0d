#pragma once
#include <sqlite3.h>

// Swift cannot call C functions with variable arguments, or through a table of functions: these are the calls
// we need.

/// Sets one on/off option of a connection (SQLITE_DBCONFIG_…); returns a result code.
static inline int csqlite_set_flag(sqlite3 *connection, int option, int on) {
  int result = 0;
  return sqlite3_db_config(connection, option, on, &result);
}

/// The connection's open main file; null for none.
static inline sqlite3_file *csqlite_file(sqlite3 *connection) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return code == SQLITE_OK && file && file->pMethods ? file : 0;
}

/// Reads bytes of the main file through the connection's own descriptor: opening and closing another one would
/// drop the locks this process holds on the file. Returns a result code.
static inline int csqlite_read(sqlite3 *connection, void *bytes, int count, sqlite3_int64 offset) {
  sqlite3_file *file = csqlite_file(connection);
  return file ? file->pMethods->xRead(file, bytes, count, offset) : SQLITE_CANTOPEN;
}

/// The size of the main file in bytes; below zero when it cannot be told.
static inline sqlite3_int64 csqlite_size(sqlite3 *connection) {
  sqlite3_file *file = csqlite_file(connection);
  sqlite3_int64 size = 0;
  return file && file->pMethods->xFileSize(file, &size) == SQLITE_OK ? size : -1;
}
