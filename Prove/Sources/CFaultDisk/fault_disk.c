// The VFS: passes calls on, counts them, lets them fail.
#include "fault_disk.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct fault_handle {
  sqlite3_file base;
  int file;
  sqlite3_file *real;
};

static sqlite3_vfs *real_vfs;

static sqlite3_file *real_of(sqlite3_file *file) { return ((struct fault_handle *)file)->real; }
static int file_of(sqlite3_file *file) { return ((struct fault_handle *)file)->file; }

static int which_file(const char *name) {
  size_t length = name ? strlen(name) : 0;
  if (length > 4 && strcmp(name + length - 4, "-wal") == 0) return FAULT_WAL;
  if (length > 8 && strcmp(name + length - 8, "-journal") == 0) return FAULT_JOURNAL;
  return name ? FAULT_MAIN : FAULT_OTHER;
}

static int disk_close(sqlite3_file *file) {
  return real_of(file)->pMethods ? real_of(file)->pMethods->xClose(real_of(file)) : SQLITE_OK;
}

static int disk_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (fault_hits(false)) return SQLITE_IOERR_READ;
  return real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset);
}

static int disk_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  sqlite3_int64 size = 0;
  real_of(file)->pMethods->xFileSize(real_of(file), &size);
  if (fault_hits(offset + count > size)) {
    if (fault_is_full()) return SQLITE_FULL;
    // A failing disk may have taken a part.
    real_of(file)->pMethods->xWrite(real_of(file), bytes, count / 2, offset);
    return SQLITE_IOERR_WRITE;
  }
  fault_note(FAULT_WRITE, file_of(file), offset, bytes, count);
  return real_of(file)->pMethods->xWrite(real_of(file), bytes, count, offset);
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (fault_hits(false)) return SQLITE_IOERR_TRUNCATE;
  fault_note(FAULT_TRUNCATE, file_of(file), size, NULL, 0);
  return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int disk_sync(sqlite3_file *file, int flags) {
  if (fault_hits(false)) return SQLITE_IOERR_FSYNC;
  if (fault_forgets_syncs()) return SQLITE_OK;
  fault_note(FAULT_SYNC, file_of(file), 0, NULL, 0);
  return real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int disk_size(sqlite3_file *file, sqlite3_int64 *size) {
  if (fault_hits(false)) return SQLITE_IOERR_FSTAT;
  return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int disk_lock(sqlite3_file *file, int level) {
  if (fault_hits(false)) return SQLITE_IOERR_LOCK;
  return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int disk_unlock(sqlite3_file *file, int level) {
  return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int disk_check_reserved(sqlite3_file *file, int *result) {
  return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

static int disk_control(sqlite3_file *file, int operation, void *argument) {
  return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int disk_sector_size(sqlite3_file *file) {
  return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int disk_characteristics(sqlite3_file *file) {
  return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int disk_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  if (fault_hits(false)) return SQLITE_IOERR_SHMMAP;
  return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, memory);
}

static int disk_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  // Giving a lock back never fails.
  if ((flags & SQLITE_SHM_LOCK) && fault_hits(false)) return SQLITE_IOERR_SHMLOCK;
  return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void disk_shm_barrier(sqlite3_file *file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }

static int disk_shm_unmap(sqlite3_file *file, int deletes) {
  return real_of(file)->pMethods->xShmUnmap(real_of(file), deletes);
}

static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = disk_close,
  .xRead = disk_read,
  .xWrite = disk_write,
  .xTruncate = disk_truncate,
  .xSync = disk_sync,
  .xFileSize = disk_size,
  .xLock = disk_lock,
  .xUnlock = disk_unlock,
  .xCheckReservedLock = disk_check_reserved,
  .xFileControl = disk_control,
  .xSectorSize = disk_sector_size,
  .xDeviceCharacteristics = disk_characteristics,
  .xShmMap = disk_shm_map,
  .xShmLock = disk_shm_lock,
  .xShmBarrier = disk_shm_barrier,
  .xShmUnmap = disk_shm_unmap,
};

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
  (void)vfs;
  struct fault_handle *handle = (struct fault_handle *)file;
  handle->base.pMethods = NULL;
  handle->real = (sqlite3_file *)(handle + 1);
  handle->real->pMethods = NULL;
  handle->file = which_file(name);
  if (fault_hits(false)) return SQLITE_CANTOPEN;
  int exists = 1;
  // Not asked of the system's VFS: that takes an empty file for none.
  if (name && (flags & SQLITE_OPEN_CREATE)) exists = access(name, F_OK) == 0;
  int code = real_vfs->xOpen(real_vfs, name, handle->real, flags, out_flags);
  if (code != SQLITE_OK) return code;
  if (!exists) fault_note(FAULT_CREATE, handle->file, 0, NULL, 0);
  handle->base.pMethods = &methods;
  return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int syncs_folder) {
  (void)vfs;
  if (fault_hits(false)) return SQLITE_IOERR_DELETE;
  fault_note(FAULT_DELETE, which_file(name), syncs_folder, NULL, 0);
  return real_vfs->xDelete(real_vfs, name, syncs_folder);
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  (void)vfs;
  if (fault_hits(false)) return SQLITE_IOERR_ACCESS;
  return real_vfs->xAccess(real_vfs, name, flags, result);
}

int fault_install(void) {
  static sqlite3_vfs disk;
  real_vfs = sqlite3_vfs_find(NULL);
  if (!real_vfs) return SQLITE_ERROR;
  disk = *real_vfs;
  disk.zName = "fault-disk";
  disk.szOsFile = (int)sizeof(struct fault_handle) + real_vfs->szOsFile;
  disk.pNext = NULL;
  disk.xOpen = disk_open;
  disk.xDelete = disk_delete;
  disk.xAccess = disk_access;
  return sqlite3_vfs_register(&disk, 1);
}

static int keep_first_problem(void *context, int count, char **values, char **names) {
  (void)names;
  char **words = context;
  if (!*words && count > 0 && values[0] && strcmp(values[0], "ok") != 0) {
    *words = sqlite3_mprintf("%s", values[0]);
  }
  return 0;
}

void fault_check(const char *path, char *words, size_t words_bytes) {
  sqlite3 *database = NULL;
  char *problem = NULL, *error = NULL;
  words[0] = 0;
  int code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, real_vfs ? real_vfs->zName : NULL);
  if (code == SQLITE_OK) {
    code = sqlite3_exec(
      database, "PRAGMA integrity_check; PRAGMA foreign_key_check", keep_first_problem, &problem, &error);
  }
  if (code != SQLITE_OK) snprintf(words, words_bytes, "%s", error ? error : sqlite3_errstr(code));
  else if (problem) snprintf(words, words_bytes, "%s", problem);
  sqlite3_free(error);
  sqlite3_free(problem);
  sqlite3_close_v2(database);
}
