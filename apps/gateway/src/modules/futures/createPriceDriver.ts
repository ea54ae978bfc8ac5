import { parseUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import { createEmitter } from '@x/kit'
import { RATE_ROUNDING } from '@x/trading/futures'
import { fundingCommands } from '../../exchange/futures/funding.ts'
import { ladderPass, type Slice } from '../../exchange/futures/liquidation.ts'
import type { MarginGroup } from '../../exchange/futures/margin.ts'
import { createRiskIndex, type RiskIndex } from '../../exchange/futures/riskIndex.ts'
import { CONTRACTS } from '../../exchange/instruments/contracts.ts'
import { scaleOf, symbolSpec } from '../../exchange/instruments/symbols.ts'
import { contractOf } from '../../exchange/state/ExchangeView.ts'
import type { PaperFills } from '../../exchange/state/futuresCommand.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import type { Log } from '../../platform/log/Log.ts'
import { pairOf } from '../market-data/module.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { ContractTriggers } from './createContractTriggers.ts'
import type { FuturesPaperBroker } from './createPaperFutures.ts'
import { type FeedQuotes, ownQuote } from './prices/constituents.ts'
import type { DueFunding, PremiumSample, PriceRow } from './prices/createContractPrices.ts'
import {
  createPriceService,
  pricesCommand,
  type PriceService,
} from './prices/createPriceService.ts'
import { pricedContract } from './prices/PricedContract.ts'
import type { Quote } from './prices/priceIndex.ts'

/** What the prices of a second brought. */
export interface PriceEvents {
  prices?(rows: readonly PriceRow[], at: number): void
  premium?(sample: PremiumSample): void
  funding?(due: DueFunding): void
}

/** Prices of contracts, and what they cause, as commands (futures 5, futures 6). */
export interface PriceDriver extends Pick<PriceService, 'now' | 'start' | 'stop'> {
  /** The constituents of an index now. */
  quotes(contract: string, at: number): readonly Quote[]
  subscribe(listener: PriceEvents): () => void
}

export interface PriceDriverOptions {
  readonly core: TradingCore
  readonly market: DisplayedMarket
  /** Other exchanges that count for an index; default none. */
  readonly feeds?: readonly Pick<FeedQuotes, 'quote'>[]
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Log
  readonly paper: FuturesPaperBroker
  readonly triggers: ContractTriggers
}

/** Names its grant: each fund is seeded once. */
interface FundSeed {
  readonly key: string
  readonly asset: string
  readonly atoms: bigint
}

/**
 * What the insurance funds begin with: that of USDT contracts as futures 1 has it, those of coin
 * contracts about a tenth of it each.
 */
export const FUND_SEEDS: readonly FundSeed[] = (
  [
    ['usdt', 'USDT', '1000000'],
    ['coin/BTC', 'BTC', '2'],
    ['coin/ETH', 'ETH', '40'],
  ] as const
).map(([key, asset, text]) => ({ key, asset, atoms: parseUnits(text, scaleOf(asset)) ?? 0n }))

export function createPriceDriver({
  core,
  market,
  feeds = [],
  clock,
  log,
  paper,
  triggers,
}: PriceDriverOptions): PriceDriver {
  const risk = createRiskIndex(core.state)
  const unsubscribe = core.onPublished((_seq, effects) => risk.update(effects))
  const listeners = createEmitter<(listener: PriceEvents) => void>()

  const guarded = createGuard({ core, log })
  /** What a kill or a failure in the midst of a funding has left, before anybody trades again. */
  const endFundings = (): boolean =>
    guarded('A funding could not be ended', () => resumeFundings(core, clock.now()))

  /** Whether it has begun: from then on the state knows what is left of it. */
  function pay(due: DueFunding): boolean {
    const terms = { due, at: clock.now() }
    if (!endFundings()) return false
    if (!guarded('Funding could not be paid', () => beginFunding(core, terms))) return false
    endFundings()
    listeners.emit((listener) => listener.funding?.(due))
    return true
  }

  const service = createPriceService({
    clock,
    contracts: contractsOf({ core, market, feeds }),
    listener: {
      prices(rows, at) {
        endFundings()
        guarded('Prices could not be taken', () => {
          takePrices({ core, triggers, risk, paper }, { rows, at })
          listeners.emit((listener) => listener.prices?.(rows, at))
        })
      },
      premium: (sample) => listeners.emit((listener) => listener.premium?.(sample)),
      funding: pay,
    },
  })

  return {
    now: service.now,
    quotes: (id, at) => quotesOf({ market, feeds }, { id, at }),
    subscribe: (listener) => listeners.subscribe((notify) => notify(listener)),
    start(known) {
      guarded('The insurance fund could not be seeded', () => seedFunds(core, clock.now()))
      endFundings()
      service.start(known)
    },
    stop() {
      unsubscribe()
      service.stop()
    },
  }
}

/** Runs a step; whether it was done: a failure of one must not end the prices. */
const createGuard =
  ({ core, log }: Pick<PriceDriverOptions, 'core' | 'log'>) =>
  (what: string, run: () => void): boolean => {
    if (core.paused()) return false
    try {
      run()
      return true
    } catch (error) {
      log.error(what, { error: String(error) })
      return false
    }
  }

/** Where constituents come from. */
type Constituents = Required<Pick<PriceDriverOptions, 'market' | 'feeds'>>

const contractsOf = ({ core, market, feeds }: Constituents & Pick<PriceDriverOptions, 'core'>) =>
  CONTRACTS.map((contract) => ({
    contract: pricedContract(contract),
    quotes: (at: number) => quotesOf({ market, feeds }, { id: contract.id, at }),
    market,
    hadPrices: core.state.futures.prices.has(contract.id),
  }))

/** The own pair of a contract, and that of each feed (futures 5). */
function quotesOf(
  { market, feeds }: Constituents,
  { id, at }: { readonly id: string; readonly at: number },
): readonly Quote[] {
  const contract = CONTRACTS.find((each) => each.id === id)
  const { symbol = '', multiple = '1' } = contract ? pairOf(contract) : {}
  const spec = symbolSpec(symbol)
  if (!spec) return []
  const pair = { ...spec, multiple }
  return [ownQuote(market, { pair, at }), ...feeds.map((feed) => feed.quote(pair))].filter(
    (quote) => quote !== undefined,
  )
}

/** What the displayed book would give a slice of a paper account. */
function sliceFills(
  paper: FuturesPaperBroker,
  {
    slice: { position, lots, ticks },
    group: { account },
  }: { readonly slice: Slice; readonly group: MarginGroup },
): PaperFills {
  const decided = paper.decide(account.userId, {
    symbol: position.symbol,
    side: position.lots > 0 ? 'sell' : 'buy',
    ticks,
    lots,
    timeInForce: 'ioc',
  })
  if ('refused' in decided) return { fills: [], rests: false, queueAhead: 0 }
  decided.accept(undefined)
  return decided.paper
}

/** Whether nobody stands opposite a slice within its price. */
function findsNobody(
  { state }: Pick<TradingCore, 'state'>,
  {
    slice: { position, ticks },
    paper,
  }: { readonly slice: Slice; readonly paper?: PaperFills | undefined },
): boolean {
  if (paper) return paper.fills.length === 0
  const { book } = contractOf(state, position.symbol).engine
  const isLong = position.lots > 0
  const best = book.best(isLong ? 0 : 1)
  return best === 0 || (isLong ? best < ticks : best > ticks)
}

/** Once for each realm and asset. */
function seedFunds(core: TradingCore, at: number): void {
  for (const realm of ['live', 'paper'] as const)
    for (const { key, asset, atoms } of FUND_SEEDS)
      if (!core.state.grants.has(`${realm}:fund:${key}`))
        core.execute({ kind: 'fundSeed', at, realm, key, asset, atoms: String(atoms) })
}

/** After `prices`, before anything else: exits that it reaches, then the ladder (futures 6). */
function takePrices(
  {
    core,
    triggers,
    risk,
    paper,
  }: Pick<PriceDriverOptions, 'core' | 'triggers' | 'paper'> & { readonly risk: RiskIndex },
  { rows, at }: { readonly rows: readonly PriceRow[]; readonly at: number },
): void {
  core.execute(pricesCommand(rows, at))
  for (const { symbol, mark, index } of rows) {
    if (mark === 0) continue
    triggers.see(symbol, 'mark', mark)
    triggers.see(symbol, 'index', index)
  }
  const pass = ladderPass(core.state, {
    at,
    fillsOf: (slice, group) => sliceFills(paper, { slice, group }),
    isFutile: (slice, fills) => findsNobody(core, { slice, paper: fills }),
    dueNow: risk.due,
    exitsOf: (due) => triggers.exitsOf(due.map(({ account }) => account)),
  })
  for (const command of pass) {
    const { outcome } = core.execute(command)
    // The next step of the pass reads the index before this one is published.
    if ('effects' in outcome) risk.update(outcome.effects)
  }
}

/** The first part; the state names those that follow in the same turn (futures 5). */
function beginFunding(
  core: TradingCore,
  { due, at }: { readonly due: DueFunding; readonly at: number },
): void {
  const { symbol, mark } = due
  const rate = Number(parseUnits(due.rate, RATE_ROUNDING.scale) ?? 0n)
  const [first] = fundingCommands(core.state, { symbol, at, rate, mark, due: due.at })
  if (first) core.execute(first)
}

/** The parts that are left of fundings that have begun (futures 5). */
export function resumeFundings(core: Pick<TradingCore, 'state' | 'execute'>, at: number): void {
  for (const [symbol, progress] of core.state.futures.fundings)
    for (const command of fundingCommands(core.state, { symbol, at, ...progress }))
      core.execute(command)
}
