#pragma once
// Parts of the system's socket interface that Swift's own Glibc module leaves out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// Hidden behind a feature macro that a module's header cannot set after the fact.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// What SO_PEERCRED writes; the system's own name for it is behind the same macro.
struct tern_peer_credentials {
  pid_t process;
  uid_t user;
  gid_t group;
};
