import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import { CONTRACTS } from '../instruments/contracts.ts'
import { magnitudeOf } from '../instruments/contractTerms.ts'
import { openFuturesAccount, positionKey } from '../state/futuresState.ts'
import { contractOf, createState, type ExchangeState } from '../state/state.ts'
import { dueGroups, ladderPass } from './liquidation.ts'
import { crossOwner, type MarginGroup } from './margin.ts'
import { createRiskIndex } from './riskIndex.ts'
import { createFuturesFlow } from './testing/futuresCommandGenerator.ts'
import { FUTURES_INSTRUMENTS } from './testing/futuresFixture.ts'

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

  it('passes over 100,000 positions of which none is due (futures 13)', () => {
    const state = createState(CONTRACTS)
    fillAccounts(state, { users: 20_000, positions: 5 })
    const index = createRiskIndex(state)
    const spent = Array.from({ length: 15 }, () => {
      const before = process.cpuUsage()
      expect(index.due()).toEqual([])
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }).toSorted((a, b) => a - b)
    // The bar is 5 ms; a machine that is shared gets four times as much here.
    expect(spent[7]).toBeLessThan(20)
  })
})

/** Healthy cross positions at the marks, of many users. */
function fillAccounts(
  state: ExchangeState,
  { users, positions }: { readonly users: number; readonly positions: number },
): void {
  const next = createFlow(5)
  CONTRACTS.forEach(({ id }, at) =>
    state.futures.prices.set(id, { mark: 300_000 + at, index: 300_000, at: 1, isFresh: true }),
  )
  for (let user = 0; user < users; user++) {
    const userId = `u${user}`
    const account = openFuturesAccount(state.futures, { realm: 'live', userId })
    for (let at = 0; at < positions; at++) {
      const { id: symbol, marginAsset } = CONTRACTS[(user + at) % CONTRACTS.length]!
      const { terms } = contractOf(state, symbol)
      const lots = (1 + Math.floor(next() * 50)) * (next() < 0.5 ? -1 : 1)
      const mark = state.futures.prices.get(symbol)!.mark
      const value = magnitudeOf(terms, Math.abs(lots), mark)
      const cost = lots < 0 !== terms.isInverse ? -value : value
      state.accounts.of('live', crossOwner(userId), marginAsset).balance += value
      account.positions.set(positionKey(symbol, 'net'), {
        id: user * positions + at + 1,
        realm: 'live',
        userId,
        symbol,
        side: 'net',
        lots,
        cost,
        settled: 0n,
        result: 0n,
        fees: 0n,
        funding: 0n,
        openedAt: 1,
        updatedAt: 1,
        openedLots: Math.abs(lots),
        closedLots: 0,
        openedValue: value,
      })
    }
  }
}
