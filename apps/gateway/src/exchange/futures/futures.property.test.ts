import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { createStateLoader, dumpState } from '../snapshots/stateParts.ts'
import { effectsText } from '../state/effectsText.ts'
import type { PaperFills } from '../state/futuresCommand.ts'
import type { ExchangeState } from '../state/state.ts'
import { ladderPass, type Slice } from './liquidation.ts'
import { checkFuturesInvariants } from './testing/checkFuturesInvariants.ts'
import { createFuturesFlow } from './testing/futuresCommandGenerator.ts'
import { FUTURES_INSTRUMENTS } from './testing/futuresFixture.ts'

/** Histories that are played; the nightly run plays more. */
const COUNT = Number(process.env['EXCHANGE_SEEDS'] ?? 3)
const SEEDS = Array.from({ length: COUNT }, (_, at) => 22_000 + at)
const STEPS = 1_500

const textOf = (state: ExchangeState): string =>
  [...dumpState(state)]
    .map(({ kind, bytes }) => `${kind} ${Buffer.from(bytes).toString('latin1')}`)
    .join('\n')

function copyOf(state: ExchangeState): ExchangeState {
  const loader = createStateLoader(FUTURES_INSTRUMENTS)
  for (const part of dumpState(state)) loader.add(part)
  return loader.finish().state
}

/** Half of the slice at its bound. */
const fillsAtMark = ({ lots, ticks }: Slice): PaperFills => ({
  fills: [[ticks, Math.ceil(lots / 2)]],
  rests: false,
  queueAhead: 0,
})

/** A slice that found nobody leaves its account due; nobody's equity may be below zero. */
function equityFaults(state: ExchangeState): { readonly faults: readonly string[] } {
  const faults = checkFuturesInvariants(state).filter((fault) => !fault.endsWith('is due'))
  return { faults }
}

describe('properties of futures after every command', () => {
  it.each(SEEDS)('keeps lots, funds, balances and the engine together (futures F1), %i', (seed) => {
    const exchange = createExchange(FUTURES_INSTRUMENTS)
    const next = createFuturesFlow(seed)
    for (let step = 0; step < STEPS; step++) {
      const command = next(exchange.state)
      exchange.execute(command)
      const faults = checkFuturesInvariants(exchange.state, { midTurn: true })
      expect({ step, command, faults }).toEqual({ step, command, faults: [] })
    }
  })

  it.each(SEEDS)('leaves nobody due or below zero after the ladder (futures F5), %i', (seed) => {
    const exchange = createExchange(FUTURES_INSTRUMENTS)
    const next = createFuturesFlow(seed, { jump: 0.1 })
    const steps = new Map<string, number>()
    for (let step = 0; step < STEPS; step++) {
      const command = next(exchange.state)
      exchange.execute(command)
      for (const each of ladderPass(exchange.state, { at: 1_000 + step, fillsOf: fillsAtMark })) {
        const outcome = exchange.execute(each)
        expect({ step, each, ...outcome }).not.toHaveProperty('refused')
        steps.set(each.step, (steps.get(each.step) ?? 0) + 1)
        const faults = checkFuturesInvariants(exchange.state, { midTurn: true })
        expect({ step, each, faults }).toEqual({ step, each, faults: [] })
      }
      const { faults } = equityFaults(exchange.state)
      expect({ step, command, faults }).toEqual({ step, command, faults: [] })
    }
    expect(steps.get('reduce')).toBeGreaterThan(0)
  })

  it.each(SEEDS)('replays to the same bytes, with a dump anywhere (futures F11), %i', (seed) => {
    const exchange = createExchange(FUTURES_INSTRUMENTS)
    let twin = createExchange(FUTURES_INSTRUMENTS)
    const next = createFuturesFlow(seed)
    for (let step = 0; step < STEPS; step++) {
      const command = next(exchange.state)
      const before = textOf(exchange.state)
      const [one, other] = [exchange, twin].map((each) => each.execute(command))
      if ('refused' in one! || 'refused' in other!) {
        expect(other).toEqual(one)
        // A refusal leaves no trace.
        expect(textOf(exchange.state) === before || command).toBe(true)
      } else {
        const isSame = effectsText(other!.effects) === effectsText(one!.effects)
        expect(isSame || command).toBe(true)
      }
      if (step % 100 === 50) twin = createExchange(FUTURES_INSTRUMENTS, copyOf(twin.state))
    }
    expect(textOf(twin.state) === textOf(exchange.state)).toBe(true)
  })
})
