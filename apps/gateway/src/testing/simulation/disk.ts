/**
 * The disk of a simulated machine. What was written is lost with the machine's power unless it was
 * synced: the bytes of a file by its own sync, its name by that of the folder.
 */
export interface Disk {
  readonly files: Map<string, DiskFile>
  /** Keeps the names in the folder. */
  syncNames(folder: string): void
  /** The power is gone: only what was synced is left. */
  lose(): void
}

export interface DiskFile {
  bytes: Buffer
  synced: Buffer
}

export function createDisk(): Disk {
  const files = new Map<string, DiskFile>()
  let kept = new Map<string, DiskFile>()
  const isIn = (folder: string, path: string) => path.startsWith(`${folder}/`)
  return {
    files,
    syncNames(folder) {
      kept = new Map([
        ...[...kept].filter(([path]) => !isIn(folder, path)),
        ...[...files].filter(([path]) => isIn(folder, path)),
      ])
    },
    lose() {
      files.clear()
      for (const [path, file] of kept) {
        file.bytes = file.synced
        files.set(path, file)
      }
    },
  }
}

export const missing = (path: string): Error =>
  Object.assign(new Error(`ENOENT: no such file or directory, '${path}'`), { code: 'ENOENT' })

export function fileAt({ files }: Disk, path: string): DiskFile {
  const file = files.get(path)
  if (!file) throw missing(path)
  return file
}

/** An empty file in the place of what was there. */
export function createFile({ files }: Disk, path: string): DiskFile {
  const file = { bytes: Buffer.alloc(0), synced: Buffer.alloc(0) }
  files.set(path, file)
  return file
}

export const addBytes = (file: DiskFile, bytes: Uint8Array): void =>
  void (file.bytes = Buffer.concat([file.bytes, bytes]))

export const syncBytes = (file: DiskFile): void => void (file.synced = file.bytes)

export function renameFile(disk: Disk, from: string, to: string): void {
  const file = fileAt(disk, from)
  disk.files.delete(from)
  disk.files.set(to, file)
}

export function removeFile(disk: Disk, path: string): void {
  fileAt(disk, path)
  disk.files.delete(path)
}

/** The names of what is in a folder. */
export const namesIn = ({ files }: Disk, folder: string): string[] =>
  [...files.keys()]
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1))
