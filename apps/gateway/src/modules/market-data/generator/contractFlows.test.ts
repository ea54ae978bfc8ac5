import { describe, expect, it } from 'vitest'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { contractFlows, pairOf } from './contractFlows.ts'
import { createPairFlow } from './createPairFlow.ts'
import { MOST_BASIS, nextBasis } from './createPriceFlow.ts'
import { MARKET_PROFILES } from './profile.ts'
import { SCENARIOS } from './scenario.ts'

const flows = contractFlows(CONTRACTS, { pairs: SPOT_SYMBOLS, profiles: MARKET_PROFILES })

/** Middles of a pair and its contract, as shares of where they began. */
function moveBoth(
  symbol: string,
  {
    steps,
    scenario = SCENARIOS.normal,
    seed = 'generator',
  }: {
    readonly steps: number
    readonly scenario?: (typeof SCENARIOS)[keyof typeof SCENARIOS]
    readonly seed?: string
  },
) {
  const contract = flows.find((flow) => flow.symbol === symbol) ?? raise()
  const profile = MARKET_PROFILES[contract.pair] ?? raise()
  const pair = createPairFlow({
    symbol: contract.pair,
    seed,
    profile,
    scenario,
    fair: profile.startTicks,
  })
  const reference = () => pair.fair() * contract.ticksPerPairTick
  const flow = createPairFlow({
    symbol,
    seed,
    profile: contract.profile,
    scenario,
    fair: reference(),
    reference,
  })
  return Array.from({ length: steps }, () => {
    pair.step([])
    flow.step([])
    return {
      spot: pair.fair() / profile.startTicks,
      basis: flow.fair() / reference() - 1,
    }
  })
}

describe('flows of contracts', () => {
  it('stay near the pair of each contract in its own ticks (futures 9)', () => {
    expect(flows.map(({ symbol, pair, profile }) => [symbol, pair, profile.startTicks])).toEqual([
      ['usdt/BTCUSDT', 'BTCUSDT', 618_376],
      ['usdt/ETHUSDT', 'ETHUSDT', 268_342],
      ['usdt/SOLUSDT', 'SOLUSDT', 15_534],
      ['usdt/XRPUSDT', 'XRPUSDT', 6_158],
      ['usdt/DOGEUSDT', 'DOGEUSDT', 10_412],
      ['usdt/1000SHIBUSDT', 'SHIBUSDT', 13_970],
      ['coin/BTCUSD', 'BTCUSDT', 618_376],
      ['coin/ETHUSD', 'ETHUSDT', 268_342],
    ])
    expect(flows.map(({ profile }) => profile.typicalLots)).toEqual([
      60, 800, 120, 900, 8_000, 90_000, 37, 215,
    ])
  })

  it('finds the pair of a contract of a thousand units (futures 5)', () => {
    expect(pairOf({ base: '1000SHIB' })).toEqual({ symbol: 'SHIBUSDT', multiple: '1000' })
    expect(pairOf({ base: 'BTC' })).toEqual({ symbol: 'BTCUSDT', multiple: '1' })
  })

  it.each(['usdt/BTCUSDT', 'usdt/1000SHIBUSDT', 'coin/ETHUSD'])(
    'keeps %s within 0.1 per cent of its pair, on both sides (futures 9)',
    (symbol) => {
      const bases = moveBoth(symbol, { steps: 4 * 1_800 }).map(({ basis }) => basis)
      expect(Math.max(...bases)).toBeLessThanOrEqual(MOST_BASIS + 1e-9)
      expect(Math.min(...bases)).toBeGreaterThanOrEqual(-MOST_BASIS - 1e-9)
      expect(Math.max(...bases) - Math.min(...bases)).toBeGreaterThan(0.0003)
    },
  )

  it('moves the basis slowly (futures 9)', () => {
    expect(nextBasis(0, { seconds: 0.25, change: 1 })).toBeLessThan(0.00002)
    expect(nextBasis(0.0009, { seconds: 0.25, change: 99 })).toBe(MOST_BASIS)
    expect(nextBasis(0.0009, { seconds: 0.25, change: 0 })).toBeLessThan(0.0009)
  })

  it('gives the same commands for the same seed (trading 6)', () => {
    const few = { steps: 50 }
    expect(moveBoth('usdt/BTCUSDT', few)).toEqual(moveBoth('usdt/BTCUSDT', few))
    expect(moveBoth('usdt/BTCUSDT', { ...few, seed: 'other' })).not.toEqual(
      moveBoth('usdt/BTCUSDT', few),
    )
  })
})

it('moves twelve per cent and back in scenario liquidation (futures 9)', () => {
  const seconds = moveBoth('usdt/BTCUSDT', {
    steps: 4 * 1_120,
    scenario: SCENARIOS.liquidation,
  }).filter((_, step) => step % 4 === 3)
  const at = (second: number) => seconds[second - 1]?.spot ?? Number.NaN
  expect(Math.abs(at(60) - 1)).toBeLessThan(0.01)
  for (const second of [90, 180, 270]) expect(Math.abs(at(second) - 0.88)).toBeLessThan(0.02)
  expect(Math.abs(at(450) - 1)).toBeLessThan(0.03)
  // The next one goes up.
  expect(at(690) / at(660)).toBeGreaterThan(1.1)
})

function raise(): never {
  throw new Error('no flow')
}
