import { execFile } from 'node:child_process'
import { pbkdf2 } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { browserClock } from '@x/kit/browser'
import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Payload } from './commandBytes.ts'
import type { JournalError } from './JournalError.ts'
import { createFileLog, type FileLogOptions } from './createFileLog.ts'
import { openJournal, type Journal, type JournalOptions } from './openJournal.ts'
import { decodeRecord, encodeRecord, HEADER_BYTES } from './record.ts'
import { segmentAt } from './segment.ts'

let dir: string
beforeEach(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'journal-'))))
afterEach(() => rm(dir, { recursive: true }))

async function open(
  options: Partial<JournalOptions & FileLogOptions> = {},
): Promise<{ journal: Journal; replayed: [number, Payload][] }> {
  const replayed: [number, Payload][] = []
  const clock = browserClock()
  const journal = await openJournal({
    log: createFileLog({ dir, clock, ...options }),
    clock,
    fromSeq: 1,
    replay: (seq, payload) => replayed.push([seq, payload]),
    ...options,
  })
  return { journal, replayed }
}

async function write(
  payloads: readonly string[],
  options: Partial<JournalOptions & FileLogOptions> = {},
): Promise<void> {
  const { journal } = await open(options)
  for (const payload of payloads) journal.append(payload, { sync: true })
  await journal.close()
}

const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'no error',
    (error: JournalError) => error.code,
  )
const firstSegment = () => segmentAt(dir, 1).path

describe('a record', () => {
  it('survives encoding, whatever its text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(), (payload, seq, durable) => {
        const bytes = encodeRecord({ seq, durable, payload })
        expect(decodeRecord(bytes, 0)).toEqual({
          record: { seq, durable, payload: Buffer.from(payload).toString('utf8') },
          end: bytes.length,
        })
      }),
    )
  })

  it('is unreadable after the change of any one bit', () => {
    const bytes = encodeRecord({ seq: 7, durable: 3, payload: 'a command' })
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const damaged = Buffer.from(bytes)
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      expect(decodeRecord(damaged, 0)).toBeUndefined()
    }
  })
})

describe('the command journal (trading 3)', () => {
  it('replays what was appended, in order, and goes on counting', async () => {
    await write(['a', 'b'])
    await write(['c'])
    const { journal, replayed } = await open()
    expect(replayed).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ])
    expect(journal.append('d', { sync: false })).toBe(4)
    await journal.close()
  })

  it('leaves no number out for a record that is too long', async () => {
    const { journal } = await open()
    expect(journal.append('a', { sync: true })).toBe(1)
    const tooLong = new Uint8Array(2 ** 24)
    expect(() => journal.append(tooLong, { sync: true })).toThrow('too long')
    expect(journal.append('b', { sync: true })).toBe(2)
    await journal.close()
    expect((await open()).replayed).toEqual([
      [1, 'a'],
      [2, 'b'],
    ])
  })

  it('acknowledges only what is on disk', async () => {
    const { journal } = await open()
    const seq = journal.append('order', { sync: true })
    expect(journal.durableSeq()).toBe(0)
    await journal.whenDurable(seq)
    expect((await readFile(firstSegment())).includes('order')).toBe(true)
    expect(journal.durableSeq()).toBe(1)
    await journal.close()
  })

  it('serves everything that waits with one sync', async () => {
    const marks: number[] = []
    const { journal } = await open({ onDurable: (seq) => marks.push(seq) })
    const seqs = Array.from({ length: 500 }, (_, at) =>
      journal.append(`order ${at}`, { sync: true }),
    )
    await Promise.all(seqs.map((seq) => journal.whenDurable(seq)))
    expect(marks).toEqual([500])
    await journal.close()
  })

  it('writes records without a sync with the next sync or later', async () => {
    const clock = createManualClock()
    const { journal } = await open({ clock, lazyMs: 50 })
    journal.append('house', { sync: false })
    expect((await readFile(firstSegment())).length).toBe(0)
    await clock.advance(60)
    await expect.poll(async () => (await readFile(firstSegment())).includes('house')).toBe(true)
    expect(journal.durableSeq()).toBe(0)
    await journal.whenDurable(journal.append('user', { sync: true }))
    expect(journal.durableSeq()).toBe(2)
    await journal.close()
  })

  it('makes a record durable when someone waits for it', async () => {
    const { journal } = await open()
    await journal.whenDurable(journal.append('house', { sync: false }))
    expect(journal.durableSeq()).toBe(1)
    await journal.close()
  })

  it('refuses to wait for unknown records, and everything after closing', async () => {
    const { journal } = await open()
    await expect(journal.whenDurable(5)).rejects.toThrow(RangeError)
    await journal.close()
    expect(() => journal.append('late', { sync: true })).toThrow('closed')
  })

  it('is durable while the thread pool of the process is full (SR1)', async () => {
    const { journal } = await open()
    const jobs = 48
    let done = 0
    const hashes = Array.from({ length: jobs }, () =>
      promisify(pbkdf2)('password', 'salt', 150_000, 32, 'sha256').then(() => done++),
    )
    await journal.whenDurable(journal.append('order', { sync: true }))
    // In the pool it would have stood behind all but the four that run last.
    expect(done).toBeLessThan(jobs - 8)
    await Promise.all(hashes)
    await journal.close()
  })

  it('goes on when what follows a new segment throws (CR0)', async () => {
    const warnings: unknown[] = []
    const onRoll = () => {
      throw new RangeError('Invalid string length')
    }
    const { journal } = await open({
      segmentBytes: 1,
      onRoll,
      onWarning: (_, error) => warnings.push(error),
    })
    for (const payload of ['a', 'b', 'c'])
      await journal.whenDurable(journal.append(payload, { sync: true }))
    expect([journal.failure(), warnings.length]).toEqual([undefined, 2])
    await journal.close()
  })

  it('changes nothing in its folder when what it found is refused (SR7)', async () => {
    await write(['first', 'second'])
    await appendFile(firstSegment(), 'half a record')
    const before = await readFile(firstSegment())
    const refuse = ({ lastSeq }: { lastSeq: number }) =>
      Promise.reject(new Error(`refused at ${lastSeq}`))
    await expect(open({ onRecovered: refuse })).rejects.toThrow('refused at 2')
    expect(await readdir(dir)).toHaveLength(1)
    expect(await readFile(firstSegment())).toEqual(before)
    const { journal } = await open()
    expect(journal.cut).toEqual({
      segment: 1,
      offset: before.length - 13,
      bytes: 13,
      durableSeq: 0,
    })
    await journal.close()
    expect((await readFile(firstSegment())).length).toBe(before.length - 13)
  })

  it('survives a lack of descriptors where a segment ends (SR15)', async () => {
    const child = fileURLToPath(new URL('../../testing/descriptorChild.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=x-source',
      '--disable-warning=ExperimentalWarning',
      child,
      dir,
    ])
    // The segment that was open already is begun, the next one waits until there are descriptors
    // again.
    expect(JSON.parse(stdout)).toEqual({
      code: 'EMFILE',
      durable: 40,
      segments: [1, 2],
      warnings: 1,
      later: true,
    })
    const { journal, replayed } = await open()
    expect(replayed).toHaveLength(41)
    await journal.close()
  })

  it('stops for good when the disk fails: nothing after it is acknowledged', async () => {
    const failures: string[] = []
    const { journal } = await open({
      segmentBytes: 1,
      onFailure: (error) => failures.push(error.code),
    })
    await journal.whenDurable(journal.append('a', { sync: true }))
    await rm(dir, { recursive: true })
    // The next record rolls the segment, which the missing folder makes impossible.
    expect(await codeOf(journal.whenDurable(journal.append('b', { sync: true })))).toBe('FAILED')
    expect(() => journal.append('c', { sync: true })).toThrow()
    expect(failures).toEqual(['FAILED'])
    dir = await mkdtemp(path.join(tmpdir(), 'journal-'))
  })
})

describe('a torn tail', () => {
  it('is cut wherever the last record was torn', async () => {
    await write(['first', 'second', 'third'])
    const whole = await readFile(firstSegment())
    const length = HEADER_BYTES + 'third'.length
    for (let kept = 1; kept < length; kept++) {
      await writeFile(firstSegment(), whole.subarray(0, whole.length - length + kept))
      const { journal, replayed } = await open()
      expect(replayed.map(([, payload]) => payload)).toEqual(['first', 'second'])
      expect(journal.cut?.bytes).toBe(kept)
      expect(journal.append('again', { sync: true })).toBe(3)
      await journal.close()
      const { journal: next, replayed: all } = await open()
      expect(all.map(([, payload]) => payload)).toEqual(['first', 'second', 'again'])
      await next.close()
    }
  })

  it('may be zeros or noise', async () => {
    for (const tail of [Buffer.alloc(5_000), Buffer.from('not a record at all'.repeat(30))]) {
      await rm(firstSegment(), { force: true })
      await write(['first'])
      await appendFile(firstSegment(), tail)
      const { journal, replayed } = await open()
      expect([replayed.length, journal.cut?.bytes]).toEqual([1, tail.length])
      await journal.close()
    }
  })

  it('may hold later pages without earlier ones while none is acknowledged', async () => {
    const records = [1, 2, 3].map((seq) =>
      encodeRecord({ seq, durable: 1, payload: `record ${seq}` }),
    )
    records[1]!.fill(0)
    await writeFile(firstSegment(), Buffer.concat(records))
    const { journal, replayed } = await open()
    expect(replayed).toEqual([[1, 'record 1']])
    await journal.close()
  })

  it('reports damage when a later record shows an acknowledgement', async () => {
    const records = [1, 2, 3].map((seq) =>
      encodeRecord({ seq, durable: seq - 1, payload: `record ${seq}` }),
    )
    records[1]!.fill(0)
    await writeFile(firstSegment(), Buffer.concat(records))
    expect(await codeOf(open())).toBe('CORRUPT')
    expect((await readFile(firstSegment())).length).toBe(Buffer.concat(records).length)
  })
})

describe('segments', () => {
  const long = (count: number) =>
    Array.from({ length: count }, (_, at) => `${at + 1}`.padStart(100, '.'))

  async function writeInSegments(count: number): Promise<void> {
    const { journal } = await open({ segmentBytes: 1_000 })
    for (const payload of long(count))
      await journal.whenDurable(journal.append(payload, { sync: true }))
    await journal.close()
  }

  it('follow each other and replay as one', async () => {
    let rolls = 0
    const { journal } = await open({ segmentBytes: 1_000, onRoll: () => rolls++ })
    for (const payload of long(50))
      await journal.whenDurable(journal.append(payload, { sync: true }))
    await journal.close()
    expect(rolls).toBe((await readdir(dir)).length - 1)
    expect(rolls).toBeGreaterThan(3)
    const { journal: again, replayed } = await open()
    expect(
      replayed.map(([seq, payload]) => [seq, Number(String(payload).replaceAll('.', ''))]),
    ).toEqual(long(50).map((_, at) => [at + 1, at + 1]))
    await again.close()
  })

  it('removes segments before a snapshot and replays the rest', async () => {
    await writeInSegments(50)
    const { journal } = await open()
    expect(await journal.dropBefore(30)).toBeGreaterThan(1)
    await journal.close()
    const { journal: again, replayed } = await open({ fromSeq: 31 })
    expect(replayed.map(([seq]) => seq)).toEqual(Array.from({ length: 20 }, (_, at) => at + 31))
    await again.close()
    expect(await codeOf(open({ fromSeq: 1 }))).toBe('GAP')
  })

  it('refuses segments that are missing in the middle or truncated', async () => {
    await writeInSegments(50)
    const names = (await readdir(dir)).sort()
    const second = path.join(dir, names[1]!)
    const bytes = await readFile(second)
    await truncate(second, bytes.length - 5)
    expect(await codeOf(open())).toBe('CORRUPT')
    await rm(second)
    expect(await codeOf(open())).toBe('GAP')
  })

  it('refuses segments that end before the snapshot', async () => {
    await write(['a'])
    expect(await codeOf(open({ fromSeq: 5 }))).toBe('GAP')
  })
})
