/* Lets a chosen call that changes files fail, or kills the process there. Only tests use it, by LD_PRELOAD.
 *
 * FAULT_UNDER   folders, apart by `:`; only files under them count
 * FAULT_AT      which call, from 1; 0: none, calls are only counted
 * FAULT_HOW     kill    the process is killed before the call
 *               torn    half of what is to be written is written, then the process is killed
 *               io      the call fails with EIO
 *               lie     one bit of what is written is another
 *               full    the call fails with ENOSPC, and so does every later one that needs room
 *               read    not a change but a reading fails with EIO (FAULT_AT counts readings)
 *               closed  no call may change anything: EROFS, as on a read-only medium
 * FAULT_COUNT   a file to which the number of calls is written at the end
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *under, *how;
static long at, seen;
static int full, ready;

static void set_up(void) {
    if (ready) return;
    ready = 1;
    under = getenv("FAULT_UNDER");
    how = getenv("FAULT_HOW");
    at = getenv("FAULT_AT") ? atol(getenv("FAULT_AT")) : 0;
    if (!how) how = "";
}

__attribute__((constructor)) static void begin(void) { set_up(); }

__attribute__((destructor)) static void end(void) {
    const char *name = getenv("FAULT_COUNT");
    if (!name) return;
    FILE *file = fopen(name, "w");
    if (file) {
        fprintf(file, "%ld", seen);
        fclose(file);
    }
}

static int counts(const char *path) {
    set_up();
    if (!under || !path) return 0;
    char whole[4096];
    if (path[0] != '/') {
        if (!getcwd(whole, sizeof whole)) return 0;
        size_t used = strlen(whole);
        snprintf(whole + used, sizeof whole - used, "/%s", path);
        path = whole;
    }
    for (const char *part = under; *part;) {
        size_t length = strcspn(part, ":");
        if (length && strncmp(path, part, length) == 0 && (path[length] == '/' || path[length] == 0)) return 1;
        part += length + (part[length] == ':');
    }
    return 0;
}

static int counts_fd(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    /* A pipe or socket has no path. */
    if (length <= 0 || path[0] != '/') return 0;
    path[length] = 0;
    return counts(path);
}

static int is(const char *word) { return strcmp(how, word) == 0; }

/* Whether this change goes on: 1 yes, 2 with a lie, 0 it fails (errno is set), -1 half of it, then the process is killed. */
static int change(int of_file, int needs_room) {
    if (!of_file || is("read")) return 1;
    if (is("closed")) { errno = EROFS; return 0; }
    long now = __atomic_add_fetch(&seen, 1, __ATOMIC_SEQ_CST);
    if (full && needs_room) { errno = ENOSPC; return 0; }
    if (now != at) return 1;
    if (is("kill")) kill(getpid(), SIGKILL);
    if (is("torn")) return -1;
    if (is("lie")) return 2;
    if (is("io")) { errno = EIO; return 0; }
    if (is("full")) {
        if (!needs_room) return 1;
        full = 1;
        errno = ENOSPC;
        return 0;
    }
    return 1;
}

/* The same of a call that writes nothing, of which no half can be done. */
static int other(int of_file, int needs_room) {
    int goes = change(of_file, needs_room);
    if (goes < 0) kill(getpid(), SIGKILL);
    return goes;
}

static int reading(int of_file) {
    if (!of_file || !is("read")) return 1;
    if (__atomic_add_fetch(&seen, 1, __ATOMIC_SEQ_CST) != at) return 1;
    errno = EIO;
    return 0;
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name)) dlsym(RTLD_NEXT, #name)

/* What is written by a disk that lies: one bit in the middle is another. */
static void *lied(const void *bytes, size_t size) {
    char *copy = malloc(size);
    if (copy) { memcpy(copy, bytes, size); copy[size / 2] ^= 4; }
    return copy;
}

#define WRITE(name, offset_type)                                                              \
    ssize_t name(int fd, const void *bytes, size_t size, offset_type offset) {                \
        REAL(name);                                                                           \
        int goes = change(counts_fd(fd), 1);                                                  \
        if (goes > 1) {                                                                       \
            void *lie = lied(bytes, size);                                                    \
            ssize_t done = real(fd, lie, size, offset);                                       \
            free(lie);                                                                        \
            return done;                                                                      \
        }                                                                                     \
        if (goes > 0) return real(fd, bytes, size, offset);                                   \
        if (goes < 0) { real(fd, bytes, size / 2, offset); kill(getpid(), SIGKILL); }         \
        return -1;                                                                            \
    }
WRITE(pwrite, off_t)
WRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *bytes, size_t size) {
    REAL(write);
    int goes = change(counts_fd(fd), 1);
    if (goes > 0) return real(fd, bytes, size);
    if (goes < 0) { real(fd, bytes, size / 2); kill(getpid(), SIGKILL); }
    return -1;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(writev);
    return other(counts_fd(fd), 1) > 0 ? real(fd, parts, count) : -1;
}

ssize_t pread(int fd, void *bytes, size_t size, off_t offset) {
    REAL(pread);
    return reading(counts_fd(fd)) ? real(fd, bytes, size, offset) : -1;
}
ssize_t pread64(int fd, void *bytes, size_t size, off64_t offset) {
    REAL(pread64);
    return reading(counts_fd(fd)) ? real(fd, bytes, size, offset) : -1;
}
ssize_t read(int fd, void *bytes, size_t size) {
    REAL(read);
    return reading(counts_fd(fd)) ? real(fd, bytes, size) : -1;
}

#define ON_FILE(name)                                       \
    int name(int fd) {                                      \
        REAL(name);                                         \
        return other(counts_fd(fd), 0) > 0 ? real(fd) : -1; \
    }
ON_FILE(fsync)
ON_FILE(fdatasync)

int ftruncate(int fd, off_t size) {
    REAL(ftruncate);
    return other(counts_fd(fd), 0) > 0 ? real(fd, size) : -1;
}
int ftruncate64(int fd, off64_t size) {
    REAL(ftruncate64);
    return other(counts_fd(fd), 0) > 0 ? real(fd, size) : -1;
}
int fallocate(int fd, int mode, off_t offset, off_t size) {
    REAL(fallocate);
    return other(counts_fd(fd), 1) > 0 ? real(fd, mode, offset, size) : -1;
}
ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t size, unsigned flags) {
    REAL(copy_file_range);
    return other(counts_fd(out), 1) > 0 ? real(in, from, out, to, size, flags) : -1;
}
int fchmod(int fd, mode_t mode) {
    REAL(fchmod);
    return other(counts_fd(fd), 0) > 0 ? real(fd, mode) : -1;
}

#define ON_NAME(name)                                          \
    int name(const char *path) {                               \
        REAL(name);                                            \
        return other(counts(path), 0) > 0 ? real(path) : -1;  \
    }
ON_NAME(unlink)
ON_NAME(rmdir)

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    return other(counts(path), 1) > 0 ? real(path, mode) : -1;
}
int rename(const char *from, const char *to) {
    REAL(rename);
    return other(counts(to), 0) > 0 ? real(from, to) : -1;
}
int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
    REAL(renameat2);
    return other(counts(to), 0) > 0 ? real(a, from, b, to, flags) : -1;
}
int link(const char *from, const char *to) {
    REAL(link);
    return other(counts(to), 1) > 0 ? real(from, to) : -1;
}
int linkat(int a, const char *from, int b, const char *to, int flags) {
    REAL(linkat);
    return other(counts(to), 1) > 0 ? real(a, from, b, to, flags) : -1;
}

#define OPEN(name)                                                                              \
    int name(const char *path, int flags, ...) {                                                \
        REAL(name);                                                                             \
        mode_t mode = 0;                                                                        \
        if (flags & (O_CREAT | O_TMPFILE)) {                                                    \
            va_list rest;                                                                       \
            va_start(rest, flags);                                                              \
            mode = va_arg(rest, mode_t);                                                        \
            va_end(rest);                                                                       \
        }                                                                                       \
        struct stat about;                                                                      \
        int makes = (flags & O_CREAT) && counts(path) && stat(path, &about) != 0;               \
        int writes = is("closed") && (flags & O_ACCMODE) != O_RDONLY && counts(path);           \
        return other(makes || writes, 1) > 0 ? real(path, flags, mode) : -1;                   \
    }
OPEN(open)
OPEN(open64)
