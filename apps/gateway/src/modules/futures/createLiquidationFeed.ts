import type { PublicLiquidation } from '@x/api'
import { CONTRACTS } from '../../exchange/instruments/contracts.ts'
import type { FuturesInstrument } from '../../exchange/instruments/Instrument.ts'
import type { Effects } from '../../exchange/state/effects.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import { headOf, message, type Address, type Channel } from '../market-data/module.ts'
import { publicView } from './ports/liquidationViews.ts'
import { publicSteps, type StepRow } from './ports/recordQueries.ts'
import { contractAt } from './prices/priceCandles.ts'

export const LIQUIDATION_TOPIC = 'liquidation'
/** Steps of a snapshot, and at most of a delta. */
const SHOWN = 50
/** Steps that are read at once. */
const PAGE = 200

/** The public liquidations of each contract, the latest first, as the ledger has them. */
export interface LiquidationFeed {
  /** Its topic, of a contract. */
  open(address: Address): Channel | undefined
  /** Reads what there was before. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface LiquidationFeedOptions {
  readonly core: Pick<TradingCore, 'settled' | 'onPublished'>
  readonly db: Pick<Database, 'query'>
  readonly now: () => number
  readonly log: Log
}

/**
 * Publishes each step that traded once it is in the ledger, so that the socket and the list by HTTP
 * say the same (futures 6, futures 14).
 */
export function createLiquidationFeed({
  core,
  db,
  now,
  log,
}: LiquidationFeedOptions): LiquidationFeed {
  const latest = new Map<string, PublicLiquidation[]>()
  let newest = 0n
  let reading: Promise<void> | undefined
  let isBehind = false

  /** All steps after the newest known one; at first only as many as a snapshot shows. */
  async function readNew(): Promise<readonly StepRow[]> {
    if (newest === 0n) {
      const first = await Promise.all(
        CONTRACTS.map(({ id }) => publicSteps(db, { limit: SHOWN, symbol: id, traded: true })),
      )
      return first.flat()
    }
    const found: StepRow[] = []
    for (let cursor: string | undefined; ;) {
      // Each page begins where the one before ends.
      // oxlint-disable-next-line no-await-in-loop
      const page = await publicSteps(db, { limit: PAGE, cursor, traded: true })
      const fresh = page.filter(({ liquidation_id: id }) => id > newest)
      found.push(...fresh)
      if (fresh.length < PAGE) return found
      cursor = String(fresh.at(-1)?.liquidation_id)
    }
  }

  async function refresh(): Promise<void> {
    do {
      isBehind = false
      // A step that is published while the ledger is read is read in the next round.
      // oxlint-disable-next-line no-await-in-loop
      await core.settled()
      // oxlint-disable-next-line no-await-in-loop
      const rows = (await readNew()).toSorted((a, b) =>
        a.liquidation_id < b.liquidation_id ? -1 : 1,
      )
      for (const row of rows) {
        const shown = publicView(row)
        if (row.symbol === null) continue
        latest.set(row.symbol, [...(latest.get(row.symbol) ?? []), shown].slice(-PAGE))
        if (row.liquidation_id > newest) newest = row.liquidation_id
      }
    } while (isBehind)
  }

  const wake = (): void => {
    isBehind = true
    reading ??= refresh()
      .catch((error: unknown) =>
        log.error('Liquidations could not be published', { error: String(error) }),
      )
      .finally(() => (reading = undefined))
  }
  const unsubscribe = core.onPublished((_seq, effects) => {
    if (hasPublicStep(effects)) wake()
  })

  function channel(contract: FuturesInstrument): Channel {
    const head = headOf(contract, LIQUIDATION_TOPIC)
    const known = () => latest.get(contract.id) ?? []
    let published = known().slice(-SHOWN)
    let last = BigInt(published.at(-1)?.liquidationId ?? 0)
    let seq = 0
    return {
      snapshot: () =>
        message(head, 'snapshot', { seq, prevSeq: 0, ts: now(), liquidations: published }),
      deltas() {
        const fresh = known().filter(({ liquidationId }) => BigInt(liquidationId) > last)
        const messages: string[] = []
        for (let from = 0; from < fresh.length; from += SHOWN) {
          const prevSeq = seq++
          const liquidations = fresh.slice(from, from + SHOWN)
          messages.push(message(head, 'delta', { seq, prevSeq, ts: now(), liquidations }))
        }
        last = BigInt(fresh.at(-1)?.liquidationId ?? last)
        published = [...published, ...fresh].slice(-SHOWN)
        return messages
      },
    }
  }

  return {
    open({ topic, symbol, product }) {
      const contract = topic === LIQUIDATION_TOPIC ? contractAt(product, symbol) : undefined
      return contract && channel(contract)
    },
    async start() {
      wake()
      await reading
    },
    async stop() {
      unsubscribe()
      await reading
    },
  }
}

const hasPublicStep = ({ futures }: Effects): boolean =>
  futures?.liquidations.some(({ realm, traded }) => realm === 'live' && traded) ?? false
