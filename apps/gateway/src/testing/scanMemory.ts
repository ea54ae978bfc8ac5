import { open, readFile } from 'node:fs/promises'

const PIECE_BYTES = 16 * 1024 * 1024

/**
 * Which of the byte strings are in the memory of another process that it can write to. Linux; needs
 * the right to trace the process.
 */
export async function scanMemory(
  pid: number,
  wanted: Readonly<Record<string, Buffer>>,
): Promise<readonly string[]> {
  const longest = Math.max(...Object.values(wanted).map(({ length }) => length))
  const found = new Set<string>()
  const memory = await open(`/proc/${pid}/mem`, 'r')
  try {
    for (const [from, to] of await writableRegions(pid))
      for (let at = from; at < to; at += PIECE_BYTES - longest) {
        const piece = Buffer.alloc(Math.min(PIECE_BYTES, to - at))
        // A region that went meanwhile, or that is a device's.
        const { bytesRead } = await memory
          .read(piece, 0, piece.length, at)
          .catch(() => ({ bytesRead: 0 }))
        for (const [name, bytes] of Object.entries(wanted))
          if (piece.subarray(0, bytesRead).includes(bytes)) found.add(name)
      }
  } finally {
    await memory.close()
  }
  return [...found]
}

async function writableRegions(pid: number): Promise<readonly (readonly [number, number])[]> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8')
  return maps.split('\n').flatMap((line) => {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
    return from === undefined || to === undefined
      ? []
      : [[Number.parseInt(from, 16), Number.parseInt(to, 16)] as const]
  })
}
