import { USDT_CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import type { FuturesInstrument } from '../../../exchange/instruments/Instrument.ts'
import type { Effects, Liquidation } from '../../../exchange/state/effects.ts'
import type { DoneFuturesFill } from '../../../exchange/state/futuresOrder.ts'
import type { FuturesPrices } from '../../futures/module.ts'
import type { MarketSources } from '../spot/tickers.ts'
import { averageText, priceText, sizeText } from '../texts.ts'
import type { ContractStream } from './streamName.ts'
import type { StreamSource } from './StreamSource.ts'

/** What streams of contracts read beside the market. */
export interface ContractSources {
  readonly prices: FuturesPrices
  onEffects(listener: (effects: Effects) => void): () => void
}

export interface ContractSourceOptions extends Pick<MarketSources, 'clock'> {
  readonly contracts?: ContractSources | undefined
}

const SECOND_MS = 1_000

/** Mark prices, and liquidations of the live realm without their users. */
export function openContractSource(
  stream: ContractStream,
  { clock, contracts }: ContractSourceOptions,
): StreamSource {
  if (!contracts) return { everyMs: SECOND_MS, next: () => [] }
  const { prices } = contracts
  switch (stream.kind) {
    case 'markPrice':
      return {
        everyMs: stream.everyMs,
        next: () => markEvents([stream.spec], { prices, now: clock.now() }),
      }
    case 'allMarkPrices':
      return {
        everyMs: stream.everyMs,
        next: () => [markEvents(USDT_CONTRACTS, { prices, now: clock.now() })],
      }
    case 'forceOrder':
      return liquidationSource([stream.spec], { contracts, clock })
    case 'allForceOrders':
      return liquidationSource(USDT_CONTRACTS, { contracts, clock })
  }
}

/** A contract whose index is stale has no event. */
function markEvents(
  specs: readonly FuturesInstrument[],
  { prices, now }: { readonly prices: FuturesPrices; readonly now: number },
): object[] {
  return specs.flatMap((spec) => {
    const { mark, index, rate, nextAt } = prices.of(spec)
    if (mark === null || index === null) return []
    const settling = { P: mark, r: rate ?? '0', T: nextAt }
    return [{ e: 'markPriceUpdate', E: now, s: spec.symbol, p: mark, i: index, ...settling }]
  })
}

function liquidationSource(
  specs: readonly FuturesInstrument[],
  { contracts, clock }: Required<ContractSourceOptions> & { readonly contracts: ContractSources },
): StreamSource {
  let pending: object[] = []
  const stop = contracts.onEffects((effects) => {
    const steps = (effects.futures?.liquidations ?? []).filter(({ realm }) => realm === 'live')
    for (const step of steps)
      pending.push(...forcedOrders(step, { effects, specs, now: clock.now() }))
  })
  return {
    everyMs: SECOND_MS,
    stop,
    next() {
      const events = pending
      pending = []
      return events
    },
  }
}

interface ForcedOptions {
  readonly effects: Effects
  readonly specs: readonly FuturesInstrument[]
  readonly now: number
}

function forcedOrders(step: Liquidation, { effects, specs, now }: ForcedOptions): object[] {
  const { traded } = step
  const spec = specs.find(({ id }) => id === traded?.symbol)
  if (!traded || !spec) return []
  const fills = (effects.futures?.fills ?? []).filter(
    ({ order }) => order.orderType === 'liquidation' && order.userId === step.userId,
  )
  return [{ e: 'forceOrder', E: now, o: forcedOrder({ step, traded, fills, spec }) }]
}

function forcedOrder({
  step,
  traded,
  fills,
  spec,
}: {
  readonly step: Liquidation
  readonly traded: NonNullable<Liquidation['traded']>
  readonly fills: readonly DoneFuturesFill[]
  readonly spec: FuturesInstrument
}) {
  const lots = fills.reduce((sum, fill) => sum + fill.lots, 0)
  const tickLots = fills.reduce((sum, fill) => sum + BigInt(fill.ticks) * BigInt(fill.lots), 0n)
  const side = fills[0]?.order.side ?? (traded.lots > 0 ? 'sell' : 'buy')
  const filled = sizeText(lots, spec)
  return {
    s: spec.symbol,
    S: side.toUpperCase(),
    o: 'LIMIT',
    f: 'IOC',
    q: sizeText(Math.abs(traded.lots), spec),
    p: priceText(traded.ticks, spec),
    ap: averageText(tickLots, lots, spec),
    X: lots === Math.abs(traded.lots) ? 'FILLED' : 'PARTIALLY_FILLED',
    l: filled,
    z: filled,
    T: step.at,
  }
}
