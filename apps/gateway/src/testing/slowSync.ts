import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A disk that syncs late, for the processes that are started with its variables. */
export interface SlowSync {
  readonly environment: Readonly<Record<string, string>>
  /** From now on each sync takes 200 ms longer. */
  begin(): void
  end(): void
}

/** Whether this machine can make one. */
export const canSlowSync: boolean = spawnSync('cc', ['--version']).status === 0

const SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
static void delay(void) {
  const char *file = getenv("SLOW_SYNC_FILE");
  if (file && access(file, F_OK) == 0) usleep(200000);
}
int fdatasync(int file) {
  static int (*own)(int);
  if (!own) own = dlsym(RTLD_NEXT, "fdatasync");
  delay();
  return own(file);
}
int fsync(int file) {
  static int (*own)(int);
  if (!own) own = dlsym(RTLD_NEXT, "fsync");
  delay();
  return own(file);
}
`

/** Stands in front of the system's own calls, in `folder`, which its processes can read. */
export function makeSlowSync(folder: string): SlowSync {
  const [source, library, file] = ['slow-sync.c', 'slow-sync.so', 'slow-sync'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string]
  writeFileSync(source, SOURCE)
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
  return {
    environment: { LD_PRELOAD: library, SLOW_SYNC_FILE: file },
    begin: () => writeFileSync(file, '', { mode: 0o644 }),
    end: () => rmSync(file, { force: true }),
  }
}
