/**
 * What every adapter of the command log must do: one set of tests, which each adapter's own test
 * file runs on itself.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readRecords } from '../exchange/journal/record.ts'
import type { CommandLog } from '../exchange/ports/CommandLog.ts'
import { batchAt } from './logBatches.ts'

export interface LogUnderTest {
  /** A log as one more process would open it; with one process only, the same one. */
  readonly open: () => Promise<CommandLog>
  /** Closes what is open and opens the same storage again. */
  readonly reopen: () => Promise<CommandLog>
  readonly remove: () => Promise<void>
}

const SHARD = 0

/** The texts in a log from the record `from` on. */
export async function textsOf(log: CommandLog, from = 1): Promise<readonly string[]> {
  const texts: string[] = []
  for await (const batch of log.read(SHARD, { from }))
    readRecords(batch, (_, payload) => void texts.push(String(payload)))
  return texts
}

export function describeCommandLog(name: string, make: () => Promise<LogUnderTest>): void {
  describe(`the command log in ${name}`, () => {
    let storage: LogUnderTest
    let log: CommandLog
    beforeEach(async () => {
      storage = await make()
      log = await storage.open()
    })
    afterEach(() => storage.remove())

    const append = (after: number, texts: readonly string[], epoch = 0) =>
      log.append(SHARD, batchAt(after, { texts, epoch }))

    it('reads what was appended, in order and from any record', async () => {
      expect([await append(0, ['a', 'b']), await append(2, ['c'])]).toEqual(['ok', 'ok'])
      expect(await textsOf(log)).toEqual(['a', 'b', 'c'])
      expect(await textsOf(log, 2)).toEqual(['b', 'c'])
      expect(await textsOf(log, 4)).toEqual([])
    })

    it('keeps what was appended when it is opened again', async () => {
      await append(0, ['a', 'b'])
      log = await storage.reopen()
      expect(await textsOf(log)).toEqual(['a', 'b'])
      expect(await append(2, ['c'])).toBe('ok')
      expect(await textsOf(log)).toEqual(['a', 'b', 'c'])
    })

    it('fences who is not at the end and leaves the log unchanged', async () => {
      await append(0, ['a', 'b'])
      for (const after of [0, 1, 3, 1_000]) expect(await append(after, ['late'])).toBe('fenced')
      expect(await textsOf(log)).toEqual(['a', 'b'])
    })

    it('fences an earlier epoch and takes a later one', async () => {
      expect(await append(0, ['first'], 3)).toBe('ok')
      expect(await append(1, ['stale'], 2)).toBe('fenced')
      expect(await append(1, ['same'], 3)).toBe('ok')
      expect(await append(2, ['later'], 7)).toBe('ok')
      expect(await append(3, ['former'], 3)).toBe('fenced')
      expect(await textsOf(log)).toEqual(['first', 'same', 'later'])
    })

    it('lets one of two writers win, 400 of 400 times', async () => {
      const writers = [log, await storage.open()]
      let wins = 0
      for (let after = 0; after < 400; after++) {
        const outcomes = await Promise.all(
          writers.map((writer, at) =>
            writer.append(SHARD, batchAt(after, { texts: [`${after} by ${at}`] })),
          ),
        )
        if (outcomes.toSorted().join(' ') === 'fenced ok') wins++
      }
      expect(wins).toBe(400)
      expect((await textsOf(log)).map((text) => Number(text.split(' ')[0]))).toEqual(
        Array.from({ length: 400 }, (_, at) => at),
      )
    })

    it('appends several batches that are sent before the first answer', async () => {
      const outcomes = await Promise.all([
        append(0, ['a']),
        append(1, ['b', 'c']),
        append(3, ['d']),
      ])
      expect(outcomes).toEqual(['ok', 'ok', 'ok'])
      expect(await textsOf(log)).toEqual(['a', 'b', 'c', 'd'])
    })

    it('makes lazily appended records durable with an empty batch', async () => {
      expect(await log.append(SHARD, { ...batchAt(0, { texts: ['lazy'] }), isLazy: true })).toBe(
        'ok',
      )
      expect(await append(1, [])).toBe('ok')
      log = await storage.reopen()
      expect(await textsOf(log)).toEqual(['lazy'])
    })

    it('passes on the log and then what others append', async () => {
      await append(0, ['a', 'b', 'c'])
      const reader = await storage.open()
      const seen: string[] = []
      const tail = reader.tail(SHARD, {
        from: 2,
        onBatch: (batch) => readRecords(batch, (_, payload) => void seen.push(String(payload))),
        onEnd: (error) => seen.push(String(error)),
      })
      await expect.poll(() => seen).toEqual(['b', 'c'])
      for (let after = 3; after < 20; after++) await append(after, [`${after}`])
      await expect.poll(() => seen.length).toBe(19)
      expect(seen.slice(2)).toEqual(Array.from({ length: 17 }, (_, at) => `${at + 3}`))
      await tail.stop()
      await append(20, ['unseen'])
      expect(seen).toHaveLength(19)
    })

    it('ends a tail with what its reader throws', async () => {
      await append(0, ['a'])
      const ended = await new Promise((resolve) =>
        log.tail(SHARD, {
          from: 1,
          onBatch: () => {
            throw new RangeError('refused')
          },
          onEnd: resolve,
        }),
      )
      expect(String(ended)).toContain('refused')
    })

    it('keeps every record from the one that is needed on', async () => {
      for (let after = 0; after < 30; after++) await append(after, [`${after}`.padStart(200, '.')])
      expect(await log.dropBefore(SHARD, 21)).toBeGreaterThan(0)
      expect((await textsOf(log, 21)).map((text) => Number(text.replaceAll('.', '')))).toEqual(
        Array.from({ length: 10 }, (_, at) => at + 20),
      )
      expect(await append(30, ['more'])).toBe('ok')
      await expect(textsOf(log, 1)).rejects.toMatchObject({ code: 'GAP' })
    })

    it('refuses to read from after the end', async () => {
      await append(0, ['a'])
      await expect(textsOf(log, 5)).rejects.toMatchObject({ code: 'GAP' })
    })
  })
}
