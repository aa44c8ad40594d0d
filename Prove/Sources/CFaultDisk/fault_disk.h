// What the VFS and the log know of one another.
#pragma once
#include <sqlite3.h>

#include "CFaultDisk.h"

/// Counts a call and says whether it has to fail. `grows` is whether a write makes its file longer.
bool fault_hits(bool grows);
bool fault_is_full(void);
bool fault_forgets_syncs(void);
void fault_note(int kind, int file, int64_t offset, const void *bytes, int count);
