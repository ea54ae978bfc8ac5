import { createManualClock } from '@x/kit/testing'
import { expect, it } from 'vitest'
import { createMessageLog } from './messageLog.ts'

function setUp() {
  const clock = createManualClock()
  const log = createMessageLog({ clock })
  const add = (...texts: string[]) => {
    for (const text of texts) log.add({ kind: 'error', text })
  }
  return { clock, log, add, texts: () => log.getState().messages.map(({ text }) => text) }
}

it('puts the newest message first, each with an id of its own', () => {
  const { log, add, texts } = setUp()
  add('first', 'second', 'second')
  expect(texts()).toEqual(['second', 'second', 'first'])
  expect(new Set(log.getState().messages.map(({ id }) => id)).size).toBe(3)
})

it('keeps when, by which request and with which code it was said', async () => {
  const { clock, log } = setUp()
  await clock.advance(5_000)
  log.add({ kind: 'info', text: 'Paused', traceId: 'w1', code: '00006' })
  expect(log.getState().messages).toEqual([
    { id: 1, kind: 'info', text: 'Paused', at: clock.now(), traceId: 'w1', code: '00006' },
  ])
})

it('drops the oldest beyond fifty, and counts all as unread', () => {
  const { log, add, texts } = setUp()
  add(...Array.from({ length: 53 }, (_, at) => String(at)))
  expect([texts().length, texts()[0], texts().at(-1), log.getState().unread]).toEqual([
    50,
    '52',
    '3',
    53,
  ])
})

it('counts only what came after it was read', () => {
  const { log, add } = setUp()
  add('a', 'b')
  log.markRead()
  add('c')
  expect(log.getState().unread).toBe(1)
})

it('notifies nobody where nothing was unread', () => {
  const { log, add } = setUp()
  let changes = 0
  log.subscribe(() => void changes++)
  log.markRead()
  expect(changes).toBe(0)
  add('a')
  log.markRead()
  log.markRead()
  expect(changes).toBe(2)
})

it('starts the next user with none, and reuses no id', () => {
  const { log, add } = setUp()
  add('of one user')
  const [first] = log.getState().messages
  log.clear()
  expect(log.getState()).toEqual({ messages: [], unread: 0 })
  add('of another')
  expect(log.getState().messages[0]?.id).not.toBe(first?.id)
})
