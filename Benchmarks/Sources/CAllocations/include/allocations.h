#pragma once

/// Calls of malloc, calloc and realloc in this process so far.
unsigned long tern_allocations(void);
