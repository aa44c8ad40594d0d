#pragma once
#include <sys/eventfd.h>
#include <systemd/sd-bus.h>

// What wakes the thread that sleeps on a bus; the flags are an enumeration of the system's own.
static inline int tern_bus_event(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}
