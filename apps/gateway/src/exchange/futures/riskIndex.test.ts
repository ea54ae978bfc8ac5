import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { CONTRACTS } from '../instruments/contracts.ts'
import { createState } from '../state/state.ts'
import { dueGroups, ladderPass } from './liquidation.ts'
import type { MarginGroup } from './margin.ts'
import { createRiskIndex } from './riskIndex.ts'
import { checkFuturesInvariants } from './testing/checkFuturesInvariants.ts'
import { createFuturesFlow } from './testing/futuresCommandGenerator.ts'
import { FUTURES_INSTRUMENTS } from './testing/futuresFixture.ts'
import { openManyPositions } from './testing/openManyPositions.ts'

const namesOf = (groups: readonly MarginGroup[]): string[] =>
  groups.map(({ account, owner, asset }) => `${account.realm} ${owner} ${asset}`)

describe('the risk index', () => {
  it.each([1, 2, 3])(
    'finds whom an exact look finds, after every command (futures 13), %i',
    (seed) => {
      const exchange = createExchange(FUTURES_INSTRUMENTS)
      const next = createFuturesFlow(31_000 + seed, { jump: 0.1 })
      const index = createRiskIndex(exchange.state)
      let found = 0
      for (let step = 0; step < 1_200; step++) {
        const outcome = exchange.execute(next(exchange.state))
        if (!('refused' in outcome)) index.update(outcome.effects)
        const due = dueGroups(exchange.state)
        expect({ step, due: namesOf(index.due()) }).toEqual({ step, due: namesOf(due) })
        found += due.length
        if (step % 3 > 0) continue
        for (const each of ladderPass(exchange.state, { at: step, dueNow: index.due })) {
          const done = exchange.execute(each)
          if (!('refused' in done)) index.update(done.effects)
        }
      }
      expect(found).toBeGreaterThan(0)
    },
  )

  it('finds the poor among many accounts and nobody else (futures 13)', () => {
    const state = createState(CONTRACTS)
    openManyPositions(state, { users: 2_000, positions: 5, poor: 20 })
    expect(namesOf(createRiskIndex(state).due())).toEqual(namesOf(dueGroups(state)))
    expect(checkFuturesInvariants(state, { midTurn: true })).toEqual([])
    const due = new Set(dueGroups(state).map(({ account }) => account.userId))
    expect([...due].toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => `u${at}`).toSorted())
  })
})
