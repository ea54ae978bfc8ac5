import { parseUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import { createEmitter } from '@x/kit'
import { fundingParts } from '../../exchange/futures/funding.ts'
import { ladderPass, type Slice } from '../../exchange/futures/liquidation.ts'
import type { MarginGroup } from '../../exchange/futures/margin.ts'
import { createRiskIndex } from '../../exchange/futures/riskIndex.ts'
import { CONTRACTS } from '../../exchange/instruments/contracts.ts'
import { symbolSpec } from '../../exchange/instruments/symbols.ts'
import type { PaperFills } from '../../exchange/state/futuresCommand.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import type { Log } from '../../platform/log/Log.ts'
import { pairOf } from '../market-data/module.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { ContractTriggers } from './createContractTriggers.ts'
import type { FuturesPaperBroker } from './createPaperFutures.ts'
import { marginState } from './ports/marginState.ts'
import { ownQuote } from './prices/constituents.ts'
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
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Log
  readonly paper: FuturesPaperBroker
  readonly triggers: ContractTriggers
}

/** What the insurance fund of USDT contracts begins with, in atoms (futures 1). */
const FUND_SEED = String(1_000_000n * 10n ** 8n)

export function createPriceDriver({
  core,
  market,
  clock,
  log,
  paper,
  triggers,
}: PriceDriverOptions): PriceDriver {
  const state = marginState(core.state)
  const risk = createRiskIndex(state)
  const unsubscribe = core.onPublished((_seq, effects) => risk.update(effects))
  const listeners = createEmitter<(listener: PriceEvents) => void>()

  const quotes: PriceDriver['quotes'] = (id, at) => {
    const contract = CONTRACTS.find((each) => each.id === id)
    const { symbol = '', multiple = '1' } = contract ? pairOf(contract) : {}
    const pair = symbolSpec(symbol)
    const own = pair && ownQuote(market, { pair: { ...pair, multiple }, at })
    return own ? [own] : []
  }

  /** A failure of one step must not end the prices. */
  function guarded(what: string, run: () => void): void {
    if (core.paused()) return
    try {
      run()
    } catch (error) {
      log.error(what, { error: String(error) })
    }
  }

  /** After `prices`, before anything else: exits that the mark reaches, then the ladder. */
  function takePrices(rows: readonly PriceRow[], at: number): void {
    core.execute(pricesCommand(rows, at))
    for (const { symbol, mark, index } of rows) {
      if (mark === 0) continue
      triggers.see(symbol, 'mark', mark)
      triggers.see(symbol, 'index', index)
    }
    for (const command of ladderPass(state, { at, fillsOf, dueNow: () => risk.due() })) {
      const { outcome } = core.execute(command)
      // The next step of the ladder reads the index before this one is published.
      if ('effects' in outcome) risk.update(outcome.effects)
    }
    listeners.emit((listener) => listener.prices?.(rows, at))
  }

  /** What the displayed book would give a slice of a paper account. */
  function fillsOf({ position, lots, ticks }: Slice, { account }: MarginGroup): PaperFills {
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

  /** All parts in one turn (futures 5). */
  function takeFunding(due: DueFunding): void {
    const rate = Number(parseUnits(due.rate, 8) ?? 0n)
    const parts = fundingParts(state)
    const at = clock.now()
    for (let part = 0; part < parts; part++)
      core.execute({ kind: 'funding', at, symbol: due.symbol, rate, mark: due.mark, part })
    listeners.emit((listener) => listener.funding?.(due))
  }

  const service = createPriceService({
    clock,
    contracts: CONTRACTS.map((contract) => ({
      contract: pricedContract(contract),
      quotes: (at: number) => quotes(contract.id, at),
      market,
      hadPrices: core.state.futures.prices.has(contract.id),
    })),
    listener: {
      prices: (rows, at) => guarded('Prices could not be taken', () => takePrices(rows, at)),
      premium: (sample) => listeners.emit((listener) => listener.premium?.(sample)),
      funding: (due) => guarded('Funding could not be paid', () => takeFunding(due)),
    },
  })

  return {
    now: service.now,
    quotes,
    subscribe: (listener) => listeners.subscribe((notify) => notify(listener)),
    start() {
      for (const realm of ['live', 'paper'] as const)
        guarded('The insurance fund could not be seeded', () => {
          if (!core.state.grants.has(`${realm}:fund:usdt`))
            core.execute({
              kind: 'fundSeed',
              at: clock.now(),
              realm,
              key: 'usdt',
              asset: 'USDT',
              atoms: FUND_SEED,
            })
        })
      service.start()
    },
    stop() {
      unsubscribe()
      service.stop()
    },
  }
}
