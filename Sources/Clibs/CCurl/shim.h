#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// The library's setters and getters take any number of arguments, which Swift cannot call: one for each type.

static inline CURLcode tern_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode tern_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode tern_curl_set_writer(
    CURL *handle, size_t (*writer)(char *, size_t, size_t, void *), void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : code;
}

static inline CURLcode tern_curl_set_watcher(
    CURL *handle, int (*watcher)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t), void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, watcher);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L) : code;
}

static inline long tern_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

// Seconds since 1970, UTC; -1 where the server did not say.
static inline curl_off_t tern_curl_file_time(CURL *handle) {
    curl_off_t time = -1;
    curl_easy_getinfo(handle, CURLINFO_FILETIME_T, &time);
    return time;
}

static inline CURLcode tern_curl_start(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}
