import { describe, expect, it } from 'vitest'
import type { PaperFills } from '../state/futuresCommand.ts'
import { fundingCommands } from './funding.ts'
import { ladderPass, type Slice } from './liquidation.ts'
import { createCheckedExchange } from './testing/createCheckedExchange.ts'
import { createFuturesFlow } from './testing/futuresCommandGenerator.ts'
import { BTC, FUTURES_INSTRUMENTS } from './testing/futuresFixture.ts'

/** Histories that are played; the nightly run plays more. */
const COUNT = Number(process.env['EXCHANGE_SEEDS'] ?? 3)
const SEEDS = Array.from({ length: COUNT }, (_, at) => 22_000 + at)
const STEPS = 1_500

/** Half of the slice at its bound. */
const fillsAtMark = ({ lots, ticks }: Slice): PaperFills => ({
  fills: [[ticks, Math.ceil(lots / 2)]],
  rests: false,
  queueAhead: 0,
})

describe('properties of futures after every command', () => {
  it.each(SEEDS)('keeps all at any command (futures F10, futures F11), %i', (seed) => {
    const exchange = createCheckedExchange(FUTURES_INSTRUMENTS)
    const next = createFuturesFlow(seed)
    for (let step = 0; step < STEPS; step++) exchange.execute(next(exchange.state))
    expect(exchange.checked.get('F12')).toBeGreaterThan(0)
  })

  it.each(SEEDS)('keeps all in the ladder (futures F6, futures F8), %i', (seed) => {
    const exchange = createCheckedExchange(FUTURES_INSTRUMENTS)
    const next = createFuturesFlow(seed, { jump: 0.1 })
    for (let step = 0; step < STEPS; step++) {
      exchange.execute(next(exchange.state))
      if (step % 60 === 59) {
        const { mark = 0 } = exchange.state.futures.prices.get(BTC) ?? {}
        const terms = { symbol: BTC, at: step, rate: (step % 7) * 50_000 - 150_000, mark }
        for (const part of fundingCommands(exchange.state, terms)) exchange.execute(part)
      }
      for (const each of ladderPass(exchange.state, { at: 1_000 + step, fillsOf: fillsAtMark })) {
        const outcome = exchange.execute(each)
        expect({ step, each, ...outcome }).not.toHaveProperty('refused')
      }
      exchange.endTurn()
    }
    for (const property of ['F6', 'F8', 'F12'] as const)
      expect(exchange.checked.get(property)).toBeGreaterThan(0)
  })
})
