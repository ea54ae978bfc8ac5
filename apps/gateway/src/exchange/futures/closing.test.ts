import { describe, expect, it } from 'vitest'
import { magnitudeOf } from '../instruments/contractTerms.ts'
import { contractOf } from '../state/state.ts'
import { availableOf, isolatedOwner, mayLeave } from './margin.ts'
import { checkFuturesInvariants } from './testing/checkFuturesInvariants.ts'
import { BTC, COIN, createFuturesFixture, ETH, USDT } from './testing/futuresFixture.ts'

type Fixture = ReturnType<typeof createFuturesFixture>
const ann = { realm: 'live', userId: 'ann' } as const
const rates = { makerPpm: 200, takerPpm: 600 }
const sound = ({ state }: Fixture) => expect(checkFuturesInvariants(state)).toEqual([])

/** Ann is long 1 BTC at 60,000, of the house account, with 10,000 USDT. */
function openLong(): Fixture {
  const fixture = createFuturesFixture({ funds: { ann: 10_000 } })
  fixture.quote('sell', 600_000, 1_000)
  fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })
  return fixture
}

const isolatedWallet = ({ state }: Fixture, symbol = BTC) =>
  state.accounts.spendable('live', isolatedOwner({ userId: 'ann', symbol, side: 'net' }), 'USDT')

describe('closing and reversing', () => {
  it('closes every position with one command (futures 4)', () => {
    const fixture = openLong()
    fixture.prices(30_000, ETH)
    fixture.quote('buy', 30_000, 5_000, ETH)
    fixture.place('ann', 'sell', { symbol: ETH, lots: 5_000, ticks: 30_000 })
    fixture.quote('buy', 599_000, 1_000)
    fixture.quote('sell', 30_010, 5_000, ETH)
    // A resting reduce-only order does not keep the position from being closed whole.
    expect(fixture.place('ann', 'sell', { lots: 400, ticks: 610_000, reduceOnly: true })).toBe(
      'open',
    )
    const rows = [
      { symbol: BTC, side: 'net', ticks: 1 },
      { symbol: ETH, side: 'net', ticks: 60_000 },
    ] as const
    const key = { clientOid: 'all', digest: 'd' }
    expect(fixture.send({ kind: 'futuresCloseAll', ...ann, ...rates, ...key, rows })).toBe('filled')
    expect(fixture.account('ann').positions.size).toBe(0)
    expect(fixture.orders('ann')).toEqual([])
    expect(fixture.latest.effects?.futures?.fills.map(({ order }) => order.clientOid)).toEqual([
      'all',
      'all#1',
    ])
    sound(fixture)
  })

  it('reverses a position with one command (futures 4)', () => {
    const fixture = openLong()
    fixture.quote('buy', 600_000, 2_500)
    const key = { clientOid: 'turn', digest: 'd', symbol: BTC, ticks: 1 }
    expect(fixture.send({ kind: 'futuresReverse', ...ann, ...rates, ...key })).toBe('filled')
    expect(fixture.position('ann')).toMatchObject({ lots: -1_000, cost: -60_000n * USDT })
    sound(fixture)
  })

  it('does not open the other way before all is closed (futures 4)', () => {
    const fixture = openLong()
    fixture.quote('buy', 600_000, 700)
    const key = { clientOid: 'turn', digest: 'd', symbol: BTC, ticks: 1 }
    fixture.send({ kind: 'futuresReverse', ...ann, ...rates, ...key })
    expect(fixture.position('ann')).toMatchObject({ lots: 300 })
    sound(fixture)
  })

  it('answers a repeated key with a refusal (futures 4)', () => {
    const fixture = openLong()
    const key = { clientOid: 'turn', digest: 'd', symbol: BTC, ticks: 1 }
    fixture.quote('buy', 600_000, 5_000)
    fixture.send({ kind: 'futuresReverse', ...ann, ...rates, ...key })
    expect(fixture.send({ kind: 'futuresReverse', ...ann, ...rates, ...key })).toBe('key-used')
  })
})

describe('exits of a position', () => {
  const exits = {
    takeProfit: { by: 'mark', ticks: 630_000 },
    stopLoss: { by: 'index', ticks: 590_000 },
  } as const

  it('come with the first fill of their entry and follow the size (futures 4)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 10_000 } })
    fixture.quote('sell', 600_000, 300)
    fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000, exits })
    const [, exit] = fixture.orders('ann')
    expect(exit).toMatchObject({
      closePosition: true,
      side: 'sell',
      lots: 0,
      triggers: [
        { kind: 'take_profit', by: 'mark', rises: true, ticks: 630_000 },
        { kind: 'stop_loss', by: 'index', rises: false, ticks: 590_000 },
      ],
    })
    fixture.send({ kind: 'house', rows: [[BTC, 'more', 'slg', 600_000, 700]] })
    expect(fixture.position('ann')?.lots).toBe(1_000)
    fixture.quote('buy', 589_000, 1_000)
    fixture.send({ kind: 'futuresFire', orderId: exit!.id, which: 1, ticks: 1 })
    expect(fixture.position('ann')).toBeUndefined()
    expect(fixture.orders('ann')).toEqual([])
    sound(fixture)
  })

  it('rest at their limit once reached (futures 4)', () => {
    const fixture = openLong()
    const of = { ...ann, ...rates, symbol: BTC, side: 'net' } as const
    const takeProfit = { by: 'last', ticks: 610_000, limit: 611_000 } as const
    fixture.send({ kind: 'futuresExits', ...of, exits: { takeProfit } })
    const [exit] = fixture.orders('ann')
    fixture.send({ kind: 'futuresFire', orderId: exit!.id, which: 0, ticks: 1 })
    expect(fixture.orders('ann')).toMatchObject([{ ticks: 611_000, lots: 1_000, status: 'open' }])
    sound(fixture)
    fixture.quote('buy', 611_000, 1_000)
    expect(fixture.position('ann')).toBeUndefined()
    sound(fixture)
  })

  it('are replaced as a whole, and end with their position (futures 4)', () => {
    const fixture = openLong()
    const of = { ...ann, ...rates, symbol: BTC, side: 'net' } as const
    fixture.send({ kind: 'futuresExits', ...of, exits })
    fixture.send({ kind: 'futuresExits', ...of, exits: { stopLoss: exits.stopLoss } })
    expect(fixture.orders('ann').map(({ triggers }) => triggers?.length)).toEqual([1])
    const waiting = fixture.state.futures.triggers('live', BTC)
    expect(waiting?.reached('index', 590_000)).toHaveLength(1)
    expect(waiting?.reached('mark', 640_000)).toHaveLength(0)
    fixture.quote('buy', 600_000, 1_000)
    fixture.place('ann', 'sell', { lots: 1_000, ticks: 600_000, reduceOnly: true })
    expect(fixture.orders('ann')).toEqual([])
    sound(fixture)
  })
})

describe('trailing orders', () => {
  it('follow the best price and close at the market afterwards (futures 4)', () => {
    const fixture = openLong()
    const trigger = {
      kind: 'trailing',
      by: 'mark',
      rises: false,
      ticks: 0,
      limit: 0,
      bound: 0,
      callback: 100,
      extreme: 0,
    } as const
    const order = { lots: 1_000, ticks: 1, reduceOnly: true, orderType: 'trailing' } as const
    expect(fixture.place('ann', 'sell', { ...order, triggers: [trigger] })).toBe('waiting')
    const id = fixture.orders('ann')[0]!.id
    const waiting = () => fixture.state.futures.triggers('live', BTC)
    expect(waiting()?.trailing('mark', 620_000)).toMatchObject([{ orderId: id, which: 0 }])
    fixture.send({ kind: 'futuresTrail', rows: [[id, 0, 620_000]] })
    expect(waiting()?.reached('mark', 614_000)).toEqual([])
    expect(waiting()?.reached('mark', 613_800)).toMatchObject([{ orderId: id, which: 0 }])
    fixture.quote('buy', 613_000, 1_000)
    fixture.send({ kind: 'futuresFire', orderId: id, which: 0, ticks: 1 })
    expect(fixture.position('ann')).toBeUndefined()
    sound(fixture)
  })
})

describe('isolated margin', () => {
  function openIsolated(leverage = 20): Fixture {
    const fixture = createFuturesFixture({ funds: { ann: 10_000 } })
    fixture.send({ kind: 'futuresMarginMode', ...ann, symbol: BTC, marginMode: 'isolated' })
    fixture.send({ kind: 'futuresLeverage', ...ann, symbol: BTC, side: 'net', leverage })
    fixture.quote('sell', 600_000, 1_000)
    expect(fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })).toBe('filled')
    return fixture
  }

  it('leaves the cross wallet with a fill, comes back with a close (futures 2)', () => {
    const fixture = openIsolated()
    expect(isolatedWallet(fixture)).toBe(3_000n * USDT)
    expect(fixture.wallet('ann')).toBe(6_964n * USDT)
    fixture.quote('buy', 606_000, 500)
    fixture.place('ann', 'sell', { lots: 500, ticks: 606_000, reduceOnly: true })
    // Half of the margin, the profit of 300 less the fee of 18.18.
    expect(isolatedWallet(fixture)).toBe(1_500n * USDT)
    expect(fixture.wallet('ann')).toBe(6_964n * USDT + 1_781_82n * (USDT / 100n))
    sound(fixture)
  })

  it('grows and shrinks within what is free (futures 2)', () => {
    const fixture = openIsolated()
    const margin = (amount: bigint) =>
      fixture.send({
        kind: 'futuresMargin',
        ...ann,
        symbol: BTC,
        side: 'net',
        atoms: String(amount),
      })
    expect(margin(-1n)).toBe('margin-needed')
    expect(margin(6_965n * USDT)).toBe('margin-needed')
    expect(margin(1_000n * USDT)).toBe('0')
    expect(isolatedWallet(fixture)).toBe(4_000n * USDT)
    expect(margin(-1_000n * USDT)).toBe('0')
    fixture.prices(570_000)
    // Of 3,000 with a loss of 3,000 nothing is free.
    expect(margin(-1n)).toBe('being-liquidated')
    sound({ ...fixture, state: openIsolated().state })
  })

  it('grows by a lower leverage, and not back by a higher one (futures 2)', () => {
    const fixture = openIsolated()
    const leverage = (to: number) =>
      fixture.send({ kind: 'futuresLeverage', ...ann, symbol: BTC, side: 'net', leverage: to })
    expect(leverage(10)).toBe('0')
    expect(isolatedWallet(fixture)).toBe(6_000n * USDT)
    expect(leverage(50)).toBe('0')
    expect(isolatedWallet(fixture)).toBe(6_000n * USDT)
    expect(leverage(5)).toBe('margin-needed')
    sound(fixture)
  })

  it('is not touched by what another position loses (futures F8)', () => {
    const fixture = openIsolated()
    fixture.prices(30_000, ETH)
    fixture.quote('sell', 30_000, 20_000, ETH)
    expect(fixture.place('ann', 'buy', { symbol: ETH, lots: 20_000, ticks: 30_000 })).toBe('filled')
    fixture.quote('buy', 29_000, 20_000, ETH)
    fixture.place('ann', 'sell', { symbol: ETH, lots: 20_000, ticks: 29_000, reduceOnly: true })
    expect(isolatedWallet(fixture)).toBe(3_000n * USDT)
    sound(fixture)
  })
})

describe('moving funds', () => {
  const move = (fixture: Fixture, from: 'spot' | 'futures', amount: bigint, clientOid = 'm') =>
    fixture.send({
      kind: 'walletMove',
      ...ann,
      from,
      to: from === 'spot' ? 'futures' : 'spot',
      asset: 'USDT',
      atoms: String(amount),
      clientOid,
      digest: 'd',
    })

  it('lets nothing leave at a mark that is stale (futures 3, futures 5)', () => {
    const fixture = openLong()
    const key = { clientOid: 'out', digest: 'd', asset: 'USDT', atoms: String(USDT) }
    const out = { kind: 'walletMove', ...ann, from: 'futures', to: 'spot', ...key } as const
    fixture.send({ kind: 'prices', rows: [[BTC, 0, 0]] })
    expect(fixture.send(out)).toBe('no-mark')
    // What older journals hold has left, and funds come in at any time.
    expect(fixture.exchange.execute({ ...out, at: 9_000 }, { isJournalled: true })).toHaveProperty(
      'effects',
    )
    const back = { ...out, from: 'spot', to: 'futures', clientOid: 'back' } as const
    expect(fixture.send(back)).toBe('0')
    fixture.prices(600_000)
    expect(fixture.send({ ...out, clientOid: 'again' })).toBe('0')
  })

  it('lets no unrealised profit leave, and no margin (futures 3)', () => {
    const fixture = openLong()
    fixture.prices(660_000)
    const account = fixture.account('ann')
    // W 9,964, margin 66,000/20; the profit of 6,000 stays.
    expect(availableOf(fixture.state, account, { asset: 'USDT' })).toBe(12_664n * USDT)
    expect(mayLeave(fixture.state, account, 'USDT')).toBe(6_664n * USDT)
    expect(move(fixture, 'futures', 6_664n * USDT + 1n)).toBe('balance')
    expect(move(fixture, 'futures', 6_664n * USDT)).toBe('0')
    expect(move(fixture, 'futures', 1n)).toBe('key-used')
    expect(move(fixture, 'spot', 7_000n * USDT, 'n')).toBe('balance')
    sound(fixture)
  })
})

describe('inverse contracts', () => {
  it('pay in coin what the formulas say, with the same code (trading 2)', () => {
    const fixture = createFuturesFixture()
    fixture.fund('ann', 1, 'BTC')
    fixture.prices(600_000, COIN)
    fixture.quote('sell', 600_000, 600, COIN)
    // 600 contracts of 100 USD are a coin at 60,000.
    expect(fixture.place('ann', 'buy', { symbol: COIN, lots: 600, ticks: 600_000 })).toBe('filled')
    expect(fixture.position('ann', COIN)?.cost).toBe(-100_000_000n)
    fixture.prices(660_000, COIN)
    fixture.quote('buy', 660_000, 600, COIN)
    const before = fixture.wallet('ann', 'BTC')
    fixture.place('ann', 'sell', { symbol: COIN, lots: 600, ticks: 660_000, reduceOnly: true })
    const { terms } = contractOf(fixture.state, COIN)
    const value = magnitudeOf(terms, 600, 660_000)
    expect(value).toBe(90_909_091n)
    expect(fixture.wallet('ann', 'BTC') - before).toBe(100_000_000n - value - 54_546n)
    sound(fixture)
  })
})

describe('the paper realm', () => {
  it('trades with its own house account at the fills of the command (trading 5)', () => {
    const fixture = createFuturesFixture()
    fixture.fund('ann', 10_000, 'USDT', 'paper')
    const paper = { fills: [[600_100, 400]], rests: true, queueAhead: 3 } as const
    const order = { realm: 'paper', lots: 1_000, ticks: 600_100 } as const
    expect(fixture.place('ann', 'buy', { ...order, paper })).toBe('partially_filled')
    const [resting] = [...fixture.account('ann', 'paper').orders]
    fixture.send({ kind: 'futuresPaperFill', orderId: resting!.id, lots: 600 })
    expect(fixture.account('ann', 'paper').positions.get(`${BTC} net`)?.lots).toBe(1_000)
    expect(fixture.account('', 'paper').positions.get(`${BTC} net`)?.lots).toBe(-1_000)
    expect(fixture.account('ann').positions.size).toBe(0)
    sound(fixture)
  })
})

describe('a paper reset', () => {
  it('closes at the mark, takes everything back and begins anew (futures 8)', () => {
    const fixture = createFuturesFixture()
    const { state, send } = fixture
    const funds = { USDT: String(50_000n * USDT) }
    send({ kind: 'paperOpen', userId: 'ann', funds })
    const amount = { asset: 'USDT', atoms: String(10_000n * USDT) }
    const key = { clientOid: 'in', digest: 'd' }
    const paperAnn = { realm: 'paper', userId: 'ann' } as const
    send({ kind: 'walletMove', ...paperAnn, from: 'spot', to: 'futures', ...amount, ...key })
    const paper = { fills: [[600_000, 1_000]], rests: false, queueAhead: 0 } as const
    fixture.place('ann', 'buy', { realm: 'paper', lots: 1_000, ticks: 600_000, paper })
    const resting = { fills: [], rests: true, queueAhead: 0 } as const
    fixture.place('ann', 'buy', { realm: 'paper', lots: 100, ticks: 599_000, paper: resting })
    fixture.prices(610_000)
    send({ kind: 'paperReset', userId: 'ann', funds })
    const account = fixture.account('ann', 'paper')
    expect([account.positions.size, account.orders.size]).toEqual([0, 0])
    expect(state.accounts.spendable('paper', 'user:ann/futures', 'USDT')).toBe(0n)
    expect(state.accounts.spendable('paper', 'user:ann', 'USDT')).toBe(50_000n * USDT)
    sound(fixture)
  })
})
