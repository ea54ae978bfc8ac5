import { describe, expect, it } from 'vitest'
import { MAX_LOTS, MAX_TICKS } from '../../matching/command.ts'
import { slippageOf } from '../../state/copyState.ts'
import { limitTicks, planCopy, toLots } from './planCopy.ts'
import { openCopyFixture, USDT } from './testing/copyFixture.ts'

const PRICE = 5_000_000
const DAY = 86_400_000

/** The plan of a buy of 0.01 BTC, as a follow of 500 USDT beside a lead of 1,000 would make it. */
function planned(
  changes: {
    readonly amount?: bigint
    readonly worth?: bigint
    readonly dailyCap?: bigint
    /** What was bought before, and how many days ago. */
    readonly bought?: readonly [atoms: bigint, daysAgo: number]
  } = {},
) {
  const { state, openLead, follow, now } = openCopyFixture()
  openLead()
  const { amount } = changes
  follow('bob', {
    dailyCap: String(changes.dailyCap ?? 0n),
    ...(amount === undefined ? {} : { mode: 'amount', amount: String(amount) }),
  })
  const at = now() + DAY
  const [bought, daysAgo] = changes.bought ?? [0n, 0]
  Object.assign(state.copy.follows.get(1)!, { bought, day: 1 - daysAgo })
  return planCopy(state, {
    fill: {
      fillId: 1,
      leadId: 1,
      symbol: 'BTCUSDT',
      side: 'buy',
      ticks: PRICE,
      lots: 1_000,
      before: '0',
      nextFollow: 2,
      at,
    },
    lead: state.copy.leads.get(1)!,
    follow: state.copy.follows.get(1)!,
    leadWorth: 1_000n * USDT,
    worth: changes.worth ?? 500n * USDT,
    at,
  })
}

describe('the plan of a copy (products 1)', () => {
  it('takes the share of the lead that funds allow (products 1)', () => {
    expect(planned()).toEqual({ ticks: 5_015_000, lots: 500 })
  })

  it('takes the amount at the price of the fill (products 1)', () => {
    expect(planned({ amount: 50n * USDT })).toEqual({ ticks: 5_015_000, lots: 100 })
  })

  it('takes no more than is free at its limit (products 1)', () => {
    expect(planned({ amount: 5_000n * USDT }).lots).toBe(997)
  })

  it.each([
    [250_750n, undefined],
    [250_749n, 'dailyCap'],
  ])('buys within a daily cap of %i thousandths (products 1)', (thousandths, reason) => {
    const dailyCap = (thousandths * USDT) / 1_000n
    expect(planned({ dailyCap }).reason).toBe(reason)
  })

  it.each([
    [0, 'dailyCap'],
    [1, undefined],
  ])('counts what was bought %i days ago (products 1)', (daysAgo, reason) => {
    const dailyCap = 250_750n * (USDT / 1_000n)
    expect(planned({ dailyCap, bought: [1n, daysAgo] }).reason).toBe(reason)
  })

  it('skips what is below the least order of the pair (products 1)', () => {
    expect(planned({ worth: 4n * USDT }).reason).toBe('minimum')
  })

  it.each([
    ['BTCUSDT', null, 30],
    ['ETHUSDT', null, 30],
    ['LTCUSDT', null, 50],
    ['LTCUSDT', 7, 7],
  ])('allows in %s by %s a slippage of %i bp (products 1)', (symbol, slippageBp, expected) =>
    expect(slippageOf(symbol, { slippageBp })).toBe(expected),
  )

  it('stays within what the engine takes (products 8)', () => {
    expect(limitTicks({ side: 'buy', ticks: MAX_TICKS }, 500)).toBe(MAX_TICKS)
    expect(toLots(10n ** 30n)).toBe(MAX_LOTS)
  })
})
