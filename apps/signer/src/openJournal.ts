import {
  closeSync,
  existsSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  ftruncateSync,
  writeSync,
} from 'node:fs'
import type { Signed } from './protocol.ts'

/** What was signed under a name, before it was answered. */
export interface JournalEntry extends Signed {
  /** The kind, id and bump of the request. */
  readonly name: string
  /** Everything of the request that decides what is signed. */
  readonly digest: string
  readonly network: string
  readonly sender: string
  /** Of withdrawals: what leaves, in atoms; of statements: what they cost, in units. */
  readonly asset?: string
  readonly atoms?: string
  /** Of UTXO networks: what it spends, and what a byte of it pays. */
  readonly inputs?: readonly string[]
  readonly perByte?: string
  readonly at: number
}

export interface Journal {
  /** The payment, without its bump, that spends an output. */
  spenderOf(network: string, input: string): string | undefined
  find(name: string): JournalEntry | undefined
  /** The nonce after the highest that was used; `undefined` before the first. */
  nextNonce(network: string, sender: string): number | undefined
  /** Atoms that left since a moment. */
  spentSince(place: { network: string; asset: string; since: number }): bigint
  /**
   * Returns once the entry is on disk.
   * @throws Error when it may not be there, and from then on
   */
  append(entry: JournalEntry): void
  close(): void
}

/** How bytes reach the disk. */
export interface JournalDisk {
  write: (file: number, bytes: Uint8Array, offset: number, length: number) => number
  sync: (file: number) => void
}

const DISK: JournalDisk = { write: writeSync, sync: fdatasyncSync }

/**
 * A line that was written by halves was never answered: it is cut off. After one that failed the
 * journal takes no other: what follows half a line could not be read again.
 */
export function openJournal(path: string, { write, sync }: JournalDisk = DISK): Journal {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const file = openSync(path, 'a+', 0o600)
  if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole))
  const entries = new Map<string, JournalEntry>()
  const nonces = new Map<string, number>()
  const spenders = new Map<string, string>()
  const payments: { readonly entry: JournalEntry; readonly at: number }[] = []
  let hasFailed = false
  const add = (entry: JournalEntry): void => {
    entries.set(entry.name, entry)
    const key = `${entry.network} ${entry.sender}`
    nonces.set(key, Math.max(nonces.get(key) ?? 0, entry.nonce + 1))
    // A clock that was set back must not hide what left before it.
    const at = Math.max(entry.at, payments.at(-1)?.at ?? entry.at)
    if (entry.asset !== undefined) payments.push({ entry, at })
    for (const input of entry.inputs ?? [])
      spenders.set(`${entry.network} ${placeIn(input)}`, paymentOf(entry.name))
  }
  for (const line of whole.split('\n')) if (line !== '') add(JSON.parse(line) as JournalEntry)

  return {
    spenderOf: (network, input) => spenders.get(`${network} ${placeIn(input)}`),
    find: (name) => entries.get(name),
    nextNonce: (network, sender) => nonces.get(`${network} ${sender}`),
    spentSince({ network, asset, since }) {
      let sum = 0n
      for (let place = payments.length - 1; place >= 0; place--) {
        const payment = payments[place]
        if (!payment || payment.at < since) break
        const { entry } = payment
        if (entry.network === network && entry.asset === asset) sum += BigInt(entry.atoms ?? '0')
      }
      return sum
    },
    append(entry) {
      if (hasFailed) throw new Error('The journal failed before: start the signer again.')
      const bytes = Buffer.from(`${JSON.stringify(entry)}\n`)
      hasFailed = true
      for (let done = 0; done < bytes.length;) done += write(file, bytes, done, bytes.length - done)
      sync(file)
      hasFailed = false
      add(entry)
    },
    close: () => closeSync(file),
  }
}

/** `<txHash>:<ordinal>`, without the amount behind it. */
const placeIn = (input: string): string => input.split(':').slice(0, 2).join(':')

/** The kind and the id of a name. */
export const paymentOf = (name: string): string => name.slice(0, name.lastIndexOf(' '))
