import { hash as digestOf } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What is left of a key whose whole use is no longer in memory. */
export interface PastUse {
  /** Of the order or the transfer; 0 where there was none. */
  readonly number: number
  readonly isOrder: boolean
  /**
   * A piece of the digest of the request: 23 bits of a CRC-32. Equal for the same request; another
   * one passes once in 8 million.
   */
  readonly digest: number
}

/**
 * Remembered uses in order of use, at some 24 bytes each: 18 in a log of typed arrays, the rest in
 * an index of hashes.
 */
export interface PastKeys {
  readonly size: number
  /** What the log and the index take in memory. */
  bytes(): number
  find(key: string): PastUse | undefined
  /** `at`: the time of the use, in milliseconds, kept to within `TIME_STEP_MS`. */
  append(key: string, use: PastUse & { readonly at: number }): void
  /** The oldest use, and the latest time at which it may have been. */
  oldest(): (PastUse & { readonly latestAt: number }) | undefined
  dropOldest(): void
  /** Puts the oldest use at the end, as if it had been at `at`. */
  renewOldest(at: number): void
  /** The log in slices of at most `rows` uses. */
  dump(rows: number): Generator<{ readonly count: number; readonly bytes: Uint8Array }>
  /** Appends what a dump gave. */
  load(bytes: Uint8Array): void
}

/** Times of past uses are known to within this; a use is taken for as late as it may have been. */
export const TIME_STEP_MS = 10_000

/** Uses in a block of the log, which is made and let go as a whole. */
const BLOCK = 4096
/**
 * A use: two words of its hash, the low word of its number, then 8 bits of number, 1 of kind, 23 of
 * digest; 16 more bits of hash beside.
 */
const WORDS = 4
const ID_HIGH = 2 ** 32
/** Numbers have 40 bits: a thousand orders a second for 34 years. */
const MAX_NUMBER = 2 ** 40
/**
 * The index is in small shards, so that none takes long to grow; at 20 million keys a shard holds
 * some 5,000.
 */
const SHARDS = 4096
const FULLEST = 0.85
const GROWTH = 1.25
/** Entry numbers in the index wrap around; 0 is an empty slot. */
const WRAP = 2 ** 32 - 1

interface Block {
  readonly words: Uint32Array
  readonly halves: Uint16Array
}

interface KeyHash {
  readonly a: number
  readonly b: number
  readonly c: number
}

/** Little-endian, from a text with a character a byte. */
const uint32At = (bytes: string, at: number): number =>
  (bytes.charCodeAt(at) |
    (bytes.charCodeAt(at + 1) << 8) |
    (bytes.charCodeAt(at + 2) << 16) |
    (bytes.charCodeAt(at + 3) << 24)) >>>
  0

export const digestPiece = (digest: string): number => crc32(digest) >>> 9

export function createPastKeys(): PastKeys {
  const blocks: Block[] = []
  const shards: (Uint32Array | undefined)[] = []
  const counts = new Uint16Array(SHARDS)
  const times = createTimes()
  /** Entries are numbered for ever; those in the log are `first` to `next - 1`. */
  let first = 0
  let next = 0
  let hashed: { readonly key: string; readonly hash: KeyHash } | undefined

  const blockOf = (entry: number): Block =>
    blocks[Math.floor(entry / BLOCK) - Math.floor(first / BLOCK)]!
  const homeOf = (a: number, size: number): number => Math.floor((a * size) / 2 ** 32)
  const entryOf = (stored: number): number =>
    first + ((((stored - 1 - (first % WRAP)) % WRAP) + WRAP) % WRAP)
  const storedOf = (entry: number): number => (entry % WRAP) + 1

  function hashOf(key: string): KeyHash {
    if (hashed?.key === key) return hashed.hash
    // As text with a character a byte, which Node answers four times as fast as a buffer.
    const bytes = digestOf('sha256', key, 'binary')
    const hash = { a: uint32At(bytes, 0), b: uint32At(bytes, 4), c: uint32At(bytes, 8) & 0xffff }
    hashed = { key, hash }
    return hash
  }

  function hashAt(entry: number): KeyHash {
    const { words, halves } = blockOf(entry)
    const at = entry % BLOCK
    return { a: words[at * WORDS]!, b: words[at * WORDS + 1]!, c: halves[at]! }
  }

  function readUse(entry: number): PastUse {
    const { words } = blockOf(entry)
    const at = (entry % BLOCK) * WORDS
    const packed = words[at + 3]!
    return {
      number: (packed >>> 24) * ID_HIGH + words[at + 2]!,
      isOrder: (packed & 0x800000) !== 0,
      digest: packed & 0x7fffff,
    }
  }

  /** Where the key stands in its shard, or the empty slot where it would. */
  function slotOf(shard: Uint32Array, { a, b, c }: KeyHash): number {
    for (let slot = homeOf(a, shard.length); ; slot = slot + 1 === shard.length ? 0 : slot + 1) {
      if (shard[slot] === 0) return slot
      const other = hashAt(entryOf(shard[slot]!))
      if (other.a === a && other.b === b && other.c === c) return slot
    }
  }

  function grow(at: number): Uint32Array {
    const old = shards[at]
    const grown = new Uint32Array(Math.max(8, Math.ceil((old?.length ?? 0) * GROWTH)))
    for (const stored of old ?? [])
      if (stored !== 0) grown[slotOf(grown, hashAt(entryOf(stored)))] = stored
    shards[at] = grown
    return grown
  }

  function put(entry: number, hash: KeyHash): void {
    const at = hash.c % SHARDS
    const shard = shards[at]
    const roomy = shard && counts[at]! + 1 <= shard.length * FULLEST ? shard : grow(at)
    const slot = slotOf(roomy, hash)
    if (roomy[slot] === 0) counts[at]!++
    roomy[slot] = storedOf(entry)
  }

  /** Takes an entry out of the index, and moves back what had to stand behind it. */
  function remove(entry: number): void {
    const hash = hashAt(entry)
    const at = hash.c % SHARDS
    const shard = shards[at]!
    let hole = slotOf(shard, hash)
    // A later use of the same key stands there in its place.
    if (shard[hole] !== storedOf(entry)) return
    counts[at]!--
    for (let slot = hole; ;) {
      slot = slot + 1 === shard.length ? 0 : slot + 1
      if (shard[slot] === 0) break
      const home = homeOf(hashAt(entryOf(shard[slot]!)).a, shard.length)
      const isBetween = hole <= slot ? hole < home && home <= slot : hole < home || home <= slot
      if (isBetween) continue
      shard[hole] = shard[slot]!
      hole = slot
    }
    shard[hole] = 0
  }

  function write(
    hash: KeyHash,
    { low, packed, at }: { low: number; packed: number; at: number },
  ): void {
    if (next % BLOCK === 0 || blocks.length === 0)
      blocks.push({ words: new Uint32Array(BLOCK * WORDS), halves: new Uint16Array(BLOCK) })
    times.note(next, at)
    const block = blocks.at(-1)!
    const place = next % BLOCK
    block.words.set([hash.a, hash.b, low, packed], place * WORDS)
    block.halves[place] = hash.c
    put(next, hash)
    next++
  }

  function advance(): void {
    first++
    if (first % BLOCK === 0) blocks.shift()
    times.forgetBefore(first)
  }

  function* dump(rows: number): Generator<{ readonly count: number; readonly bytes: Uint8Array }> {
    for (let from = first; from < next; from += rows) {
      const count = Math.min(rows, next - from)
      const marks = times.between(from, from + count)
      const bytes = Buffer.alloc(8 + marks.length * 12 + count * 18)
      bytes.writeUInt32LE(count, 0)
      bytes.writeUInt32LE(marks.length, 4)
      marks.forEach(({ entry, at }, mark) => {
        bytes.writeUInt32LE(entry - from, 8 + mark * 12)
        bytes.writeDoubleLE(at, 12 + mark * 12)
      })
      for (let entry = from, at = 8 + marks.length * 12; entry < from + count; entry++, at += 18) {
        const { words, halves } = blockOf(entry)
        const place = entry % BLOCK
        for (let word = 0; word < WORDS; word++)
          bytes.writeUInt32LE(words[place * WORDS + word]!, at + word * 4)
        bytes.writeUInt16LE(halves[place]!, at + 16)
      }
      yield { count, bytes }
    }
  }

  return {
    get size() {
      return next - first
    },
    bytes: () =>
      blocks.length * BLOCK * 18 + shards.reduce((sum, shard) => sum + (shard?.byteLength ?? 0), 0),
    find(key) {
      const hash = hashOf(key)
      const shard = shards[hash.c % SHARDS]
      const stored = shard?.[slotOf(shard, hash)] ?? 0
      return stored === 0 ? undefined : readUse(entryOf(stored))
    },
    append(key, { number, isOrder, digest, at }) {
      if (number >= MAX_NUMBER)
        throw new RangeError('The number of an order or a transfer has more than 40 bits.')
      write(hashOf(key), {
        low: number % ID_HIGH,
        packed: ((Math.floor(number / ID_HIGH) << 24) | (isOrder ? 0x800000 : 0) | digest) >>> 0,
        at,
      })
    },
    oldest: () =>
      first === next ? undefined : { ...readUse(first), latestAt: times.latestOf(first) },
    dropOldest() {
      remove(first)
      advance()
    },
    renewOldest(at) {
      const hash = hashAt(first)
      const { words } = blockOf(first)
      const [low, packed] = [
        words[(first % BLOCK) * WORDS + 2]!,
        words[(first % BLOCK) * WORDS + 3]!,
      ]
      remove(first)
      advance()
      write(hash, { low, packed, at })
    },
    dump,
    load(loaded) {
      const bytes = Buffer.from(loaded.buffer, loaded.byteOffset, loaded.byteLength)
      const [count, marks] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)]
      let mark = -1
      for (let entry = 0, at = 8 + marks * 12; entry < count; entry++, at += 18) {
        while (mark + 1 < marks && bytes.readUInt32LE(8 + (mark + 1) * 12) <= entry) mark++
        const hash = {
          a: bytes.readUInt32LE(at),
          b: bytes.readUInt32LE(at + 4),
          c: bytes.readUInt16LE(at + 16),
        }
        write(hash, {
          low: bytes.readUInt32LE(at + 8),
          packed: bytes.readUInt32LE(at + 12),
          at: bytes.readDoubleLE(12 + mark * 12),
        })
      }
    },
  }
}

interface TimeMark {
  readonly entry: number
  readonly at: number
}

/** When entries were made: one mark wherever the time has moved by a step, either way. */
function createTimes() {
  let marks: TimeMark[] = []
  /** The mark of the oldest entry; those before it are of no use. */
  let head = 0

  return {
    note(entry: number, at: number): void {
      const last = marks.at(-1)
      if (!last || Math.abs(at - last.at) >= TIME_STEP_MS) marks.push({ entry, at })
    },
    latestOf: (entry: number): number => {
      let mark = head
      while (mark + 1 < marks.length && marks[mark + 1]!.entry <= entry) mark++
      return marks[mark]!.at + TIME_STEP_MS - 1
    },
    forgetBefore(entry: number): void {
      while (head + 1 < marks.length && marks[head + 1]!.entry <= entry) head++
      if (head < 1024) return
      marks = marks.slice(head)
      head = 0
    },
    /** The marks of a range; the first one stands at its start. */
    between(from: number, to: number): TimeMark[] {
      const start = marks.findLastIndex(({ entry }) => entry <= from)
      const inside = marks.slice(start + 1).filter(({ entry }) => entry < to)
      return [{ entry: from, at: marks[start]!.at }, ...inside]
    },
  }
}
