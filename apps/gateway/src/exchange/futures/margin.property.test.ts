import { expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { groupsOf } from './margin.ts'
import { compareDeleveraging, compareFree, compareGroup } from './testing/compareWithFormulas.ts'
import { createFuturesFlow } from './testing/futuresCommandGenerator.ts'
import { FUTURES_INSTRUMENTS } from './testing/futuresFixture.ts'

/** Histories that are played; by hand there may be more. */
const COUNT = Number(process.env['EXCHANGE_SEEDS'] ?? 3)
const SEEDS = Array.from({ length: COUNT }, (_, at) => 31_000 + at)
const STEPS = 1_200

it.each(SEEDS)('agrees with the formulas on exact fractions (futures 3, futures 6), %i', (seed) => {
  const exchange = createExchange(FUTURES_INSTRUMENTS)
  const next = createFuturesFlow(seed)
  let positions = 0
  for (let step = 0; step < STEPS; step++) {
    exchange.execute(next(exchange.state))
    if (step % 4 !== 0) continue
    for (const account of exchange.state.futures.accounts.values()) {
      if (account.userId === '') continue
      for (const group of groupsOf(exchange.state, account)) {
        compareGroup(exchange.state, group)
        positions += group.positions.length
        for (const position of group.positions) compareDeleveraging(exchange.state, position)
      }
      compareFree(exchange.state, account)
    }
  }
  expect(positions).toBeGreaterThan(1_000)
})
