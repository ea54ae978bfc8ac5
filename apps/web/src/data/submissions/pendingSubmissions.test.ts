import { createManualClock, createMemoryStorage } from '@x/kit/testing'
import { expect, it } from 'vitest'
import { createPendingSubmissions, SUBMISSION_KEYS } from './pendingSubmissions.ts'

const HOUR_MS = 3_600_000
const terms = { symbol: 'BTCUSDT', side: 'buy', price: '60000', size: '0.01' }

function setUp() {
  const clock = createManualClock()
  const storage = createMemoryStorage()
  const who = { owner: '7 live' }
  return {
    clock,
    storage,
    who,
    orders: createPendingSubmissions({ kind: 'orders', storage, clock, owner: () => who.owner }),
  }
}

it('finds equal terms in any order and notation', () => {
  const { orders } = setUp()
  orders.add(terms, 'w1')
  const same = [terms, { size: '0.0100', price: '60000.0', side: 'buy', symbol: 'BTCUSDT' }]
  const others = [
    { ...terms, size: '0.1' },
    { ...terms, side: 'sell' },
    { ...terms, timeInForce: 'ioc' },
    { ...terms, selfTradePrevention: 'maker' },
    { ...terms, symbol: 'ETHUSDT' },
  ]
  expect([...same, ...others].map((each) => orders.find(each)?.clientOid)).toEqual([
    'w1',
    'w1',
    ...others.map(() => undefined),
  ])
})

it('belongs to its user and realm', () => {
  const { orders, who } = setUp()
  orders.add(terms, 'w1')
  const seen = ['7 live', '7 paper', '8 live', 'undefined live'].map(
    (owner) => ((who.owner = owner), orders.find(terms)?.clientOid),
  )
  expect(seen).toEqual(['w1', undefined, undefined, undefined])
})

it('finds the later of two equal ones until its outcome is known', () => {
  const { orders } = setUp()
  orders.add(terms, 'w1')
  orders.add(terms, 'w2')
  const first = orders.find(terms)?.clientOid
  orders.remove('w2')
  expect([first, orders.find(terms)?.clientOid]).toEqual(['w2', 'w1'])
})

it('expires before the gateway forgets its key', async () => {
  const { orders, clock } = setUp()
  orders.add(terms, 'w1')
  await clock.advance(23 * HOUR_MS - 1)
  expect(orders.find(terms)).toMatchObject({ clientOid: 'w1' })
  await clock.advance(1)
  expect(orders.find(terms)).toBeUndefined()
})

it.each(['', '{', 'null', '{}', '[1]', '[{"whose":"7 live"}]'])(
  'ignores an unreadable entry: %s',
  (text) => {
    const { orders, storage } = setUp()
    storage.set(SUBMISSION_KEYS.orders, text)
    expect(orders.find(terms)).toBeUndefined()
    orders.add(terms, 'w1')
    expect(orders.find(terms)?.clientOid).toBe('w1')
  },
)

it.each(['owner', 'whose'])('reads an order that a release stored by its %s', (field) => {
  const { clock, orders, storage } = setUp()
  const at = clock.now()
  const stored = {
    [field]: '7 live',
    clientOid: 'w1',
    at,
    terms: '[["side","buy"],["size","1"]]',
  }
  storage.set('x:unansweredOrders', JSON.stringify([stored]))
  expect([orders.find({ size: '1.0', side: 'buy' })?.clientOid, orders.list()]).toEqual([
    'w1',
    [{ clientOid: 'w1', at, sentAt: at, terms: { side: 'buy', size: '1' } }],
  ])
})
