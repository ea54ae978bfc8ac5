import { describe, expect, it } from 'vitest'
import { createExchange } from '../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { DEVELOPMENT_NETWORKS } from '../wallet/ports/networks.ts'
import { createQuotes, usdtText } from './createQuotes.ts'
import { readTerms } from './withdrawalInput.ts'

const DAY_MS = 86_400_000
const CENT = 10n ** 6n
const asked = { asset: 'USDT', network: 'evm-a', amount: '150' }
const termsOf = (params: typeof asked) => readTerms(params, DEVELOPMENT_NETWORKS)

function setUp({ level = 0, ticks = 250_000 as number | undefined } = {}) {
  const exchange = createExchange(SPOT_SYMBOLS)
  const world = { now: 5 * DAY_MS, ticks }
  let drawn = 0
  const run = (command: ExchangeCommand): void => {
    const outcome = exchange.execute(command)
    if ('refused' in outcome) throw new Error(outcome.refused.reason)
  }
  const funds = { USDT: String(20_000n * 10n ** 8n), ETH: String(10n ** 18n) }
  run({ kind: 'grant', at: 1, realm: 'live', userId: 'u', key: 'u', funds })
  const quotes = createQuotes({
    trading: { core: { state: exchange.state } },
    clock: { now: () => world.now, after: () => ({ cancel() {} }) },
    random: { bytes: (count: number) => new Uint8Array(count).fill(++drawn) },
    store: createMemoryTtlStore({ clock: { monotonic: () => world.now } }),
    networks: DEVELOPMENT_NETWORKS,
    market: { lastTicks: () => world.ticks },
    vipLevelOf: () => level,
  } as never)
  const withdraw = (value: bigint, at = world.now) =>
    run({
      kind: 'withdraw',
      at,
      userId: 'u',
      clientOid: `w${value}-${at}`,
      digest: 'd',
      network: 'evm-a',
      asset: 'USDT',
      address: '0x1',
      atoms: '200000000',
      fee: '0',
      value: String(value),
      cap: String(10n ** 18n),
    })
  return { quotes, world, withdraw, run, exchange }
}
const codeOf = (error: unknown): unknown => (error instanceof GatewayError ? error.code : error)

describe('a quote of a withdrawal (wallet 6)', () => {
  it('says what it costs, what arrives and what is left', async () => {
    const { quotes, world } = setUp()
    expect(await quotes.create('u', asked)).toEqual({
      quoteId: expect.stringMatching(/^[\w-]{32}$/),
      asset: 'USDT',
      network: 'evm-a',
      amount: '150',
      fee: '1',
      receive: '149',
      minimum: '10',
      withdrawable: '20000',
      leftToday: '10000',
      needsReview: false,
      expiresAt: world.now + 60_000,
    })
  })

  it.each([
    ['1000', false],
    ['1000.000001', true],
  ])('says of %s USDT whether two persons look at it: %s', async (amount, needsReview) => {
    const { quotes } = setUp()
    expect(await quotes.create('u', { ...asked, amount })).toMatchObject({ needsReview })
  })

  it('values other coins at the last price for that', async () => {
    const { quotes, world } = setUp()
    const eth = { asset: 'ETH', network: 'evm-a', amount: '0.4' }
    expect(await quotes.create('u', eth)).toMatchObject({ needsReview: false })
    world.ticks = 250_001
    expect(await quotes.create('u', eth)).toMatchObject({ needsReview: true })
  })

  it('is not to be had without a price', async () => {
    const { quotes, world } = setUp()
    world.ticks = undefined
    const eth = { asset: 'ETH', network: 'evm-a', amount: '0.4' }
    expect(codeOf(await quotes.create('u', eth).catch((error: unknown) => error))).toBe('00006')
    expect(await quotes.create('u', asked)).toMatchObject({ amount: '150' })
  })

  it('has another number each time', async () => {
    const { quotes } = setUp()
    const [one, two] = [await quotes.create('u', asked), await quotes.create('u', asked)]
    expect(one.quoteId).not.toBe(two.quoteId)
  })
})

describe('the use of a quote (wallet 6)', () => {
  const other = [
    ['another user', 'v', asked],
    ['another amount', 'u', { ...asked, amount: '151' }],
    ['another network', 'u', { ...asked, network: 'evm-b' }],
    ['another asset', 'u', { ...asked, asset: 'ETH' }],
  ] as const

  it('promises the fee for the same terms at every look', async () => {
    const { quotes } = setUp()
    const { quoteId } = await quotes.create('u', asked)
    const of = { userId: 'u', terms: termsOf(asked) }
    expect(await quotes.read(quoteId, of)).toMatchObject({ fee: '100000000' })
    expect(await quotes.read(quoteId, of)).toMatchObject({ fee: '100000000' })
  })

  it('counts an amount that is written in another way as the same', async () => {
    const { quotes } = setUp()
    const { quoteId } = await quotes.create('u', asked)
    const terms = termsOf({ ...asked, amount: '150.000000' })
    expect(await quotes.read(quoteId, { userId: 'u', terms })).toMatchObject({ userId: 'u' })
  })

  it.each(other)('is refused to %s', async (_, userId, params) => {
    const { quotes } = setUp()
    const { quoteId } = await quotes.create('u', asked)
    const read = quotes.read(quoteId, { userId, terms: termsOf(params) })
    expect(codeOf(await read.catch((error: unknown) => error))).toBe('40231')
    // What somebody else tries takes it from nobody.
    expect(await quotes.read(quoteId, { userId: 'u', terms: termsOf(asked) })).toBeDefined()
  })

  it.each([
    [59_999, undefined],
    [60_000, '40231'],
  ])('ends after %i ms with %s', async (later, code) => {
    const { quotes, world } = setUp()
    const { quoteId } = await quotes.create('u', asked)
    world.now += later
    const read = quotes.read(quoteId, { userId: 'u', terms: termsOf(asked) }).then(() => undefined)
    expect(codeOf(await read.catch((error: unknown) => error))).toBe(code)
  })

  it('is for one withdrawal of two that come at once', async () => {
    const { quotes } = setUp()
    const { quoteId } = await quotes.create('u', asked)
    const both = await Promise.allSettled([quotes.spend(quoteId), quotes.spend(quoteId)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it.each(['', 'nonsense', '../withdraw-quote', '__proto__'])(
    'is refused where nobody gave "%s" out',
    async (quoteId) => {
      const { quotes } = setUp()
      const read = quotes.read(quoteId, { userId: 'u', terms: termsOf(asked) })
      expect(codeOf(await read.catch((error: unknown) => error))).toBe('40231')
    },
  )
})

describe('what is left of a day (wallet 4)', () => {
  it('is the cap of the level less what was withdrawn', async () => {
    const { quotes, withdraw } = setUp({ level: 1 })
    const cap = await quotes.capOf('u')
    expect(usdtText(cap)).toBe('50000')
    withdraw(3n * CENT)
    withdraw(4n * CENT)
    expect(quotes.leftToday('u', cap)).toBe(cap - 7n * CENT)
    expect(quotes.leftToday('v', cap)).toBe(cap)
  })

  it('is never below zero', () => {
    const { quotes, withdraw } = setUp()
    withdraw(5n * CENT)
    expect(quotes.leftToday('u', 5n * CENT)).toBe(0n)
    expect(quotes.leftToday('u', 4n * CENT)).toBe(0n)
  })

  it('begins anew with the UTC day', () => {
    const { quotes, withdraw, world } = setUp()
    world.now = 6 * DAY_MS - 1
    withdraw(5n * CENT)
    expect(quotes.leftToday('u', 9n * CENT)).toBe(4n * CENT)
    world.now += 1
    expect(quotes.leftToday('u', 9n * CENT)).toBe(9n * CENT)
  })

  it('is given back with a cancelled withdrawal of the same day', () => {
    const { quotes, withdraw, run } = setUp()
    withdraw(5n * CENT)
    run({ kind: 'withdrawalEvent', at: 5 * DAY_MS, id: 1, event: 'cancel' })
    expect(quotes.leftToday('u', 9n * CENT)).toBe(9n * CENT)
  })

  it('is not given back for a withdrawal of the day before', () => {
    const { quotes, withdraw, run, world } = setUp()
    withdraw(5n * CENT)
    world.now += DAY_MS
    withdraw(2n * CENT)
    run({ kind: 'withdrawalEvent', at: world.now, id: 1, event: 'cancel' })
    expect(quotes.leftToday('u', 9n * CENT)).toBe(7n * CENT)
  })
})

describe('the value of coins in USDT (wallet 4)', () => {
  it.each([
    // At 2,500.00 a coin.
    ['ETH', 10n ** 18n, 250_000n * CENT],
    ['ETH', 10n ** 15n, 250n * CENT],
    ['ETH', 1n, 1n],
    ['ETH', 0n, 0n],
    ['USDT', 123n, 123n],
    ['BTC', 1n, 2_500n],
    // 10^9 atoms a coin, 10^8 of USDT.
    ['SOL', 1n, 250n],
    // A price of four places: 25 USDT.
    ['XRP', 1_000_000n, 2_500n * CENT],
  ])('is of %s: %d atoms are %d', (asset, atoms, value) => {
    expect(setUp().quotes.valueOf(asset, atoms)).toBe(value)
  })

  it('is rounded up, so that no cap is passed by parts', () => {
    const { quotes } = setUp({ ticks: 1 })
    // 0.01 USDT a coin: 10^12 of its atoms are one of USDT.
    expect([10n ** 12n, 10n ** 12n + 1n].map((atoms) => quotes.valueOf('ETH', atoms))).toEqual([
      1n,
      2n,
    ])
  })

  it.each([0, undefined])('is unknown at a price of %s', (ticks) => {
    const { quotes, world } = setUp()
    world.ticks = ticks
    expect(() => quotes.valueOf('ETH', 1n)).toThrow('no price')
    expect(quotes.valueOf('USDT', 1n)).toBe(1n)
  })
})
