import { createManualClock, createMemoryStorage } from '@x/kit/testing'
import { createStore } from '@x/kit'
import { createServerClock, RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import { createPendingOrders, type PendingOrder } from './createPendingOrders.ts'
import { ARRIVAL_MS, POLL_MS, resolvePendingOrders } from './resolvePendingOrders.ts'

const TERMS = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price: '60000', size: '0.01' }
const noSuchOrder = () =>
  Promise.reject(new RequestError('business', { code: '40401', message: 'x' }))
const noNetwork = () => Promise.reject(new RequestError('network', { message: 'x' }))

function setUp() {
  const clock = createManualClock(1_000_000)
  const serverClock = createServerClock({ clock })
  const session = createMemoryStorage()
  const stream = createStore('live')
  const settled: PendingOrder[] = []
  const asked: string[] = []
  const owner = createStore('7 paper')
  let answer: () => Promise<unknown> = noSuchOrder
  const client = {
    get: async (path: string, { data }: { readonly data: { readonly clientOid: string } }) => {
      asked.push(`${path} ${data.clientOid}`)
      return answer()
    },
  }
  const pending = createPendingOrders({ serverClock, storage: session, owner: owner.getState })
  const begin = () =>
    resolvePendingOrders(pending, {
      client: client as never,
      clock,
      serverClock,
      stream,
      onSettled: (order) => settled.push(order),
    })
  const answers = (next: typeof answer) => (answer = next)
  const seen = () =>
    pending.getState().map(({ clientOid, state, status }) => [clientOid, state, status])
  return {
    clock,
    serverClock,
    stream,
    settled,
    asked,
    owner,
    pending,
    begin,
    answers,
    seen,
  }
}

describe('orders without an answer', () => {
  it('looks orders up by clientOid after a reload (OT10)', async () => {
    const { pending, begin, answers, seen, settled, asked } = setUp()
    pending.add(TERMS, 'w1')
    answers(async () => ({ order: { status: 'filled' } }))
    const stop = begin()
    await expect.poll(seen).toEqual([['w1', 'arrived', 'filled']])
    expect([asked, pending.list(), settled.map(({ terms }) => terms)]).toEqual([
      ['/spot/order/detail w1'],
      [],
      [TERMS],
    ])
    stop()
  })

  it('are asked about again when the stream is live again (OT10)', async () => {
    const { pending, stream, begin, answers, seen, asked, settled } = setUp()
    pending.add(TERMS, 'w1')
    answers(noNetwork)
    stream.setState('waiting')
    const stop = begin()
    await expect.poll(seen).toEqual([['w1', 'unseen', undefined]])
    answers(async () => ({ order: { status: 'open' } }))
    stream.setState('live')
    await expect.poll(seen).toEqual([['w1', 'arrived', 'open']])
    expect([asked.length, settled.length]).toEqual([2, 1])
    stop()
  })

  it('have never arrived only once they no longer can (OT10)', async () => {
    const { clock, pending, begin, seen, asked } = setUp()
    pending.add(TERMS, 'w1')
    const stop = begin()
    await expect.poll(seen).toEqual([['w1', 'unseen', undefined]])
    await clock.advance(ARRIVAL_MS - 1)
    expect([seen(), asked.length]).toEqual([[['w1', 'unseen', undefined]], ARRIVAL_MS / POLL_MS])
    await clock.advance(POLL_MS)
    expect([seen(), pending.list()]).toEqual([[['w1', 'never', undefined]], []])
    stop()
  })

  it('keeps orders unseen while they may still arrive (OT10)', async () => {
    const { clock, pending, begin, answers, seen } = setUp()
    pending.add(TERMS, 'w1')
    await clock.advance(ARRIVAL_MS)
    pending.touch('w1')
    const stop = begin()
    await expect.poll(seen).toEqual([['w1', 'unseen', undefined]])
    answers(noNetwork)
    await clock.advance(2 * ARRIVAL_MS)
    expect(seen()).toEqual([['w1', 'unseen', undefined]])
    answers(noSuchOrder)
    await clock.advance(POLL_MS)
    expect(seen()).toEqual([['w1', 'never', undefined]])
    stop()
  })

  it('ignores orders of another user or realm (OT10)', async () => {
    const { pending, owner, begin, seen, asked } = setUp()
    pending.add(TERMS, 'w1')
    owner.setState('8 paper')
    const stop = begin()
    pending.add(TERMS, 'w2')
    expect([seen(), asked]).toEqual([[], []])
    owner.setState('7 paper')
    expect(pending.list().map(({ clientOid }) => clientOid)).toEqual(['w1'])
    stop()
  })

  it('hides orders that were answered after all (OT10)', async () => {
    const { clock, pending, begin, seen } = setUp()
    pending.add(TERMS, 'w1')
    const stop = begin()
    await expect.poll(seen).toEqual([['w1', 'unseen', undefined]])
    pending.remove('w1')
    await clock.advance(POLL_MS)
    await expect.poll(seen).toEqual([])
    stop()
  })

  it('may still arrive when sent again while the gateway is asked (OT10)', async () => {
    const { clock, pending, begin, answers, seen } = setUp()
    pending.add(TERMS, 'w1')
    await clock.advance(ARRIVAL_MS)
    answers(() => {
      pending.touch('w1')
      return noSuchOrder()
    })
    const stop = begin()
    await expect.poll(seen).toEqual([['w1', 'unseen', undefined]])
    expect(pending.list().map(({ clientOid }) => clientOid)).toEqual(['w1'])
    stop()
  })

  it('may still arrive when the clock of the computer is set forward (OT10)', async () => {
    const { clock, serverClock, pending, begin, answers, seen } = setUp()
    const polled = () =>
      serverClock.sample({
        sent: clock.now(),
        received: clock.now(),
        requestTime: 1_000_000 + clock.monotonic(),
      })
    polled()
    pending.add(TERMS, 'w1')
    clock.jump(3_600_000)
    answers(() => {
      polled()
      return noSuchOrder()
    })
    const stop = begin()
    await expect.poll(seen).toEqual([['w1', 'unseen', undefined]])
    await clock.advance(ARRIVAL_MS - 1)
    expect(seen()).toEqual([['w1', 'unseen', undefined]])
    await clock.advance(POLL_MS)
    expect(seen()).toEqual([['w1', 'never', undefined]])
    stop()
  })

  it('asks at once about an order whose answer did not come (OT10)', async () => {
    const { pending, begin, answers, seen, asked } = setUp()
    const stop = begin()
    pending.add(TERMS, 'w1')
    expect([seen(), asked]).toEqual([[], []])
    answers(async () => ({ order: { status: 'open' } }))
    pending.markUnseen('w1')
    expect(seen()).toEqual([['w1', 'unseen', undefined]])
    await expect.poll(seen).toEqual([['w1', 'arrived', 'open']])
    pending.dismiss('w1')
    expect([seen(), asked.length]).toEqual([[], 1])
    stop()
  })

  it('does not show an order that is not stored', () => {
    const { pending, seen } = setUp()
    pending.markUnseen('w1')
    expect(seen()).toEqual([])
  })

  it('asks nothing more once it was stopped (OT10)', async () => {
    const { clock, pending, stream, begin, asked } = setUp()
    pending.add(TERMS, 'w1')
    const stop = begin()
    await expect.poll(() => asked.length).toBe(1)
    stop()
    stream.setState('waiting')
    stream.setState('live')
    await clock.advance(POLL_MS)
    expect(asked.length).toBe(1)
  })
})
