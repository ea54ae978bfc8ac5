import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createDisplayedMarket } from '../../modules/market-data/book/createDisplayedMarket.ts'
import { pairOf } from '../../modules/market-data/generator/contractFlows.ts'
import { openSource } from '../../modules/market-data/openSource.ts'
import { ownQuote } from '../../modules/futures/prices/constituents.ts'
import {
  createPriceService,
  pricesCommand,
} from '../../modules/futures/prices/createPriceService.ts'
import { pricedContract } from '../../modules/futures/prices/PricedContract.ts'
import { createPaperBroker } from '../../modules/paper/module.ts'
import { silentLog } from '../../platform/log/Log.ts'
import {
  createExchangeHouseAccount,
  showEffects,
} from '../../testing/createExchangeHouseAccount.ts'
import { createExchange } from '../createExchange.ts'
import type { Realm } from '../accounts/accounts.ts'
import { USDT_CONTRACTS } from '../instruments/contracts.ts'
import { requireSymbol } from '../instruments/symbols.ts'
import type { ExchangeCommand } from '../state/command.ts'
import type { Effects } from '../state/effects.ts'
import type { PaperFills } from '../state/futuresCommand.ts'
import { HOUSE_ID } from '../state/futuresState.ts'
import { FUTURES_FUND } from './insurance.ts'
import { ladderPass, type Slice } from './liquidation.ts'
import { equityOf, groupsOf, type MarginGroup } from './margin.ts'
import { createRiskIndex } from './riskIndex.ts'
import { checkFuturesInvariants } from './testing/checkFuturesInvariants.ts'
import { BTC, USDT } from './testing/futuresFixture.ts'
import { recomputeStep } from './testing/recomputeStep.ts'

/** The nightly run crashes with 2,000 accounts. */
const USERS = Number(process.env['CRASH_ACCOUNTS'] ?? 500)
const SEED = 2n * BigInt(USERS) * USDT
/** A fall of twelve per cent within half a minute begins after one. */
const SECONDS = 95
/** In the midst of it no price comes for some seconds: the next one finds accounts bankrupt. */
const PAUSE = { from: 62, seconds: 12 }
const [CONTRACT] = USDT_CONTRACTS as [(typeof USDT_CONTRACTS)[number]]
const PAIR = requireSymbol('BTCUSDT')

/** The generator's scenario `liquidation`, whose makers are the only ones who quote. */
function openMarket() {
  const clock = createManualClock(Date.UTC(2026, 0, 5, 7))
  const exchange = createExchange([PAIR, CONTRACT])
  const { state } = exchange
  const index = createRiskIndex(state)
  const displayed = createDisplayedMarket({ symbols: [PAIR.id, BTC], liveTrading: true })
  const houseAccount = createExchangeHouseAccount({ exchange, displayed, now: clock.now })
  const source = openSource(
    { source: 'generator', scenario: 'liquidation' },
    { symbols: [PAIR], contracts: [CONTRACT] },
  ).begin({
    displayed,
    clock,
    random: createSeededRandom(1),
    log: silentLog,
    houseAccount,
    lastTicks: () => undefined,
    onFirst() {},
    onBack() {},
  })
  const broker = createPaperBroker({
    market: displayed,
    marketTime: clock.now,
    resting: [],
    fill() {},
    clock,
    onError(error) {
      throw error
    },
  })
  const report = createReport()

  function run(command: ExchangeCommand): boolean {
    const outcome = exchange.execute(command)
    if ('refused' in outcome) return false
    index.update(outcome.effects)
    showEffects(displayed, outcome.effects)
    report.add(outcome.effects)
    return true
  }

  /** What the displayed book gives a slice of a paper account (trading 5). */
  function fillsOf({ position, lots, ticks }: Slice, { account }: MarginGroup): PaperFills {
    const side = position.lots > 0 ? 'sell' : 'buy'
    const terms = { symbol: BTC, side, ticks, lots, timeInForce: 'ioc', budget: 0 } as const
    const decided = broker.decide(account.userId, terms)
    if ('refused' in decided) return { fills: [], rests: false, queueAhead: 0 }
    broker.accept(account.userId, undefined, { terms, decision: decided })
    return { fills: decided.fills, rests: false, queueAhead: 0 }
  }

  const quotes = (at: number) =>
    [ownQuote(displayed, { pair: { ...PAIR, multiple: pairOf(CONTRACT).multiple }, at })].filter(
      (quote) => quote !== undefined,
    )
  const service = createPriceService({
    clock,
    contracts: [{ contract: pricedContract(CONTRACT), market: displayed, quotes }],
    listener: {
      prices(rows, at) {
        run(pricesCommand(rows, at))
        for (const command of ladderPass(state, { at, fillsOf, dueNow: index.due })) {
          expect(run(command)).toBe(true)
          report.steps.set(command.step, (report.steps.get(command.step) ?? 0) + 1)
        }
      },
    },
  })
  return { clock, displayed, run, report, service, source, state, stop: () => broker.stop() }
}

type Market = ReturnType<typeof openMarket>

/** Counts steps, recomputes each of them, and adds up the lines of the fund. */
function createReport() {
  const lines = new Map<string, bigint>()
  const faults: string[] = []
  const report = { steps: new Map<string, number>(), recomputed: 0, lines, faults }
  function add({ futures, records, transactions }: Effects): void {
    const notes = new Map(records?.steps.map((step) => [step.id, step]))
    for (const step of futures?.liquidations ?? []) {
      const inputs = notes.get(step.id)?.inputs
      if (!inputs) faults.push(`step ${step.id} says nothing of its inputs`)
      else for (const fault of recomputeStep({ step, inputs }, CONTRACT)) faults.push(fault)
      report.recomputed++
    }
    for (const { entries } of transactions)
      for (const { kind, debit, credit, amount } of entries) {
        if (debit.owner === FUTURES_FUND) lines.set(kind, (lines.get(kind) ?? 0n) - amount)
        if (credit.owner === FUTURES_FUND) lines.set(kind, (lines.get(kind) ?? 0n) + amount)
      }
  }
  return Object.assign(report, { add })
}

/** Accounts with 20 to 120 times leverage, 60 % long, at the best prices of the displayed book. */
function openAccounts({ run, displayed, clock }: Market, realm: Realm): void {
  const at = clock.now()
  run({ kind: 'fundSeed', at, realm, key: 'seed', asset: 'USDT', atoms: String(SEED) })
  for (let user = 0; user < USERS; user++) {
    const userId = `u${user}`
    const of = { at, realm, userId }
    const units = 100 + (user % 7) * 50
    const atoms = String(BigInt(units) * USDT)
    run({ kind: 'grant', ...of, key: userId, funds: { USDT: atoms } })
    const names = { clientOid: `m${user}`, digest: 'd', asset: 'USDT', atoms }
    run({ kind: 'walletMove', ...of, from: 'spot', to: 'futures', ...names })
    const leverage = 20 + (user % 101)
    run({ kind: 'futuresLeverage', ...of, symbol: BTC, side: 'net', leverage })
    const side = user % 5 < 3 ? 'buy' : 'sell'
    const { bids, asks } = displayed.book(BTC, 1)
    const [ticks] = (side === 'buy' ? asks : bids)[0]!
    const lots = Math.floor((units * leverage * 0.9) / (ticks / 10_000))
    // So much stands there for the one who opens, and the generator's makers take it back.
    const way = side === 'buy' ? 'slg' : 'blg'
    if (realm === 'live') run({ kind: 'house', at, rows: [[BTC, `h${user}`, way, ticks, lots]] })
    const paper = { fills: [[ticks, lots]], rests: false, queueAhead: 0 } as const
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
      ticks,
      lots,
      reduceOnly: false,
      makerPpm: 200,
      takerPpm: 600,
      ...(realm === 'paper' ? { paper } : {}),
    })
  }
}

describe.each(['live', 'paper'] as const)(`a crash of ${USERS} leveraged accounts, %s`, (realm) => {
  it('ends with fund, ADL and nobody below zero (futures F5, futures F7, futures 9)', async () => {
    const market = openMarket()
    const { clock, report, service, source, state } = market
    source.start()
    service.start()
    await clock.advance(5_000)
    openAccounts(market, realm)
    const held = [...state.futures.accounts.values()].filter(({ positions }) => positions.size > 0)
    expect(held.length).toBeGreaterThan(USERS * 0.95)
    for (let second = 0, before = 0; second < SECONDS; second++) {
      if (second === PAUSE.from) {
        service.stop()
        await clock.advance(1_000 * PAUSE.seconds)
        service.start()
      }
      await clock.advance(1_000)
      if (report.recomputed === before) continue
      before = report.recomputed
      expect(checkFuturesInvariants(state, { midTurn: true })).toEqual([])
      for (const account of state.futures.accounts.values())
        for (const group of account.userId === HOUSE_ID ? [] : groupsOf(state, account))
          expect(equityOf(state, group) >= 0n).toBe(true)
    }
    service.stop()
    source.stop()
    market.stop()
    const { steps, faults, lines, recomputed } = report
    expect(faults).toEqual([])
    expect(steps.get('reduce')).toBeGreaterThan(USERS / 4)
    expect(steps.get('deleverage')).toBeGreaterThan(0)
    expect(recomputed).toBe([...steps.values()].reduce((sum, each) => sum + each, 0))
    // The fund is its seed, its fees and what it paid, by line.
    const fund = state.accounts.of(realm, FUTURES_FUND, 'USDT').balance
    expect(lines.get('grant')).toBe(SEED)
    expect([...lines.values()].reduce((sum, each) => sum + each, 0n)).toBe(fund)
    expect([...lines.keys()].toSorted()).toEqual(['grant', 'liquidation', 'shortage'])
    expect(fund >= 0n).toBe(true)
  }, 3_600_000)
})
