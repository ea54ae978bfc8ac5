import { describe, expect, it } from 'vitest'
import { available } from './accounts/accounts.ts'
import { FEES, HOUSE_ACCOUNT, spotOwner } from './accounts/owner.ts'
import type { TimeInForce } from './matching/command.ts'
import { SPOT_SYMBOLS } from './instruments/symbols.ts'
import type { PlaceCommand } from './state/command.ts'
import { createCommandFlow } from '../testing/exchangeCommandGenerator.ts'
import { createExchange, type Exchange } from './createExchange.ts'
import type { Effects } from './state/effects.ts'
import { houseAccountRow } from './state/houseAccountRows.ts'
import { KEY_MEMORY_MS } from './state/keys.ts'
import { holdFor } from './spot/settleTrade.ts'
import { createState, pairOf, type StateDump } from './state/state.ts'
import { copyState, plainDump, stateText, timelessText } from '../testing/stateText.ts'

const BTC = 10n ** 8n
const USDT = 10n ** 8n

function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  let count = 0
  let at = 1
  const account = (userId: string, asset: string) =>
    exchange.state.accounts.of('live', spotOwner(userId), asset)
  const place = (userId: string, order: Partial<PlaceCommand>) => {
    const defaults = {
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'gtc' as TimeInForce,
      prevention: 'taker',
      ticks: 6_000_000,
      lots: 1_000,
      budget: 0,
      makerPpm: 1000,
      takerPpm: 1000,
      digest: 'd',
    } as const
    return exchange.execute({
      kind: 'place',
      at: at++,
      userId,
      clientOid: `c${++count}`,
      ...defaults,
      ...order,
    })
  }
  const houseAccount = (...rows: [side: 'buy' | 'sell', ticks: number, lots: number][]) =>
    exchange.execute({
      kind: 'house',
      at: at++,
      rows: rows.map(([side, ticks, lots]) =>
        houseAccountRow({
          kind: 'place',
          symbol: 'BTCUSDT',
          orderName: `h${++count}`,
          side,
          ticks,
          lots,
        }),
      ),
    })
  for (const userId of ['ann', 'bob'])
    exchange.execute({
      kind: 'grant',
      at: at++,
      realm: 'live',
      userId,
      key: userId,
      funds: { USDT: String(10_000n * USDT), BTC: String(BTC) },
    })
  return {
    exchange,
    place,
    houseAccount,
    account,
    advance: (ms: number) => void (at += ms),
    cancel: (orderId: number) => exchange.execute({ kind: 'cancel', at: at++, orderId }),
  }
}

const effectsOf = (outcome: ReturnType<Exchange['execute']>): Effects => {
  if ('refused' in outcome) throw new Error(outcome.refused.reason)
  return outcome.effects
}
const answerOf = (outcome: ReturnType<Exchange['execute']>) =>
  'refused' in outcome ? outcome.refused.reason : outcome.answer?.status

describe('a paper order by amount (trading 7)', () => {
  const buy = (complete: { complete?: boolean }) => {
    const exchange = createExchange(SPOT_SYMBOLS)
    exchange.execute({
      kind: 'paperOpen',
      at: 1,
      userId: 'ann',
      funds: { USDT: String(10_000n * USDT) },
    })
    const terms = {
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'market',
      timeInForce: 'ioc',
      prevention: 'taker',
      ticks: 6_300_000,
      lots: 0,
      budget: 2_000_000_000,
    } as const
    return answerOf(
      exchange.execute({
        kind: 'paperPlace',
        at: 2,
        userId: 'ann',
        clientOid: 'c',
        digest: 'd',
        ...terms,
        makerPpm: 1000,
        takerPpm: 1000,
        fills: [[6_000_000, 10]],
        bid: 0,
        ask: 6_000_000,
        rests: false,
        queueAhead: 0,
        ...complete,
      }),
    )
  }

  it('is filled where the fill model could spend it', () => {
    expect([buy({ complete: true }), buy({ complete: false })]).toEqual(['filled', 'cancelled'])
  })

  it('keeps paper orders of journals from before the fill model', () => {
    expect(buy({})).toBe('filled')
  })
})

describe('what orders hold and pay (trading 4)', () => {
  it("holds a resting buy's cost and releases it on cancellation", () => {
    const { place, account, cancel } = open()
    expect(answerOf(place('ann', { ticks: 5_900_000, lots: 1_000 }))).toBe('open')
    expect(account('ann', 'USDT').held).toBe(590n * USDT)
    expect(answerOf(cancel(1))).toBe('cancelled')
    expect(account('ann', 'USDT')).toMatchObject({ held: 0n, balance: 10_000n * USDT })
  })

  it('a resting sell holds its base', () => {
    const { place, account } = open()
    place('ann', { side: 'sell', lots: 5_000 })
    expect(account('ann', 'BTC').held).toBe(BTC / 20n)
  })

  it('charges both sides of a trade out of what they receive', () => {
    const { exchange, place, account } = open()
    place('ann', { side: 'sell', ticks: 6_000_000, lots: 1_000 })
    expect(answerOf(place('bob', { ticks: 6_000_000, lots: 1_000 }))).toBe('filled')
    expect(account('bob', 'BTC').balance).toBe(BTC + 1_000_000n - 1_000n)
    expect(account('bob', 'USDT')).toMatchObject({ balance: 9_400n * USDT, held: 0n })
    expect(account('ann', 'USDT').balance).toBe(10_600n * USDT - (600n * USDT) / 1000n)
    expect(account('ann', 'BTC')).toMatchObject({ balance: BTC - 1_000_000n, held: 0n })
    expect(exchange.state.accounts.of('live', FEES, 'BTC').balance).toBe(1_000n)
  })

  it('a fee is rounded up to a whole atom (trading 1)', () => {
    const { exchange, place, houseAccount } = open()
    houseAccount(['sell', 6_000_000, 10])
    place('ann', { lots: 1, makerPpm: 1, takerPpm: 1 })
    expect(exchange.state.accounts.of('live', FEES, 'BTC').balance).toBe(1n)
  })

  it('returns the difference of a better price to the buyer', () => {
    const { place, houseAccount, account } = open()
    houseAccount(['sell', 5_800_000, 400])
    place('ann', { ticks: 6_000_000, lots: 1_000 })
    expect(account('ann', 'USDT').balance).toBe(10_000n * USDT - 232n * USDT)
    expect(account('ann', 'USDT').held).toBe(360n * USDT)
  })

  it('charges each buyer the maker or taker fee of its tier', () => {
    const { exchange, place } = open()
    place('ann', { lots: 1_000, makerPpm: 200 })
    place('bob', { side: 'sell', lots: 1_000, takerPpm: 500 })
    expect(exchange.state.accounts.of('live', FEES, 'BTC').balance).toBe(200n)
    expect(exchange.state.accounts.of('live', FEES, 'USDT').balance).toBe(
      (600n * USDT * 500n) / 1_000_000n,
    )
  })

  it('the house account goes below zero instead of running dry', () => {
    const { exchange, place, houseAccount } = open()
    houseAccount(['sell', 6_000_000, 10_000])
    place('ann', { lots: 10_000 })
    expect(exchange.state.accounts.of('live', HOUSE_ACCOUNT, 'BTC').balance).toBe(-BTC / 10n)
  })

  it('buys whole lots for an amount and returns the rest', () => {
    const { place, houseAccount, account } = open()
    houseAccount(['sell', 6_000_000, 10_000])
    const outcome = place('ann', {
      orderType: 'market',
      timeInForce: 'ioc',
      ticks: 6_300_000,
      lots: 0,
      budget: 100 * 10_000_000,
    })
    expect(answerOf(outcome)).toBe('filled')
    expect(account('ann', 'USDT')).toMatchObject({
      balance: 10_000n * USDT - (996n * USDT) / 10n,
      held: 0n,
    })
    expect(effectsOf(outcome).fills).toMatchObject([{ lots: 166, role: 'taker', status: 'filled' }])
  })

  it("needs a market buy's cost, not its protection price", () => {
    const { place, houseAccount } = open()
    houseAccount(['sell', 6_000_000, 10_000], ['sell', 6_200_000, 10_000])
    expect(
      answerOf(
        place('ann', { orderType: 'market', timeInForce: 'ioc', ticks: 6_300_000, lots: 16_500 }),
      ),
    ).toBe('balance')
    expect(
      answerOf(
        place('ann', { orderType: 'market', timeInForce: 'ioc', ticks: 6_300_000, lots: 16_400 }),
      ),
    ).toBe('filled')
  })
})

describe('refusals change nothing', () => {
  it.each([
    ['balance', { lots: 1_000_000 }],
    ['balance', { side: 'sell', lots: 100_001 }],
    ['would-trade', { timeInForce: 'post_only' }],
    ['not-fillable', { timeInForce: 'fok', lots: 10_001 }],
  ] as const)('%s', (code, order) => {
    const { exchange, place, houseAccount } = open()
    houseAccount(['sell', 6_000_000, 10_000])
    const before = stateText(exchange.state)
    expect(answerOf(place('ann', order))).toBe(code)
    expect(stateText(exchange.state)).toBe(before)
  })

  it('40401 for an order that is not open', () => {
    const { exchange, cancel } = open()
    const before = stateText(exchange.state)
    expect(answerOf(cancel(99))).toBe('order-not-open')
    expect(stateText(exchange.state)).toBe(before)
  })

  it('refuses funds that another order holds', () => {
    const { place } = open()
    expect(answerOf(place('ann', { ticks: 5_900_000, lots: 10_000 }))).toBe('open')
    expect(answerOf(place('ann', { ticks: 5_900_000, lots: 10_000 }))).toBe('balance')
  })
})

describe('self-trade prevention (trading 3)', () => {
  it('ends the incoming order by default and keeps the resting one', () => {
    const { exchange, place, account } = open()
    place('ann', { side: 'sell', lots: 1_000 })
    expect(answerOf(place('ann', { lots: 1_000 }))).toBe('cancelled')
    expect(exchange.state.orders.size).toBe(1)
    expect(account('ann', 'USDT').held).toBe(0n)
  })

  it('cancels the resting order with maker and releases its hold', () => {
    const { exchange, place, account } = open()
    place('ann', { side: 'sell', lots: 1_000 })
    expect(answerOf(place('ann', { lots: 1_000, prevention: 'maker' }))).toBe('open')
    expect([...exchange.state.orders.keys()]).toEqual([2])
    expect(account('ann', 'BTC').held).toBe(0n)
  })

  it('lets the user trade with itself with none', () => {
    const { place, account } = open()
    place('ann', { side: 'sell', lots: 1_000 })
    const effects = effectsOf(place('ann', { lots: 1_000, prevention: 'none' }))
    expect(effects.transactions.flatMap(({ entries }) => entries.map(({ kind }) => kind))).toEqual([
      'fee',
      'fee',
    ])
    expect(account('ann', 'BTC').balance).toBe(BTC - 1_000n)
  })
})

describe('house account orders', () => {
  it('moves no money between house account orders, but is seen by everybody', () => {
    const { houseAccount } = open()
    houseAccount(['sell', 6_000_000, 100])
    const effects = effectsOf(houseAccount(['buy', 6_000_000, 40]))
    expect([effects.transactions, effects.fills, effects.orders]).toEqual([[], [], []])
    expect(effects.market).toEqual([
      {
        kind: 'trade',
        instrumentId: 'BTCUSDT',
        level: [6_000_000, 40],
        takerSide: 'buy',
        at: effects.at,
      },
      { kind: 'level', instrumentId: 'BTCUSDT', side: 'sell', level: [6_000_000, 60] },
    ])
  })

  it('fills the resting orders of users as makers', () => {
    const { place, houseAccount } = open()
    place('ann', { lots: 1_000 })
    const effects = effectsOf(houseAccount(['sell', 5_900_000, 400]))
    expect(effects.fills).toMatchObject([
      { role: 'maker', lots: 400, ticks: 6_000_000, status: 'partially_filled' },
    ])
  })

  it('forgets finished house account orders and ignores unknown ones', () => {
    const { exchange, place } = open()
    exchange.execute({
      kind: 'house',
      at: 1,
      rows: [
        ['BTCUSDT', 'a', 'slg', 6_000_000, 100],
        ['BTCUSDT', 'b', 'slg', 6_000_001, 100],
        ['BTCUSDT', 'b', 'slg', 5, 5],
        ['NOPE', 'c', 'slg', 1, 1],
        ['BTCUSDT', 'zzz'],
      ],
    })
    expect([...exchange.state.houseAccountOrders.keys()]).toEqual(['a', 'b'])
    place('ann', { lots: 100 })
    exchange.execute({ kind: 'house', at: 1, rows: [['BTCUSDT', 'b']] })
    expect([
      exchange.state.houseAccountOrders.size,
      exchange.state.houseAccountOrderNames.size,
    ]).toEqual([0, 0])
  })

  it('shows only levels that changed: an order that never rested has none', () => {
    const { place } = open()
    expect(effectsOf(place('ann', { timeInForce: 'ioc' })).market).toEqual([])
  })
})

describe('idempotency keys', () => {
  it('remembers keys for a day and while their order is open', () => {
    const { exchange, place, houseAccount, advance } = open()
    houseAccount(['sell', 6_000_000, 100])
    place('ann', { clientOid: 'done', lots: 100 })
    place('ann', { clientOid: 'waiting', ticks: 5_000_000, lots: 100 })
    expect(answerOf(place('ann', { clientOid: 'done', ticks: 5_000_000, lots: 100 }))).toBe(
      'key-used',
    )
    advance(KEY_MEMORY_MS + 10)
    place('ann', { ticks: 5_000_000, lots: 100 })
    expect(exchange.state.keys.get('live:ann:done')).toBeUndefined()
    expect(answerOf(place('ann', { clientOid: 'waiting', ticks: 5_000_000, lots: 100 }))).toBe(
      'key-used',
    )
  })

  it('make a grant happen once', () => {
    const { exchange, account } = open()
    exchange.execute({
      kind: 'grant',
      at: 5,
      realm: 'live',
      userId: 'ann',
      key: 'ann',
      funds: { USDT: '1' },
    })
    expect(account('ann', 'USDT').balance).toBe(10_000n * USDT)
  })

  it('executes a grant once, across realms and after a restart', () => {
    const { exchange, account } = open()
    const again = (state: Exchange, at: number) =>
      state.execute({
        kind: 'grant',
        at,
        realm: 'live',
        userId: 'ann',
        key: 'ann',
        funds: { USDT: '1' },
      })
    again(exchange, 10 * KEY_MEMORY_MS)
    expect(account('ann', 'USDT').balance).toBe(10_000n * USDT)
    const restarted = createExchange(SPOT_SYMBOLS, copyState(exchange.state))
    again(restarted, 400 * KEY_MEMORY_MS)
    expect(timelessText(restarted.state)).toBe(timelessText(exchange.state))
  })

  it('a grant of one realm leaves the other realm’s to be made', () => {
    const { exchange } = open()
    exchange.execute({
      kind: 'grant',
      at: 5,
      realm: 'paper',
      userId: 'ann',
      key: 'ann',
      funds: { USDT: '7' },
    })
    expect(exchange.state.accounts.of('paper', spotOwner('ann'), 'USDT').balance).toBe(7n)
  })

  it('finds grants of an older dump among its keys', () => {
    const { exchange } = open()
    const { grants, ...dump } = plainDump(exchange.state)
    const former: StateDump = {
      ...dump,
      keys: [...dump.keys, ...(grants ?? []).map((key) => [`grant:${key}`, '', null, 1] as const)],
    }
    expect(timelessText(createState(SPOT_SYMBOLS, former))).toBe(timelessText(exchange.state))
  })
})

describe('accounts that are opened without a list', () => {
  it('are those of the assets there were then (CR0)', () => {
    const { exchange } = open()
    const outcome = exchange.execute({ kind: 'open', at: 1, userId: 'old' })
    const assets = 'effects' in outcome ? outcome.effects.accounts.map(({ asset }) => asset) : []
    expect(assets.join(' ')).toBe('USDT BTC ETH SOL XRP DOGE ADA LTC LINK SHIB')
  })
})

const STEPS = Number(process.env['TRADING_MODEL_STEPS'] ?? 20_000)
const SEEDS = [1, 2, 3]

describe('the state under random commands (trading 4)', () => {
  it.each(SEEDS)(
    'keeps every invariant and replays to one state (seed %i)',
    { timeout: 600_000 + STEPS },
    (seed) => {
      const original = createExchange(SPOT_SYMBOLS)
      let copy = createExchange(SPOT_SYMBOLS)
      const nextCommand = createCommandFlow(seed)
      const seen = new Set<string>()
      for (let step = 0; step < STEPS / SEEDS.length; step++) {
        const command = nextCommand(original.state)
        const outcome = original.execute(command)
        seen.add('refused' in outcome ? outcome.refused.reason : command.kind)
        if ('refused' in outcome) continue
        copy.execute(JSON.parse(JSON.stringify(command)))
        if (step % 100 === 0) assertSound(original)
        if (step % 500 === 250) copy = createExchange(SPOT_SYMBOLS, copyState(copy.state))
      }
      assertSound(original)
      expect(stateText(copy.state)).toBe(stateText(original.state))
      for (const kind of [
        'place',
        'cancel',
        'cancelAll',
        'house',
        'wait',
        'fire',
        'trail',
        'amend',
        'paperPlace',
        'paperFill',
        'paperFire',
        'paperAmend',
        'paperReset',
        'transfer',
        'key-used',
        'balance',
        'would-trade',
        'not-fillable',
      ])
        expect(seen).toContain(kind)
    },
  )
})

function assertSound({ state }: Exchange): void {
  const totals = new Map<string, bigint>()
  const held = new Map<string, bigint>()
  for (const order of state.orders.values()) {
    const { base, quote } = pairOf(state, order.symbol).instrument
    const key = `${order.realm} ${spotOwner(order.userId)} ${order.side === 'buy' ? quote : base}`
    held.set(key, (held.get(key) ?? 0n) + order.held)
    const pair = pairOf(state, order.symbol)
    if (order.realm === 'live')
      expect(pair.engine.book.slotOf(order.id) >= 0).toBe(order.status !== 'waiting')
    // No more than it can still cost, and no less.
    expect([order.id, order.held]).toEqual([order.id, holdFor(order, pair)])
  }
  for (const account of state.accounts.all()) {
    const { realm, owner, asset, balance } = account
    totals.set(`${realm} ${asset}`, (totals.get(`${realm} ${asset}`) ?? 0n) + balance)
    expect(account.held).toBe(held.get(`${realm} ${owner} ${asset}`) ?? 0n)
    if (owner.startsWith('user:')) expect(available(account) >= 0n).toBe(true)
  }
  for (const [, total] of totals) expect(total).toBe(0n)
}
