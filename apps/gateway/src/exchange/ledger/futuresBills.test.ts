import { describe, expect, it } from 'vitest'
import { ladderPass } from '../futures/liquidation.ts'
import { BTC, COIN, createFuturesFixture, ETH, USDT } from '../futures/testing/futuresFixture.ts'
import type { Effects } from '../state/effects.ts'
import { billRows, priceLine } from './futuresBills.ts'

interface Bill {
  readonly user_id: string
  readonly kind: string
  readonly amount: string
  readonly symbol: string | null
  readonly asset: string
}
const billsOf = (effects: Effects | undefined, userId = 'ann') =>
  (billRows(effects ?? ({ transactions: [] } as unknown as Effects), 1) as Bill[])
    .filter(({ user_id: own }) => own === userId)
    .map(({ kind, amount, symbol }) => [kind, BigInt(amount), symbol] as const)

const ann = { realm: 'live', userId: 'ann' } as const

describe('bills of futures wallets (futures 2)', () => {
  it('names the contract of a fee by the trade (futures 2)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 10_000 } })
    fixture.prices(30_000, ETH)
    fixture.quote('sell', 30_000, 1_000, ETH)
    fixture.place('ann', 'buy', { symbol: ETH, lots: 1_000, ticks: 30_000 })
    expect(billsOf(fixture.latest.effects)).toEqual([['fee', -18_000_000n, ETH]])
  })

  it('has a line for a result and one for its fee (futures 2)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 10_000 } })
    fixture.quote('sell', 600_000, 100)
    fixture.place('ann', 'buy', { lots: 100, ticks: 600_000 })
    fixture.quote('buy', 601_000, 100)
    fixture.place('ann', 'sell', { lots: 100, ticks: 601_000 })
    expect(billsOf(fixture.latest.effects)).toEqual([
      ['realised_pnl', 10n * USDT, BTC],
      ['fee', -3_606n * 10n ** 5n, BTC],
    ])
  })

  it('sees margin from the cross wallet, with its contract (futures 2)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 10_000 } })
    fixture.send({ kind: 'futuresMarginMode', ...ann, symbol: BTC, marginMode: 'isolated' })
    fixture.quote('sell', 600_000, 100)
    fixture.place('ann', 'buy', { lots: 100, ticks: 600_000 })
    expect(billsOf(fixture.latest.effects)).toContainEqual(['margin_out', -30_360_000_000n, BTC])
    const change = { kind: 'futuresMargin', ...ann, symbol: BTC, side: 'net' } as const
    fixture.send({ ...change, atoms: String(50n * USDT) })
    expect(billsOf(fixture.latest.effects)).toEqual([['margin_out', -50n * USDT, BTC]])
    fixture.send({ ...change, atoms: String(-20n * USDT) })
    expect(billsOf(fixture.latest.effects)).toEqual([['margin_in', 20n * USDT, BTC]])
  })

  it('counts funding of payer and receiver (futures 5)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 10_000, bob: 10_000 } })
    fixture.place('bob', 'sell', { lots: 100, ticks: 600_000 })
    fixture.place('ann', 'buy', { lots: 100, ticks: 600_000 })
    fixture.send({ kind: 'funding', symbol: BTC, rate: 10_000, mark: 600_000, part: 0 })
    const { effects } = fixture.latest
    expect(billsOf(effects)).toEqual([['funding', -6n * 10n ** 7n, BTC]])
    expect(billsOf(effects, 'bob')).toEqual([['funding', 6n * 10n ** 7n, BTC]])
  })

  it('calls what deleveraging realises by its name (futures 6)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 1_000, bob: 100_000 } })
    fixture.send({ kind: 'futuresLeverage', ...ann, symbol: BTC, side: 'net', leverage: 100 })
    fixture.place('bob', 'sell', { lots: 1_000, ticks: 600_000 })
    fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })
    fixture.prices(560_000)
    const kinds: string[] = []
    for (const command of ladderPass(fixture.state, { at: 9_000 })) {
      fixture.send(command)
      kinds.push(...billsOf(fixture.latest.effects, 'bob').map(([kind]) => kind))
    }
    expect(kinds).toEqual(['adl'])
    const [taken] = fixture.latest.effects?.records?.deleveraged ?? []
    expect(taken).toMatchObject({ userId: 'bob', lots: 1_000, marginMode: 'cross' })
    expect(fixture.latest.effects?.records?.closed).toMatchObject([
      { wasLong: false },
      { wasLong: true },
    ])
  })

  it('counts transfers, and nothing of other wallets (futures 8)', () => {
    const fixture = createFuturesFixture()
    fixture.fund('ann', 100)
    expect(billsOf(fixture.latest.effects)).toEqual([['transfer_in', 100n * USDT, null]])
    const names = { asset: 'USDT', atoms: '5', clientOid: 'back', digest: 'd' }
    fixture.send({ kind: 'walletMove', ...ann, from: 'futures', to: 'spot', ...names })
    expect(billsOf(fixture.latest.effects)).toEqual([['transfer_out', -5n, null]])
    fixture.send({ kind: 'grant', ...ann, key: 'spot', funds: { USDT: '7' } })
    expect(billsOf(fixture.latest.effects)).toEqual([])
  })
})

describe('lines of the price log (futures 14)', () => {
  it('has the time, then the contracts with their prices as text (futures 14)', () => {
    const rows = [
      [BTC, 600_001, 599_999],
      ['usdt/1000SHIBUSDT', 12_345, 12_346],
      [COIN, 0, 600_000],
    ] as const
    expect(priceLine(rows, 1_767_600_000_000)).toBe(
      '1767600000000|BTCUSDT,60000.1,59999.9|1000SHIBUSDT,0.012345,0.012346|BTCUSD,0.0,60000.0',
    )
  })

  it('is of the prices that a command set (futures 5)', () => {
    const fixture = createFuturesFixture()
    fixture.prices(610_000)
    expect(fixture.latest.effects?.records?.prices).toEqual([[BTC, 610_000, 610_000]])
    expect(fixture.latest.effects?.futures).toBeUndefined()
  })
})
