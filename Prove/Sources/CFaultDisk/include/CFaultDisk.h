#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A disk that writes down what SQLite does to it, and that fails when told to. It stands between SQLite and
// the system's files as the default VFS; what it passes on really happens. For tests alone, one process, one
// database folder at a time. All calls may come from any thread.

/// What happened to a file.
enum fault_kind {
  FAULT_CREATE,    ///< The file did not exist and was made.
  FAULT_WRITE,     ///< Bytes were written at an offset.
  FAULT_TRUNCATE,  ///< The file was cut to the length in `offset`.
  FAULT_SYNC,      ///< What was written so far was asked to be on the disk.
  FAULT_DELETE,    ///< The name was removed.
  FAULT_MARK,      ///< The script says that something is acknowledged; its number is `offset`.
};

/// Which file: by the ending of its name.
enum fault_file { FAULT_MAIN, FAULT_WAL, FAULT_JOURNAL, FAULT_OTHER };

/// One line of what was written down.
struct fault_event {
  int32_t kind;
  int32_t file;
  int64_t offset;
  int64_t count;
  /// `count` bytes of a write; valid until `fault_log_start`.
  const uint8_t *bytes;
};

/// Makes the disk SQLite's default one. Called once, before the first database is opened.
int fault_install(void);

/// Begins a new log; `forgets_syncs` plants the fault that no sync is done.
void fault_log_start(bool forgets_syncs);
/// Ends the log; what it holds can be read.
void fault_log_stop(void);
size_t fault_event_count(void);
struct fault_event fault_event_at(size_t index);
/// Writes an acknowledgement down.
void fault_mark(int64_t number);

/// How a call fails.
enum fault_mode {
  FAULT_ONCE,        ///< The call fails, later ones work.
  FAULT_FROM_THEN,   ///< It and every later call fail.
  FAULT_DISK_FULL,   ///< From then on every write that would grow a file says that the disk is full.
};

/// Lets call number `call` (from 1) fail; every read, write, truncate, sync, lock, open, delete, size and
/// shared-memory call counts. 0: none fails any more.
void fault_arm(int64_t call, enum fault_mode mode);
/// Calls since `fault_arm`.
int64_t fault_calls(void);
/// Calls that failed since `fault_arm`.
int64_t fault_failures(void);

/// Checks a closed database on the plain disk: every page, index and foreign key. Writes what is wrong, or
/// nothing, to `words`.
void fault_check(const char *path, char *words, size_t words_bytes);
