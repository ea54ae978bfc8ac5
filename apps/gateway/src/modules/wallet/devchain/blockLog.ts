import { mkdir, open, readFile, truncate } from 'node:fs/promises'
import path from 'node:path'

/** One block of a development chain, as it is made again at the next start. */
export interface LoggedBlock {
  /** Seconds since the epoch. */
  readonly at: number
  /** Raw transactions, in order. */
  readonly txs: readonly string[]
}

/** The blocks of a development chain on disk: all that a restart needs (wallet 1). */
export interface BlockLog {
  readonly genesisSeconds: number
  /** Those of the main chain, from height 1; a re-organisation has taken its own out. */
  readonly blocks: readonly LoggedBlock[]
  /** Resolves when the blocks are on disk. */
  append(...added: readonly LoggedBlock[]): Promise<void>
  /** The blocks above a height never were. */
  rollback(toHeight: number): Promise<void>
  close(): Promise<void>
}

type Line =
  | { readonly genesis: number; readonly chainId: number }
  | { readonly b: readonly [at: number, ...txs: string[]] }
  | { readonly back: number }

/**
 * Opens the log, or begins one. A torn last line is cut off.
 * @throws Error for a log of another chain, or one with a hole
 */
export async function openBlockLog(
  file: string,
  { chainId, now }: { readonly chainId: number; readonly now: () => number },
): Promise<BlockLog> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) await truncate(file, Buffer.byteLength(whole))
  const lines = whole
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
  const handle = await open(file, 'a', 0o600)
  const write = async (...added: readonly Line[]): Promise<void> => {
    await handle.appendFile(added.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await handle.datasync()
  }
  const [head] = lines
  const genesisSeconds = head && 'genesis' in head ? head.genesis : Math.floor(now() / 1000)
  if (head && (!('genesis' in head) || head.chainId !== chainId)) {
    await handle.close()
    throw new Error(`${file} is no log of the chain ${chainId}.`)
  }
  if (!head) await write({ genesis: genesisSeconds, chainId })
  const blocks: LoggedBlock[] = []
  for (const line of lines.slice(1)) {
    if ('b' in line) blocks.push({ at: line.b[0], txs: line.b.slice(1) as string[] })
    if ('back' in line) blocks.length = line.back
  }
  return {
    genesisSeconds,
    blocks,
    async append(...added) {
      await write(...added.map(({ at, txs }): Line => ({ b: [at, ...txs] })))
      blocks.push(...added)
    },
    async rollback(toHeight) {
      await write({ back: toHeight })
      blocks.length = toHeight
    },
    close: () => handle.close(),
  }
}
