import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import {
  endMessage,
  nextDueAt,
  postponeMessage,
  queueMessage,
  removeMessages,
  takeDueMessages,
} from './messageRows.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const NOW = 10 * DAY_MS

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(() => db.query('delete from outgoing_message'))

const queue = (changes: object = {}, limits = { perHour: 60, refusals: 3 }) =>
  queueMessage(
    db,
    {
      channel: 'email',
      recipient: 'a@example.com',
      content: 'sealed',
      at: NOW,
      expiresAt: NOW + DAY_MS,
      ...changes,
    },
    limits,
  )
const take = (now = NOW, limit = 10) => takeDueMessages(db, { now, limit, leaseMs: 60_000 })
const first = async (now = NOW): Promise<string> => {
  const [message] = await take(now, 1)
  if (!message) throw new Error('Nothing is due.')
  return message.messageId
}
/** A message that ended so. */
async function ended(state: 'sent' | 'refused' | 'expired', at = NOW): Promise<void> {
  await queue({ at })
  await endMessage(db, { messageId: await first(at), state, reply: null })
}

describe('the queue of messages', () => {
  it('gives what is due, the first first, and counts the try', async () => {
    await queue({ at: NOW, content: 'two' })
    await queue({ at: NOW - 1, content: 'one' })
    await queue({ at: NOW + 1, content: 'later' })
    const due = await take()
    expect(due.map(({ content }) => content).toSorted()).toEqual(['one', 'two'])
    expect(due[0]).toMatchObject({ channel: 'email', recipient: 'a@example.com', tries: 1 })
  })

  it('gives each to one of several who ask at once', async () => {
    for (let at = 0; at < 8; at++) await queue({ content: String(at) })
    const taken = (await Promise.all([take(), take(), take()])).flat()
    expect(taken.map(({ content }) => content).toSorted()).toEqual(
      Array.from({ length: 8 }, (_, at) => String(at)),
    )
  })

  it('gives no more than are asked for, the oldest', async () => {
    for (let at = 0; at < 3; at++) await queue({ at: NOW - at, content: String(at) })
    expect((await take(NOW, 2)).map(({ content }) => content).toSorted()).toEqual(['1', '2'])
  })

  it('gives one again whose gateway died, after its lease', async () => {
    await queue()
    await take()
    expect(await take(NOW + 59_999)).toEqual([])
    expect(await take(NOW + 60_000)).toMatchObject([{ tries: 2 }])
  })

  it('knows when the next one is due', async () => {
    expect(await nextDueAt(db)).toBeUndefined()
    await queue({ at: NOW + 5 })
    await queue({ at: NOW + 3 })
    expect(await nextDueAt(db)).toBe(NOW + 3)
    await take(NOW + 3)
    expect(await nextDueAt(db)).toBe(NOW + 5)
  })

  it('gives one that was put off at its time', async () => {
    await queue()
    const messageId = await first()
    await postponeMessage(db, { messageId, nextAt: NOW + 30_000, reply: '451 later' })
    expect(await take(NOW + 29_999)).toEqual([])
    expect(await take(NOW + 30_000)).toMatchObject([{ messageId, tries: 2 }])
    expect(await db.query('select reply from outgoing_message')).toEqual([{ reply: '451 later' }])
  })
})

describe('a message that is over', () => {
  it.each(['sent', 'refused', 'expired'] as const)('is %s, and its text is gone', async (state) => {
    await ended(state)
    expect(await db.query('select state, content from outgoing_message')).toEqual([
      { state, content: '' },
    ])
    expect(await take(NOW + DAY_MS)).toEqual([])
    expect(await nextDueAt(db)).toBeUndefined()
  })

  it('is removed when it is old enough, whatever its state', async () => {
    await queue({ at: NOW - 1, content: 'old' })
    await queue({ at: NOW, content: 'young' })
    await removeMessages(db, { before: NOW })
    expect(await db.query('select content from outgoing_message')).toEqual([{ content: 'young' }])
  })
})

describe('messages of a recipient', () => {
  it('are limited in an hour, of each apart', async () => {
    for (let at = 0; at < 2; at++) expect(await queue({}, { perHour: 2, refusals: 3 })).toBe(true)
    expect(await queue({}, { perHour: 2, refusals: 3 })).toBe(false)
    expect(await queue({ recipient: 'b@example.com' }, { perHour: 2, refusals: 3 })).toBe(true)
  })

  it.each([
    [HOUR_MS - 1, false],
    [HOUR_MS, true],
  ])('count for an hour: after %i ms a new one goes: %s', async (later, isQueued) => {
    await queue({}, { perHour: 1, refusals: 3 })
    expect(await queue({ at: NOW + later }, { perHour: 1, refusals: 3 })).toBe(isQueued)
  })

  it('count those that ended too', async () => {
    await ended('sent')
    expect(await queue({}, { perHour: 1, refusals: 3 })).toBe(false)
  })

  it('stop after three final refusals', async () => {
    await ended('refused')
    await ended('refused')
    expect(await queue({ recipient: 'b@example.com' })).toBe(true)
    await db.query("delete from outgoing_message where recipient = 'b@example.com'")
    await ended('refused')
    expect(await queue()).toBe(false)
    expect(await queue({ recipient: 'b@example.com' })).toBe(true)
  })

  it('go on a day later', async () => {
    for (let at = 0; at < 3; at++) await ended('refused')
    expect(await queue({ at: NOW + DAY_MS - 1 })).toBe(false)
    expect(await queue({ at: NOW + DAY_MS })).toBe(true)
  })

  it('go on after one that was taken', async () => {
    await ended('refused')
    await ended('refused')
    await ended('sent')
    await ended('refused')
    expect(await queue()).toBe(true)
  })

  it('are not stopped by those that only expired', async () => {
    for (let at = 0; at < 4; at++) await ended('expired')
    expect(await queue()).toBe(true)
  })
})
