// What was done, and what is to fail. One lock for all of it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "fault_disk.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct fault_event *events;
static size_t event_count, event_room;
static bool is_logging, forgets;

static int64_t calls, failures, failing_call;
static enum fault_mode failing_mode;

void fault_note(int kind, int file, int64_t offset, const void *bytes, int count) {
  pthread_mutex_lock(&lock);
  if (is_logging) {
    if (event_count == event_room) {
      event_room = event_room ? 2 * event_room : 4096;
      events = realloc(events, event_room * sizeof *events);
      if (!events) abort();
    }
    uint8_t *copy = NULL;
    if (count > 0) {
      copy = malloc((size_t)count);
      if (!copy) abort();
      memcpy(copy, bytes, (size_t)count);
    }
    events[event_count++] = (struct fault_event){kind, file, offset, count, copy};
  }
  pthread_mutex_unlock(&lock);
}

void fault_log_start(bool forgets_syncs) {
  pthread_mutex_lock(&lock);
  for (size_t index = 0; index < event_count; index++) free((void *)events[index].bytes);
  event_count = 0;
  is_logging = true;
  forgets = forgets_syncs;
  pthread_mutex_unlock(&lock);
}

void fault_log_stop(void) {
  pthread_mutex_lock(&lock);
  is_logging = false;
  forgets = false;
  pthread_mutex_unlock(&lock);
}

size_t fault_event_count(void) { return event_count; }
struct fault_event fault_event_at(size_t index) { return events[index]; }
void fault_mark(int64_t number) { fault_note(FAULT_MARK, FAULT_OTHER, number, NULL, 0); }

void fault_arm(int64_t call, enum fault_mode mode) {
  pthread_mutex_lock(&lock);
  calls = 0;
  failures = 0;
  failing_call = call;
  failing_mode = mode;
  pthread_mutex_unlock(&lock);
}

bool fault_hits(bool grows) {
  pthread_mutex_lock(&lock);
  calls++;
  bool hits = false;
  if (failing_call > 0) {
    switch (failing_mode) {
      case FAULT_ONCE: hits = calls == failing_call; break;
      case FAULT_FROM_THEN: hits = calls >= failing_call; break;
      case FAULT_DISK_FULL: hits = grows && calls >= failing_call; break;
    }
  }
  if (hits) failures++;
  pthread_mutex_unlock(&lock);
  return hits;
}

bool fault_is_full(void) { return failing_mode == FAULT_DISK_FULL; }
bool fault_forgets_syncs(void) { return forgets; }
int64_t fault_calls(void) { return calls; }
int64_t fault_failures(void) { return failures; }
