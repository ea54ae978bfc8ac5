import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { createStateLoader, dumpState } from '../snapshots/stateParts.ts'
import type { ExchangeState } from '../state/state.ts'
import { CONTRACTS } from '../instruments/contracts.ts'
import { contractTerms, valueOf } from '../instruments/contractTerms.ts'
import { divideDown, divideUp } from '../instruments/rounding.ts'
import { MAX_LOTS, MAX_TICKS } from '../matching/command.ts'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import { FUNDING_PART, FUNDING_SCALE, fundingCommands, paymentOf } from './funding.ts'
import { checkFuturesInvariants } from './testing/checkFuturesInvariants.ts'
import { BTC, createFuturesFixture, FUTURES_INSTRUMENTS } from './testing/futuresFixture.ts'

const TERMS = { symbol: BTC, at: 9, rate: 10_000, mark: 600_000 }

function copyOf(state: ExchangeState): ExchangeState {
  const loader = createStateLoader(FUTURES_INSTRUMENTS)
  for (const part of dumpState(state)) loader.add(part)
  return loader.finish().state
}

const kindsOf = (state: ExchangeState): readonly unknown[] =>
  [...dumpState(state)]
    .filter(({ kind }) => kind === 'futures')
    .flatMap(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()) as [string][])
    .map(([kind]) => kind)

/** Ann, long against Bob, with so many accounts between them that each is in a part of its own. */
function openParts() {
  const fixture = createFuturesFixture({ funds: { ann: 10_000 } })
  fixture.send({
    kind: 'futuresLeverage',
    realm: 'live',
    userId: 'ann',
    symbol: BTC,
    side: 'net',
    leverage: 10,
  })
  for (let user = 0; user < FUNDING_PART; user++)
    fixture.send({
      kind: 'futuresPositionMode',
      realm: 'live',
      userId: `e${user}`,
      mode: 'two_way',
    })
  fixture.fund('bob', 10_000)
  fixture.place('bob', 'sell', { lots: 1_000, ticks: 600_000 })
  expect(fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })).toBe('filled')
  return fixture
}

describe('a funding in parts (futures 5)', () => {
  it('counts a thousand accounts to a part', () => {
    const { state } = openParts()
    expect([...fundingCommands(state, TERMS)].map(({ part, of }) => [part, of])).toEqual([
      [0, 2],
      [1, 2],
    ])
  })

  it('is known to be unfinished between two parts, also from a snapshot (futures F11)', () => {
    const { state, exchange, wallet } = openParts()
    const before = [wallet('ann'), wallet('bob')]
    const [first] = fundingCommands(state, TERMS)
    exchange.execute(first!)
    expect([wallet('ann') < before[0]!, wallet('bob') === before[1]]).toEqual([true, true])
    expect(kindsOf(state)).toContain('funding')

    // The process is killed here: another one begins with what is on disk.
    const again = createExchange(FUTURES_INSTRUMENTS, copyOf(state))
    const [[symbol = '', progress] = []] = again.state.futures.fundings
    const left = [...fundingCommands(again.state, { symbol, at: 10, ...progress! })]
    expect(left).toEqual([{ ...first!, at: 10, part: 1 }])
    for (const command of left) again.execute(command)
    expect(again.state.futures.fundings.size).toBe(0)
    expect(kindsOf(again.state)).not.toContain('funding')
    expect(checkFuturesInvariants(again.state)).toEqual([])
    const paid = again.state.accounts.of('live', 'user:bob/futures', 'USDT').balance - before[1]!
    expect(paid).toBe(before[0]! - wallet('ann'))
  })

  it('pays both sides of an account in the order of their opening', () => {
    const fixture = createFuturesFixture({ funds: { ann: 10_000, bob: 10_000 } })
    const sidesPaid = (state: ExchangeState) => {
      const { execute } = createExchange(FUTURES_INSTRUMENTS, copyOf(state))
      const [command] = fundingCommands(state, TERMS)
      const outcome = execute(command!)
      if ('refused' in outcome) throw new Error(outcome.refused.reason)
      return outcome.effects.futures?.positions
        .filter(({ userId }) => userId === 'ann')
        .map(({ side }) => side)
    }
    const open = (positionSide: 'long' | 'short', side: 'buy' | 'sell') => {
      fixture.place('bob', side === 'buy' ? 'sell' : 'buy', { lots: 10, ticks: 600_000 })
      const terms = { lots: 10, ticks: 600_000, positionSide }
      expect(fixture.place('ann', side, terms)).toBe('filled')
    }
    fixture.send({ kind: 'futuresPositionMode', realm: 'live', userId: 'ann', mode: 'two_way' })
    open('short', 'sell')
    expect(sidesPaid(fixture.state)).toEqual(['short'])
    open('long', 'buy')
    expect(sidesPaid(fixture.state)).toEqual(['short', 'long'])
    fixture.place('bob', 'sell', { lots: 10, ticks: 600_000 })
    const close = { lots: 10, ticks: 600_000, positionSide: 'short', reduceOnly: true } as const
    expect(fixture.place('ann', 'buy', close)).toBe('filled')
    expect(sidesPaid(fixture.state)).toEqual(['long'])
    open('short', 'sell')
    expect(sidesPaid(fixture.state)).toEqual(['long', 'short'])
  })

  it('leaves no trace of journals whose parts are not counted', () => {
    const { state, exchange } = openParts()
    const [{ of: _of, ...first } = { of: 0 }] = fundingCommands(state, TERMS)
    exchange.execute(first as Parameters<typeof exchange.execute>[0])
    expect(state.futures.fundings.size).toBe(0)
  })
})

describe('what a position pays', () => {
  const SIZES = [
    [1, 1],
    [1_000, 1_000_000],
    [1_000_000, 10_000_000],
    [MAX_LOTS, MAX_TICKS],
  ] as const

  it('equals d·q·mark·rate to the atom at any size (futures 5)', () => {
    const next = createFlow(12)
    const upTo = (most: number) => 1 + Math.floor(next() * most)
    for (const contract of CONTRACTS)
      for (const [mostLots, mostTicks] of SIZES)
        for (let round = 0; round < 50; round++) {
          const terms = contractTerms(contract)
          const [mark, rate] = [upTo(mostTicks), upTo(750_000) * (next() < 0.5 ? -1 : 1)]
          const lots = upTo(mostLots) * (next() < 0.5 ? -1 : 1)
          const due = valueOf(terms, lots, mark) * BigInt(rate) * (terms.isInverse ? -1n : 1n)
          const isPayer = due > 0n
          const amount = isPayer ? divideUp(due, FUNDING_SCALE) : divideDown(-due, FUNDING_SCALE)
          expect(paymentOf(terms, { rate, mark })(lots)).toEqual({ isPayer, amount })
        }
  })

  it('rounds up what is paid and down what is received (futures 5)', () => {
    const terms = { ...contractTerms(CONTRACTS[0]!), isInverse: false, unit: 1n }
    const amountOf = paymentOf(terms, { rate: 10_000, mark: 3 })
    expect([amountOf(1), amountOf(-1)]).toEqual([
      { isPayer: true, amount: 1n },
      { isPayer: false, amount: 0n },
    ])
    expect(paymentOf(terms, { rate: 0, mark: 3 })(1).amount).toBe(0n)
  })
})
