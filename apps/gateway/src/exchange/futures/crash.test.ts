import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import type { Realm } from '../accounts/accounts.ts'
import type { ExchangeCommand } from '../state/command.ts'
import type { PaperFills } from '../state/futuresCommand.ts'
import { HOUSE_ID } from '../state/futuresState.ts'
import { FUTURES_FUND } from './insurance.ts'
import { ladderPass, type Slice } from './liquidation.ts'
import { equityOf, groupsOf } from './margin.ts'
import { createRiskIndex } from './riskIndex.ts'
import { checkFuturesInvariants } from './testing/checkFuturesInvariants.ts'
import { BTC, FUTURES_INSTRUMENTS, USDT } from './testing/futuresFixture.ts'

/** The nightly run crashes with 2,000 accounts. */
const USERS = Number(process.env['CRASH_ACCOUNTS'] ?? 500)
const START = 600_000
const SEED = 10n * BigInt(USERS) * USDT

/** Accounts with up to 50 times leverage, 60 % long, and thin books. */
function openMarket(realm: Realm) {
  const exchange = createExchange(FUTURES_INSTRUMENTS)
  const index = createRiskIndex(exchange.state)
  const lines = new Map<string, bigint>()
  /** Steps of the ladder, and those whose report says what they were computed from. */
  const report = { steps: 0, explained: 0 }
  let at = 1
  function run(command: ExchangeCommand): boolean {
    const outcome = exchange.execute(command)
    if ('refused' in outcome) return false
    index.update(outcome.effects)
    const notes = new Map(outcome.effects.records?.steps.map((step) => [step.id, step]))
    for (const { id, equity, requirement } of outcome.effects.futures?.liquidations ?? []) {
      report.steps++
      if (equity <= requirement && (notes.get(id)?.inputs.positions.length ?? 0) > 0)
        report.explained++
    }
    for (const { entries } of outcome.effects.transactions)
      for (const { kind, debit, credit, amount } of entries) {
        if (debit.owner === FUTURES_FUND) lines.set(kind, (lines.get(kind) ?? 0n) - amount)
        if (credit.owner === FUTURES_FUND) lines.set(kind, (lines.get(kind) ?? 0n) + amount)
      }
    return true
  }
  const prices = (mark: number) => run({ kind: 'prices', at: at++, rows: [[BTC, mark, mark]] })
  const quote = (way: 'blg' | 'slg', ticks: number, lots: number) =>
    run({ kind: 'house', at: at++, rows: [[BTC, `h${at}`, way, ticks, lots]] })

  prices(START)
  run({ kind: 'fundSeed', at, realm, key: 'seed', asset: 'USDT', atoms: String(SEED) })
  for (let user = 0; user < USERS; user++) {
    const userId = `u${user}`
    const of = { at, realm, userId }
    const atoms = String(BigInt(100 + (user % 7) * 50) * USDT)
    run({ kind: 'grant', ...of, key: userId, funds: { USDT: atoms } })
    const names = { clientOid: `m${user}`, digest: 'd', asset: 'USDT', atoms }
    run({ kind: 'walletMove', ...of, from: 'spot', to: 'futures', ...names })
    const leverage = 10 + (user % 41)
    run({ kind: 'futuresLeverage', ...of, symbol: BTC, side: 'net', leverage })
    const side = user % 5 < 3 ? 'buy' : 'sell'
    const lots = Math.floor(((100 + (user % 7) * 50) * leverage * 0.9) / 60)
    if (realm === 'live') quote(side === 'buy' ? 'slg' : 'blg', START, lots)
    const paper = { fills: [[START, lots]], rests: false, queueAhead: 0 } as const
    run({
      kind: 'futuresPlace',
      ...of,
      clientOid: 'o',
      digest: 'd',
      symbol: BTC,
      side,
      positionSide: 'net',
      orderType: 'limit',
      timeInForce: 'ioc',
      prevention: 'taker',
      ticks: START,
      lots,
      reduceOnly: false,
      makerPpm: 200,
      takerPpm: 600,
      ...(realm === 'paper' ? { paper } : {}),
    })
  }
  return { exchange, index, run, prices, quote, lines, report, nextAt: () => at++ }
}

/** The displayed book takes a third of every slice at its bound. */
const fillsOf = ({ lots, ticks }: Slice): PaperFills => ({
  fills: [[ticks, Math.ceil(lots / 3)]],
  rests: false,
  queueAhead: 0,
})

describe.each(['live', 'paper'] as const)(`a crash of ${USERS} leveraged accounts, %s`, (realm) => {
  it('ends with fund, ADL and nobody below zero (futures F5, futures F7)', () => {
    const { exchange, index, run, prices, quote, lines, report, nextAt } = openMarket(realm)
    const { state } = exchange
    const steps = new Map<string, number>()
    for (const mark of [594_000, 570_000, 541_000, 540_000, 562_000, 590_000]) {
      prices(mark)
      if (realm === 'live') {
        quote('blg', mark - 100, USERS)
        quote('blg', mark - 3_000, 10 * USERS)
        quote('slg', mark + 100, USERS)
        quote('slg', mark + 3_000, 10 * USERS)
      }
      for (const command of ladderPass(state, { at: nextAt(), fillsOf, dueNow: index.due })) {
        expect(run(command)).toBe(true)
        steps.set(command.step, (steps.get(command.step) ?? 0) + 1)
      }
      expect(checkFuturesInvariants(state, { midTurn: true })).toEqual([])
      for (const account of state.futures.accounts.values())
        if (account.userId !== HOUSE_ID)
          for (const group of groupsOf(state, account))
            expect(equityOf(state, group) >= 0n).toBe(true)
    }
    expect(steps.get('reduce')).toBeGreaterThan(USERS / 4)
    expect(steps.get('deleverage')).toBeGreaterThan(0)
    expect([report.explained, report.steps > USERS / 4]).toEqual([report.steps, true])
    // The fund is its seed, its fees and what it paid, by line.
    const fund = state.accounts.of(realm, FUTURES_FUND, 'USDT').balance
    expect(lines.get('grant')).toBe(SEED)
    expect([...lines.values()].reduce((sum, each) => sum + each, 0n)).toBe(fund)
    expect([...lines.keys()].toSorted()).toEqual(['grant', 'liquidation', 'shortage'])
    expect(fund >= 0n).toBe(true)
  })
})
