import { currentProcess } from './World.ts'
import {
  addBytes,
  createFile,
  fileAt,
  missing,
  namesIn,
  removeFile,
  renameFile,
  syncBytes,
  type Disk,
  type DiskFile,
} from './disk.ts'

/** The disk of the machine whose code asks; `undefined`: the real one is meant. */
const ownDisk = (): Disk | undefined => currentProcess()?.host.disk

type Call = (...values: never[]) => unknown

/** Each function is the simulated one for code of simulated processes, else the real one. */
function both(real: object, simulated: Readonly<Record<string, (disk: Disk) => Call>>): object {
  const functions = real as Readonly<Record<string, Call>>
  return {
    ...real,
    ...Object.fromEntries(
      Object.entries(simulated).map(([name, make]) => [
        name,
        (...values: never[]) => {
          const disk = ownDisk()
          return disk ? make(disk)(...values) : functions[name]!(...values)
        },
      ]),
    ),
  }
}

/** A folder that is open, or a file. */
const open = new Map<
  number,
  { readonly file: DiskFile } | { readonly disk: Disk; folder: string }
>()
let lastDescriptor = 1_000_000

function openNow(disk: Disk) {
  return (path: string, flags: string): number => {
    const descriptor = ++lastDescriptor
    if (flags === 'w') open.set(descriptor, { file: createFile(disk, path) })
    else open.set(descriptor, { disk, folder: path })
    return descriptor
  }
}

function syncNow(descriptor: number): void {
  const found = open.get(descriptor)
  if (!found) throw new Error('EBADF')
  if ('file' in found) syncBytes(found.file)
  else found.disk.syncNames(found.folder)
}

function writeNow(
  descriptor: number,
  bytes: Uint8Array,
  offset = 0,
  length = bytes.length - offset,
): number {
  const found = open.get(descriptor)
  if (!found || !('file' in found)) throw new Error('EBADF')
  addBytes(found.file, bytes.subarray(offset, offset + length))
  return length
}

/** `node:fs` as far as snapshots are written with it. */
export const simulateFiles = (real: object): object =>
  both(real, {
    openSync: openNow,
    writeSync: () => writeNow,
    fdatasyncSync: () => syncNow,
    fsyncSync: () => syncNow,
    closeSync: () => (descriptor: number) => void open.delete(descriptor),
    renameSync: (disk) => (from: string, to: string) => renameFile(disk, from, to),
    unlinkSync: (disk) => (path: string) => removeFile(disk, path),
    readlinkSync: () => (path: string) => {
      throw missing(path)
    },
  })

function handleOf(file: DiskFile) {
  return {
    async read(into: Buffer, offset: number, length: number, position: number) {
      const bytesRead = file.bytes.copy(into, offset, position, position + length)
      return { bytesRead, buffer: into }
    },
    async writeFile(bytes: Uint8Array) {
      addBytes(file, bytes)
    },
    async sync() {
      syncBytes(file)
    },
    async close() {},
  }
}

/** `node:fs/promises` likewise. */
export const simulateAsyncFiles = (real: object): object =>
  both(real, {
    open: (disk) => async (path: string, flags: string) =>
      handleOf(flags === 'w' ? createFile(disk, path) : fileAt(disk, path)),
    readdir: (disk) => async (path: string) => namesIn(disk, path),
    readFile: (disk) => async (path: string) => fileAt(disk, path).bytes,
    unlink: (disk) => async (path: string) => removeFile(disk, path),
    rename: (disk) => async (from: string, to: string) => renameFile(disk, from, to),
    rm: (disk) => async (path: string) => void disk.files.delete(path),
    mkdir: () => async () => undefined,
    readlink: () => async (path: string) => Promise.reject(missing(path)),
  })
