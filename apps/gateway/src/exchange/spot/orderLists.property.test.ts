import { describe, expect, it } from 'vitest'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import { stateText } from '../../testing/stateText.ts'
import { createExchange, type Exchange } from '../createExchange.ts'
import { SPOT_SYMBOLS, symbolSpec } from '../instruments/symbols.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { unitsOf, type OrderTerms } from '../state/order.ts'

/** Histories that are played; by hand there may be more. */
const seeds = Number(process.env['EXCHANGE_SEEDS'] ?? 5)
const STEPS = 400
const MID = 60_000
const { basePerLot, quotePerTickLot } = unitsOf(symbolSpec('BTCUSDT')!)

/** An order as somebody with pen and paper would note it. */
interface Noted {
  readonly id: number
  readonly isFirst: boolean
  readonly side: 'buy' | 'sell'
  readonly price: number
  readonly size: number
  left: number
  /** `idle`: its first order is not filled; `called`: it is; `live`: it may trade. */
  state: 'idle' | 'called' | 'live' | 'gone'
}

/** Balances and lists of one trader without fees, kept by the words of the documentation alone. */
function createNotes(btc: bigint, usdt: bigint) {
  const owned = { btc, usdt }
  const lists: (readonly [Noted, Noted])[] = []
  const all = () => lists.flat()
  const needs = ({ side, price, left }: Noted) =>
    side === 'sell'
      ? { btc: BigInt(left) * basePerLot, usdt: 0n }
      : { btc: 0n, usdt: BigInt(price) * BigInt(left) * quotePerTickLot }
  const kept = (asset: 'btc' | 'usdt') =>
    all()
      .filter(({ state }) => state === 'called' || state === 'live')
      .reduce((sum, order) => sum + needs(order)[asset], 0n)
  const affords = (order: Noted) =>
    (['btc', 'usdt'] as const).every((asset) => needs(order)[asset] <= owned[asset] - kept(asset))
  function trade(order: Noted, price: number, lots: number): void {
    const sign = order.side === 'buy' ? 1n : -1n
    owned.btc += sign * BigInt(lots) * basePerLot
    owned.usdt -= sign * BigInt(price) * BigInt(lots) * quotePerTickLot
    order.left -= lots
    if (order.left === 0) end(order, true)
  }
  function end(order: Noted, isFilled: boolean): void {
    const [first, second] = lists.find((list) => list.includes(order))!
    if (order === second && second.state === 'idle') return end(first, false)
    order.state = 'gone'
    if (order !== first) return
    second.state = isFilled && affords(second) ? 'called' : 'gone'
  }
  return { owned, lists, all, kept, affords, trade, end }
}

/** One random history; what the exchange has beside the notes, after each of its commands. */
function play(seed: number): { readonly exchange: Exchange; readonly counts: Set<string> } {
  const exchange = createExchange(SPOT_SYMBOLS)
  const next = createFlow(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const funds = { BTC: String(basePerLot * 400n), USDT: String(quotePerTickLot * 24_000_000n) }
  const notes = createNotes(BigInt(funds.BTC), BigInt(funds.USDT))
  const counts = new Set<string>()
  let at = 1
  const run = (command: ExchangeCommand) => exchange.execute(command)
  run({ kind: 'open', at: at++, userId: '1', assets: ['BTC', 'USDT'] })
  run({ kind: 'paperOpen', at: at++, userId: '1', funds })

  const pick = <T>(from: readonly T[]): T | undefined => from[below(from.length)]
  const decision = { bid: MID - 1, ask: MID + 1, rests: true, queueAhead: 0 }

  function placeList(): void {
    const id = exchange.state.next.order
    const [one, two] = [terms(), terms()]
    const first: Noted = { id, isFirst: true, ...one, left: one.size, state: 'live' }
    const second: Noted = { id: id + 1, isFirst: false, ...two, left: two.size, state: 'idle' }
    const taken = next() < 0.3 ? below(one.size + 1) : 0
    const outcome = run({
      ...termsOf(one),
      kind: 'paperPlace',
      at: at++,
      userId: '1',
      clientOid: `a${id}`,
      digest: 'd',
      makerPpm: 0,
      takerPpm: 0,
      ...decision,
      fills: taken > 0 ? [[one.price, taken]] : [],
      rests: taken < one.size,
      pending: { ...termsOf(two), clientOid: `b${id}`, listOid: `l${id}` },
    })
    const isPossible = notes.affords(first)
    expect('refused' in outcome).toBe(!isPossible)
    if (!isPossible) return void counts.add('refused')
    notes.lists.push([first, second])
    if (taken > 0) notes.trade(first, one.price, taken)
  }

  const terms = () => ({
    side: next() < 0.5 ? ('buy' as const) : ('sell' as const),
    price: MID + below(21) - 10,
    size: 1 + below(150),
  })
  const termsOf = ({ side, price, size }: ReturnType<typeof terms>): OrderTerms => ({
    symbol: 'BTCUSDT',
    side,
    orderType: 'limit',
    timeInForce: 'gtc',
    prevention: 'taker',
    ticks: price,
    lots: size,
    budget: 0,
  })

  function fill(noted: Noted): void {
    const lots = 1 + below(noted.left)
    run({ kind: 'paperFill', at: at++, orderId: noted.id, lots })
    notes.trade(noted, noted.price, lots)
    counts.add(noted.isFirst ? 'first filled' : 'second filled')
  }

  function releaseOne(noted: Noted): void {
    const taken = below(noted.size + 1)
    run({
      kind: 'paperRelease',
      at: at++,
      orderId: noted.id,
      ...decision,
      fills: taken > 0 ? [[noted.price, taken]] : [],
      rests: taken < noted.size,
    })
    noted.state = 'live'
    if (taken > 0) notes.trade(noted, noted.price, taken)
    counts.add('released')
  }

  function step(): void {
    const alive = notes.all().filter(({ state }) => state !== 'gone')
    const noted = pick(alive)
    const chance = next()
    if (!noted || chance < 0.25) return placeList()
    if (chance < 0.35) {
      run({ kind: 'cancel', at: at++, orderId: noted.id })
      counts.add(`cancelled ${noted.state}`)
      return notes.end(noted, false)
    }
    if (noted.state === 'live') return fill(noted)
    if (noted.state === 'called') return releaseOne(noted)
  }

  for (let done = 0; done < STEPS; done++) {
    step()
    compare(exchange, notes)
  }
  return { exchange, counts }
}

function compare({ state }: Exchange, notes: ReturnType<typeof createNotes>): void {
  const phases = { idle: 'pending', called: 'ready', live: undefined } as const
  expect(
    [...state.orders.values()]
      .map(({ id, phase, lots, filledLots }) => [id, phase, lots - filledLots])
      .toSorted(([a], [b]) => Number(a) - Number(b)),
  ).toEqual(
    notes
      .all()
      .flatMap((noted) =>
        noted.state === 'gone' ? [] : [[noted.id, phases[noted.state], noted.left]],
      ),
  )
  const { btc, usdt } = notes.owned
  for (const [asset, owned, kept] of [
    ['BTC', btc, notes.kept('btc')],
    ['USDT', usdt, notes.kept('usdt')],
  ] as const) {
    const { balance, held } = state.accounts.of('paper', 'user:1', asset)
    expect([asset, balance, held]).toEqual([asset, owned, kept])
  }
}

describe('lists of orders beside notes on paper', () => {
  it('have the same orders, balances and holds after each command', () => {
    const seen = new Set<string>()
    for (let seed = 70_000; seed < 70_000 + seeds; seed++)
      for (const count of play(seed).counts) seen.add(count)
    expect([...seen].toSorted()).toEqual([
      'cancelled called',
      'cancelled idle',
      'cancelled live',
      'first filled',
      'refused',
      'released',
      'second filled',
    ])
  })

  it('come about the same way again', () => {
    expect(stateText(play(71_000).exchange.state)).toBe(stateText(play(71_000).exchange.state))
  })
})
