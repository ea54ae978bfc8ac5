import { describe, expect, it } from 'vitest'
import { createExchange, type Exchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { AlgoOpenCommand } from '../state/algoCommand.ts'
import { type Algo, partLots, partTicks } from '../state/algoState.ts'
import type { ExchangeCommand, PlaceCommand } from '../state/command.ts'
import { createState } from '../state/state.ts'
import { houseAccountRow } from '../state/houseAccountRows.ts'
import { createStateLoader, dumpState } from '../snapshots/stateParts.ts'
import { plainDump } from '../../testing/stateText.ts'
import { MOST_ALGOS } from './algoOrders.ts'

/** An exchange with a funded trader, and the commands that it has run. */
function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  const ran: ExchangeCommand[] = []
  let at = 1
  let count = 0
  const run = (command: ExchangeCommand) => {
    const outcome = exchange.execute(command)
    if (!('refused' in outcome)) ran.push(command)
    return outcome
  }
  const assets = ['BTC', 'USDT']
  run({ kind: 'open', at: at++, userId: '1', assets })
  const funds = { BTC: String(10n ** 12n), USDT: String(10n ** 16n) }
  run({ kind: 'grant', at: at++, realm: 'live', userId: '1', key: 'g', funds })
  const start = (change: Partial<AlgoOpenCommand> = {}) =>
    run({
      kind: 'algoOpen',
      at: at++,
      realm: 'live',
      userId: '1',
      clientOid: `a${++count}`,
      digest: 'd',
      algo: 'iceberg',
      symbol: 'BTCUSDT',
      side: 'buy',
      lots: 1_000,
      parts: 3,
      visibleLots: 400,
      ticks: 6_000_000,
      lastTicks: 0,
      everyMs: 0,
      ...change,
    })
  const place = (algo: number, change: Partial<PlaceCommand> = {}) =>
    run({
      kind: 'place',
      at: at++,
      userId: '1',
      clientOid: `c${++count}`,
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'taker',
      ticks: 6_000_000,
      lots: 400,
      budget: 0,
      makerPpm: 1000,
      takerPpm: 1000,
      digest: 'd',
      algo,
      ...change,
    })
  const sell = (lots: number) =>
    run({
      kind: 'house',
      at: at++,
      rows: [
        houseAccountRow({
          kind: 'place',
          symbol: 'BTCUSDT',
          orderName: `h${++count}`,
          side: 'sell',
          ticks: 6_000_000,
          lots,
        }),
      ],
    })
  const stop = (algoId: number) => run({ kind: 'algoStop', at: at++, algoId, reason: 'user' })
  return { exchange, ran, run, start, place, sell, stop, next: () => at++ }
}

const algosIn = ({ state }: Exchange): readonly Algo[] => [
  ...state.algos.running.values(),
  ...[...state.algos.ended.values()].flat(),
]
const refusalOf = (outcome: object) =>
  'refused' in outcome ? (outcome.refused as { reason: string }).reason : undefined

describe('an algo order in the exchange', () => {
  it('counts what its orders trade in the command that trades it', () => {
    const { exchange, start, place, sell } = open()
    start()
    place(1)
    sell(150)
    expect(algosIn(exchange)).toMatchObject([{ filledLots: 150, placed: 1, status: 'running' }])
    sell(250)
    expect(algosIn(exchange)).toMatchObject([{ filledLots: 400, open: [] }])
    place(1)
    sell(400)
    place(1, { lots: 200 })
    sell(200)
    expect(algosIn(exchange)).toMatchObject([
      { filledLots: 1_000, placed: 3, status: 'completed', reason: '' },
    ])
    expect(exchange.state.algos.byOrder.size).toBe(0)
  })

  it('refuses an order before the last one ended, and one too many', () => {
    const { start, place, sell } = open()
    start({ parts: 2 })
    place(1)
    expect(refusalOf(place(1))).toBe('algo-early')
    sell(400)
    place(1)
    sell(400)
    expect(refusalOf(place(1))).toBe('algo-early')
    expect(refusalOf(place(99))).toBe('algo-early')
  })

  it('counts an order that was sent twice once', () => {
    const { exchange, start, place } = open()
    start({ algo: 'scaled', visibleLots: 0 })
    place(1, { clientOid: 'algo-1-0' })
    expect(refusalOf(place(1, { clientOid: 'algo-1-0' }))).toBe('key-used')
    expect(algosIn(exchange)).toMatchObject([{ placed: 1 }])
  })

  it('counts nothing of an order that is refused', () => {
    const { exchange, start, place } = open()
    start()
    expect(refusalOf(place(1, { lots: 9_000_000_000 }))).toBe('balance')
    expect(algosIn(exchange)).toMatchObject([{ placed: 0, open: [] }])
  })

  it('stops with the cancel of its order and frees the hold', () => {
    const { exchange, start, place, run, next } = open()
    start()
    place(1)
    const [order] = exchange.state.ordersOf('live', '1')
    run({ kind: 'cancel', at: next(), orderId: order?.id ?? 0 })
    expect(algosIn(exchange)).toMatchObject([{ status: 'stopped', reason: 'cancelled' }])
    const held = exchange.state.accounts.ownedBy('live', 'user:1').map((account) => account.held)
    expect(held.every((amount) => amount === 0n)).toBe(true)
  })

  it('cancels all that is open when it is stopped, once', () => {
    const { exchange, start, place, stop } = open()
    start({ algo: 'scaled', visibleLots: 0 })
    place(1)
    place(1)
    stop(1)
    expect(exchange.state.ordersOf('live', '1').size).toBe(0)
    expect(algosIn(exchange)).toMatchObject([{ status: 'stopped', reason: 'user', open: [] }])
    expect(refusalOf(stop(1))).toBe('no-algo')
  })

  it('is refused under a used key, and beyond those that may run', () => {
    const { start } = open()
    start({ clientOid: 'same' })
    expect(refusalOf(start({ clientOid: 'same' }))).toBe('key-used')
    for (let nth = 1; nth < MOST_ALGOS; nth++) start()
    expect(refusalOf(start())).toBe('algo-limit')
  })
})

describe('algo orders after a restart', () => {
  function busy() {
    const opened = open()
    opened.start()
    opened.place(1)
    opened.sell(100)
    opened.start({ algo: 'scaled', visibleLots: 0, lastTicks: 5_900_000 })
    opened.place(2, { ticks: 5_900_000 })
    opened.start()
    opened.stop(3)
    return opened
  }

  it('are the same from a replay of the commands', () => {
    const { exchange, ran } = busy()
    const replica = createExchange(SPOT_SYMBOLS)
    for (const command of ran) replica.execute(command, { isJournalled: true })
    expect(plainDump(replica.state)).toEqual(plainDump(exchange.state))
    expect(algosIn(replica)).toEqual(algosIn(exchange))
  })

  it('are the same from a snapshot, and go on', () => {
    const { exchange, ran } = busy()
    const loader = createStateLoader(SPOT_SYMBOLS)
    for (const part of dumpState(exchange.state)) loader.add(part)
    const loaded = createExchange(SPOT_SYMBOLS, loader.finish().state)
    expect(algosIn(loaded)).toEqual(algosIn(exchange))
    const at = ran.length + 100
    for (const each of [loaded, exchange])
      each.execute({ kind: 'algoStop', at, algoId: 2, reason: 'user' })
    expect(algosIn(loaded)).toEqual(algosIn(exchange))
    expect(loaded.state.ordersOf('live', '1').size).toBe(1)
  })

  it('are absent from states from before there were any', () => {
    expect(createState(SPOT_SYMBOLS).algos.running.size).toBe(0)
  })
})

describe('the parts of an algo order', () => {
  it.each([
    [{ lots: 10, parts: 4, visibleLots: 0 }, [3, 3, 2, 2]],
    [{ lots: 10, parts: 3, visibleLots: 4 }, [4, 4, 2]],
    [{ lots: 8, parts: 2, visibleLots: 4 }, [4, 4]],
  ])('have all lots of %o', (terms, expected) => {
    expect(expected.map((_, part) => partLots(terms, part))).toEqual(expected)
  })

  it('lie at equal distances between both prices', () => {
    const scaled = { kind: 'scaled', ticks: 100, lastTicks: 200, parts: 3 } as const
    expect([0, 1, 2].map((part) => partTicks(scaled, part))).toEqual([100, 150, 200])
    expect(partTicks({ ...scaled, lastTicks: 0 }, 2)).toBe(0)
    expect(partTicks({ ...scaled, kind: 'iceberg' }, 2)).toBe(100)
  })
})
