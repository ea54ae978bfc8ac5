import { describe, expect, it } from 'vitest'
import { copyState, stateText } from '../../../testing/stateText.ts'
import { createExchange, type Exchange } from '../../createExchange.ts'
import { SPOT_SYMBOLS } from '../../instruments/symbols.ts'
import { INDEX_ONE, leadOwner } from '../../state/copyState.ts'
import { createBelow } from '../testing/productFlow.ts'
import {
  COPY_FUNDS,
  COPY_USERS,
  createCopyFlow,
  LEAD_OPEN,
  type CopyStep,
} from './testing/copyFlow.ts'
import { createCopyModel, type CopyModel } from './testing/copyModel.ts'

/** Of each night's run 10,000; here a sample of them. */
const HISTORIES = Number(process.env['PRODUCT_HISTORIES'] ?? 150)
const STEPS = 120

/** What became of fills, for the check that all of it occurs. */
const seen = new Set<string>()

function begin(): Exchange {
  const exchange = createExchange(SPOT_SYMBOLS)
  for (const userId of ['ann', ...COPY_USERS])
    exchange.execute({
      kind: 'grant',
      at: 1,
      realm: 'live',
      userId,
      key: userId,
      funds: { USDT: String(COPY_FUNDS) },
    })
  exchange.execute(LEAD_OPEN)
  return exchange
}

const openLead = ({ state }: Exchange): number | undefined =>
  [...state.copy.leads.values()].find(({ status }) => status === 'open')?.id

/** Carries a step out; whether it was. */
function apply(exchange: Exchange, step: CopyStep, count: number): boolean {
  if (step.kind === 'command') {
    const outcome = exchange.execute(step.command)
    if ('refused' in outcome) return false
    for (const { reason, side } of outcome.effects.copy?.orders ?? []) seen.add(`${side} ${reason}`)
    return true
  }
  const { at } = step
  if (step.kind === 'quote') {
    // Sellers meet bids, and the other way round; nothing else stands in the book.
    const way = step.side === 'buy' ? 'slg' : 'blg'
    exchange.execute({
      kind: 'house',
      at,
      rows: [
        ['BTCUSDT', 'only'],
        ['BTCUSDT', 'only', way, step.ticks, 2 ** 30],
      ],
    })
    return true
  }
  const { book } = exchange.state.markets.get('BTCUSDT')!.engine
  const outcome = exchange.execute({
    kind: 'place',
    at,
    userId: 'ann',
    owner: leadOwner(openLead(exchange) ?? 1),
    clientOid: `o${count}`,
    digest: 'd',
    symbol: 'BTCUSDT',
    side: step.side,
    orderType: 'limit',
    timeInForce: 'ioc',
    prevention: 'taker',
    ticks: book.best(step.side === 'buy' ? 1 : 0),
    lots: step.lots,
    budget: 0,
    makerPpm: 1_000,
    takerPpm: 1_000,
  })
  return !('refused' in outcome)
}

const balancesOf = ({ state }: Exchange) =>
  new Map(
    [...state.accounts.all()]
      .filter(({ balance, owner }) => balance !== 0n && owner !== 'issuance')
      .map(({ owner, asset, balance }) => [`${owner} ${asset}`, balance]),
  )

/** Rounding down at each mark takes a little of the exact return, never adds to it. */
function expectReturns({ state }: Exchange, { leads }: CopyModel): void {
  expect([...state.copy.leads.keys()]).toEqual(leads.map(({ id }) => id))
  for (const { id, up, down, slack, base, fall, best } of leads) {
    const lead = state.copy.leads.get(id)
    const exact = (up * INDEX_ONE) / down
    expect(lead?.base).toBe(base)
    expect(lead?.index).toBeLessThanOrEqual(exact)
    expect(lead?.index).toBeGreaterThanOrEqual(exact - slack)
    const peak = (best[0] * INDEX_ONE) / best[1]
    expect(lead?.peak).toBeLessThanOrEqual(peak)
    // One part in a million, and what rounding took of both marks.
    expect(Math.abs((lead?.drawdownPpm ?? 0) - Number(fall))).toBeLessThanOrEqual(2)
  }
}

describe('copy trading over random histories (products 1)', () => {
  it('agrees with a second implementation to the atom (products 1)', () => {
    const kinds = new Map<string, [done: number, refused: number]>()
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const exchange = begin()
      const model = createCopyModel()
      for (const userId of ['ann', ...COPY_USERS])
        model.balances.set(`user:${userId} USDT`, COPY_FUNDS)
      model.run(LEAD_OPEN)
      const next = createCopyFlow(createBelow(seed), exchange.state)
      for (let count = 1; count <= STEPS; count++)
        for (const step of next()) {
          const isDone = apply(exchange, step, count)
          const what = step.kind === 'command' ? step.command.kind : step.kind
          const expected =
            step.kind === 'command'
              ? model.run(step.command)
              : step.kind === 'trade'
                ? model.trade(step.side, BigInt(step.lots), step.at)
                : (model.quote(step.side, BigInt(step.ticks)), true)
          expect(isDone, `seed ${seed}, step ${count}: ${JSON.stringify(step)}`).toBe(expected)
          const counts = kinds.get(what) ?? [0, 0]
          counts[isDone ? 0 : 1]++
          kinds.set(what, counts)
        }
      for (const [key, balance] of model.balances) if (balance === 0n) model.balances.delete(key)
      expect(balancesOf(exchange), `seed ${seed}`).toEqual(model.balances)
      expectReturns(exchange, model)
    }
    for (const reason of ['null', 'minimum', 'slippage', 'paused'])
      for (const side of ['buy', 'sell']) expect(seen).toContain(`${side} ${reason}`)
    for (const reason of ['funds', 'dailyCap', 'backlog', 'pair'])
      expect(seen).toContain(`buy ${reason}`)
    const often = ['copyFollowOpen', 'copyFollowFund', 'copyFollowEvent', 'copyFill', 'trade']
    const also = ['copyFollowChange', 'copyLeadChange', 'copyLeadFund', 'copySell', 'copyWeek']
    for (const kind of [...often, ...also])
      expect(Math.min(...(kinds.get(kind) ?? [0])), kind).toBeGreaterThan(50)
    for (const kind of ['copyLeadOpen', 'copyLeadClose'])
      expect(Math.min(...(kinds.get(kind) ?? [0])), kind).toBeGreaterThan(20)
    expect(kinds.get('copyDay')?.[0]).toBeGreaterThan(500)
  }, 1_800_000)

  it('continues exactly from a snapshot (products 1)', () => {
    for (let seed = 1; seed <= 15; seed++) {
      const whole = begin()
      let copy = createExchange(SPOT_SYMBOLS, copyState(whole.state))
      const next = createCopyFlow(createBelow(seed), whole.state)
      for (let count = 1; count <= 80; count++) {
        for (const step of next()) expect(apply(copy, step, count)).toBe(apply(whole, step, count))
        if (count % 20 === 0) copy = createExchange(SPOT_SYMBOLS, copyState(whole.state))
      }
      expect(stateText(copy.state)).toBe(stateText(whole.state))
    }
  })

  it('leaves no trace in a state that never used it (products 1)', () => {
    const { state } = createExchange(SPOT_SYMBOLS)
    expect(stateText(state)).not.toMatch(/copy|lead|follow/)
  })
})
