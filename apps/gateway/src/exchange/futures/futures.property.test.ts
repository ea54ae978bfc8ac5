import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { createStateLoader, dumpState } from '../snapshots/stateParts.ts'
import { effectsText } from '../state/effectsText.ts'
import type { ExchangeState } from '../state/state.ts'
import { checkFuturesInvariants } from './testing/checkFuturesInvariants.ts'
import { createFuturesFlow } from './testing/futuresCommandGenerator.ts'
import { FUTURES_INSTRUMENTS } from './testing/futuresFixture.ts'

/** Histories that are played; by hand there may be more. */
const COUNT = Number(process.env['EXCHANGE_SEEDS'] ?? 6)
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
