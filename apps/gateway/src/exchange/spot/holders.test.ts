import { describe, expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { ExchangeCommand, PlaceCommand, WaitCommand } from '../state/command.ts'
import { createExchange } from '../createExchange.ts'
import type { Outcome } from '../state/effects.ts'

const FUNDS = { USDT: '100000000000000', BTC: '100000000000' }
const DEFAULTS = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  prevention: 'taker',
  ticks: 6_000_000,
  lots: 1_000,
  budget: 0,
  makerPpm: 1000,
  takerPpm: 1000,
  digest: 'd',
} as const

function open() {
  const commands: ExchangeCommand[] = []
  const exchange = createExchange(SPOT_SYMBOLS)
  let at = 0
  const run = (command: ExchangeCommand): Outcome => {
    commands.push(command)
    return exchange.execute(command)
  }
  for (const userId of ['main', 'sub', 'bob'])
    run({ kind: 'grant', at: ++at, realm: 'live', userId, key: userId, funds: FUNDS })
  const terms = (userId: string, change: object) => ({
    at: ++at,
    userId,
    clientOid: `c${at}`,
    ...DEFAULTS,
    ...change,
  })
  return {
    exchange,
    commands,
    place: (userId: string, change: Partial<PlaceCommand> = {}) =>
      run({ kind: 'place', ...terms(userId, change) }),
    wait(userId: string, change: Partial<WaitCommand> = {}) {
      const trigger = {
        kind: 'stop',
        by: 'last',
        rises: true,
        ticks: 6_000_000,
        limit: 0,
        bound: 6_300_000,
        callback: 0,
        extreme: 0,
      } as const
      return run({
        kind: 'wait',
        realm: 'live',
        ...terms(userId, {
          orderType: 'stop_market',
          timeInForce: 'ioc',
          ticks: 6_300_000,
          triggers: [trigger],
          ...change,
        }),
      })
    },
    fire: (orderId: number) => run({ kind: 'fire', at: ++at, orderId, which: 0, ticks: 6_300_000 }),
    amend: (orderId: number, ticks: number) =>
      run({ kind: 'amend', at: ++at, orderId, ticks, lots: 1_000, budget: 0 }),
    bind: (...rows: [string, string][]) => run({ kind: 'holders', at: ++at, rows }),
    order: (id: number) => exchange.state.orders.get(id),
  }
}
const fillsOf = (outcome: Outcome) => ('refused' in outcome ? [] : outcome.effects.fills)
const SUB = { holder: 'main' } as const

describe('orders of one holder', () => {
  it.each(['maker', 'taker', 'both'] as const)(
    'do not trade between main and sub-account with %s (SR12)',
    (prevention) => {
      for (const [maker, taker] of [
        ['main', 'sub'],
        ['sub', 'main'],
        ['sub', 'sub'],
      ] as const) {
        const { place } = open()
        place(maker, { side: 'sell', ...(maker === 'sub' ? SUB : {}) })
        expect(fillsOf(place(taker, { prevention, ...(taker === 'sub' ? SUB : {}) }))).toEqual([])
      }
    },
  )

  it('do not trade between two sub-accounts (SR12)', () => {
    const { place } = open()
    place('bob', { side: 'sell', ...SUB })
    expect(fillsOf(place('sub', SUB))).toEqual([])
  })

  it('trade with those of another holder (SR12)', () => {
    const { place } = open()
    place('bob', { side: 'sell' })
    expect(fillsOf(place('sub', SUB))).toHaveLength(2)
  })

  it('do not trade when an amendment makes them cross (SR12)', () => {
    const { place, amend } = open()
    place('main', { side: 'sell' })
    place('sub', { ticks: 5_900_000, ...SUB })
    expect(fillsOf(amend(2, 6_000_000))).toEqual([])
  })

  it('do not trade when a stop fires into them (SR12)', () => {
    const { wait, place, fire, order } = open()
    wait('sub', SUB)
    place('main', { side: 'sell' })
    expect(fillsOf(fire(1))).toEqual([])
    expect([order(1), order(2)?.status]).toEqual([undefined, 'open'])
  })

  it('do not trade when a bracket of the sub-account is left (SR12)', () => {
    const { place, fire, exchange } = open()
    place('bob', { side: 'sell' })
    place('sub', {
      ...SUB,
      exits: { by: 'last', byFill: true, stopLoss: { ticks: 5_900_000, limit: 0 } },
    })
    place('main', { ticks: 5_950_000, lots: 5_000 })
    const exit = [...exchange.state.orders.values()].find(({ orderType }) => orderType === 'tp_sl')!
    expect(fillsOf(fire(exit.id))).toEqual([])
  })
})

describe('journals and snapshots from before holders were known', () => {
  it('replay as they were: main and sub-account trade (SR12)', () => {
    const { place, exchange, commands } = open()
    place('main', { side: 'sell' })
    expect(fillsOf(place('sub'))).toHaveLength(2)
    place('main', { side: 'sell', prevention: 'none' })
    expect(fillsOf(place('main', { prevention: 'none' }))).toHaveLength(2)
    const replayed = createExchange(SPOT_SYMBOLS)
    for (const command of commands) replayed.execute(command)
    expect(stateText(replayed.state)).toBe(stateText(exchange.state))
    expect([...exchange.state.parties]).toEqual([
      ['main', 1],
      ['sub', 2],
    ])
  })

  it('hold orders that go by holder once they are bound (SR12)', () => {
    const { place, bind, order } = open()
    place('main', { side: 'sell' })
    place('sub', { ticks: 5_900_000 })
    bind(['sub', 'main'])
    expect(fillsOf(place('sub', SUB))).toEqual([])
    expect(fillsOf(place('main', { side: 'sell', ticks: 5_900_000 }))).toEqual([])
    expect([order(1)?.status, order(2)?.status]).toEqual(['open', 'open'])
  })

  it('hold stops that go by holder once they are bound (SR12)', () => {
    const { wait, bind, place, fire } = open()
    wait('sub', { prevention: 'none' })
    bind(['sub', 'main'])
    place('main', { side: 'sell' })
    expect(fillsOf(fire(1))).toEqual([])
  })

  it('hold orders without prevention, which get the default once bound (SR12)', () => {
    const { place, bind, amend, order } = open()
    place('main', { side: 'sell' })
    place('main', { ticks: 5_900_000, prevention: 'none' })
    bind()
    expect(order(2)?.prevention).toBe('taker')
    expect(fillsOf(amend(2, 6_000_000))).toEqual([])
  })

  it('come to the same state through a snapshot in the middle (SR12)', () => {
    const { place, exchange } = open()
    place('main', { side: 'sell' })
    place('sub', { ticks: 5_900_000 })
    const twin = createExchange(SPOT_SYMBOLS, copyState(exchange.state))
    const later: ExchangeCommand[] = [
      { kind: 'holders', at: 90, rows: [['sub', 'main']] },
      { kind: 'place', at: 91, userId: 'sub', clientOid: 'last', holder: 'main', ...DEFAULTS },
    ]
    for (const command of later) for (const each of [exchange, twin]) each.execute(command)
    expect(stateText(twin.state)).toBe(stateText(exchange.state))
  })
})
