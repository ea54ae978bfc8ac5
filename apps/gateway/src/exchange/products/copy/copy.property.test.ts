import { describe, expect, it } from 'vitest'
import { copyState, stateText } from '../../../testing/stateText.ts'
import type { Realm } from '../../accounts/accounts.ts'
import { createExchange, type Exchange } from '../../createExchange.ts'
import { SPOT_SYMBOLS } from '../../instruments/symbols.ts'
import { INDEX_ONE } from '../../state/copyState.ts'
import { createBelow } from '../testing/productFlow.ts'
import {
  COPY_FUNDS,
  COPY_USERS,
  createCopyFlow,
  openFirstLead,
  type CopyStep,
} from './testing/copyFlow.ts'
import { createCopyModel, type CopyModel } from './testing/copyModel.ts'
import { openCopyWorld } from './testing/copyWorld.ts'

/** Of each night's run 10,000 in each realm; here a sample of them. */
const HISTORIES = Number(process.env['PRODUCT_HISTORIES'] ?? 60)
const STEPS = 120
const REALMS: readonly Realm[] = ['live', 'paper']

/** Nothing is moved in the other realm. */
function balancesOf({ state }: Exchange, realm: Realm) {
  const held = [...state.accounts.all()].filter(({ balance }) => balance !== 0n)
  expect(held.every((account) => account.realm === realm)).toBe(true)
  return new Map(held.map(({ owner, asset, balance }) => [`${owner} ${asset}`, balance]))
}

/** Rounding down at each mark takes a little of the exact return, never adds to it. */
function expectReturns({ state }: Exchange, { leads }: CopyModel): void {
  expect([...state.copy.leads.keys()]).toEqual(leads.map(({ id }) => id))
  for (const { id, up, down, slack, base, fall, best, ended, lost } of leads) {
    const lead = state.copy.leads.get(id)
    const exact = (up * INDEX_ONE) / down
    expect([lead?.base, lead?.ended, lead?.lost]).toEqual([base, ended, lost])
    expect(lead?.index).toBeLessThanOrEqual(exact)
    expect(lead?.index).toBeGreaterThanOrEqual(exact - slack)
    const peak = (best[0] * INDEX_ONE) / best[1]
    expect(lead?.peak).toBeLessThanOrEqual(peak)
    // One part in a million, and what rounding took of both marks.
    expect(Math.abs((lead?.drawdownPpm ?? 0) - Number(fall))).toBeLessThanOrEqual(2)
  }
}

/** Does a step by the second implementation; whether it is carried out. */
function runModel(model: CopyModel, step: CopyStep): boolean {
  if (step.kind === 'command') return model.run(step.command)
  if (step.kind === 'trade') return model.trade(step.side, BigInt(step.lots), step.at)
  model.quote(step.side, BigInt(step.ticks), BigInt(step.depth))
  return true
}

function openModel(realm: Realm): CopyModel {
  const model = createCopyModel(realm)
  const users = ['ann', ...COPY_USERS]
  for (const userId of users) model.balances.set(`user:${userId} USDT`, COPY_FUNDS)
  model.balances.set('issuance USDT', -COPY_FUNDS * BigInt(users.length))
  model.run(openFirstLead(realm))
  return model
}

/** How often each kind of step was done and refused, and what became of fills. */
function createCounts() {
  const kinds = new Map<string, [done: number, refused: number]>()
  const seen = new Set<string>()
  return {
    kinds,
    seen,
    add(kind: string, isDone: boolean): void {
      const counts = kinds.get(kind) ?? [0, 0]
      counts[isDone ? 0 : 1]++
      kinds.set(kind, counts)
    },
    expectBoth(names: readonly string[], least: number): void {
      for (const kind of names)
        expect(Math.min(...(kinds.get(kind) ?? [0])), kind).toBeGreaterThan(least)
    },
  }
}
type Counts = ReturnType<typeof createCounts>

/** One history in both implementations, compared after each step and to the atom at its end. */
function compareHistory(realm: Realm, seed: number, counts: Counts): void {
  const { exchange, apply } = openCopyWorld(realm)
  const model = openModel(realm)
  const next = createCopyFlow(createBelow(seed), { view: exchange.state, realm })
  for (let count = 1; count <= STEPS; count++)
    for (const step of next()) {
      const outcome = apply(step, count)
      const isDone = !outcome || !('refused' in outcome)
      const what = step.kind === 'command' ? step.command.kind : step.kind
      expect(isDone, `seed ${seed}, step ${count}: ${JSON.stringify(step)}`).toBe(
        runModel(model, step),
      )
      counts.add(what, isDone)
      if (outcome && 'effects' in outcome)
        for (const { reason, side } of outcome.effects.copy?.orders ?? [])
          counts.seen.add(`${side} ${reason}`)
    }
  for (const [key, balance] of model.balances) if (balance === 0n) model.balances.delete(key)
  expect(balancesOf(exchange, realm), `seed ${seed}`).toEqual(model.balances)
  expectReturns(exchange, model)
}

describe('copy trading over random histories (products 1)', () => {
  it.each(REALMS)(
    'agrees with a second implementation in the %s realm (products 1)',
    (realm) => {
      const counts = createCounts()
      for (let seed = 1; seed <= HISTORIES; seed++) compareHistory(realm, seed, counts)
      for (const reason of ['null', 'minimum', 'slippage', 'paused'])
        for (const side of ['buy', 'sell']) expect(counts.seen).toContain(`${side} ${reason}`)
      for (const reason of ['funds', 'dailyCap', 'backlog', 'pair'])
        expect(counts.seen).toContain(`buy ${reason}`)
      const often = ['copyFollowOpen', 'copyFollowFund', 'copyFollowEvent', 'copyFill', 'trade']
      const also = ['copyFollowChange', 'copyLeadChange', 'copyLeadFund', 'copySell', 'copyWeek']
      counts.expectBoth([...often, ...also], 15)
      counts.expectBoth(['copyLeadOpen', 'copyLeadClose'], 4)
      expect(counts.kinds.get('copyDay')?.[0]).toBeGreaterThan(200)
      if (realm === 'paper') expect(counts.kinds.get('paperReset')?.[0]).toBeGreaterThan(30)
    },
    1_800_000,
  )

  it.each(REALMS)('continues exactly from a snapshot in the %s realm (products 1)', (realm) => {
    for (let seed = 1; seed <= 8; seed++) {
      const whole = openCopyWorld(realm)
      let copy = openCopyWorld(realm, copied(whole.exchange))
      const next = createCopyFlow(createBelow(seed), { view: whole.exchange.state, realm })
      for (let count = 1; count <= 80; count++) {
        for (const step of next()) expect(copy.apply(step, count)).toEqual(whole.apply(step, count))
        if (count % 20 === 0) copy = openCopyWorld(realm, copied(whole.exchange))
      }
      expect(stateText(copy.exchange.state)).toBe(stateText(whole.exchange.state))
    }
  })

  it('leaves no trace in a state that never used it (products 1)', () => {
    const { state } = createExchange(SPOT_SYMBOLS)
    expect(stateText(state)).not.toMatch(/copy|lead|follow/)
  })
})

const copied = ({ state }: Exchange): Exchange => createExchange(SPOT_SYMBOLS, copyState(state))
