import type { PriceAlert } from '@x/api'
import { formatUnits, parseUnits } from '@x/decimal'
import type { Clock, Random } from '@x/kit'
import type { Instrument } from '../../exchange/instruments/Instrument.ts'
import type { Database } from '../../platform/db/Database.ts'
import { GatewayError } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { UserNotices } from '../notices/ports/UserNotices.ts'
import {
  deleteAlerts,
  type FiredAlert,
  insertAlert,
  markFired,
  readAlerts,
  type StoredAlert,
} from './alertRows.ts'
import { type AlertIndex, createAlertIndex } from './createAlertIndex.ts'

/** Alerts of one user that may wait at the same time. */
export const MOST_ALERTS = 50
const ID_BYTES = 12

export interface PriceAlertsOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly log: Log
  readonly market: Pick<DisplayedMarket, 'lastTicks' | 'subscribe'>
  /** Pairs and contracts. */
  readonly instruments: readonly Instrument[]
  readonly notices: Pick<UserNotices, 'priceAlert'>
}

export interface PriceAlerts {
  /** @throws GatewayError 40010, 40202, 40208, 40401, 42902 */
  place(
    userId: string,
    terms: { readonly symbol: string; readonly price: string },
  ): Promise<PriceAlert>
  /** The newest first. */
  list(userId: string): readonly PriceAlert[]
  remove(userId: string, alertIds: readonly string[]): Promise<void>
  /** Loads what waits, sends what a stop left out, and watches trades from then on. */
  start(): Promise<void>
  stop(): void
  /** Resolves once all that was reached is stored. */
  settled(): Promise<void>
}

/** The alerts of all users, judged by the last price of each trade. */
export function createPriceAlerts(options: PriceAlertsOptions): PriceAlerts {
  const { db, clock, market } = options
  const specs = new Map(options.instruments.map((spec) => [spec.id, spec]))
  const index = createAlertIndex()
  const sender = createSender({ ...options, specs, onFailed: index.add })
  let unsubscribe = () => {}

  /** An alert that is taken out of the index is sent by who took it out. */
  const check = (symbol: string, ticks: number | undefined): void => {
    if (ticks === undefined) return
    for (const alert of index.reached(symbol, ticks))
      if (index.remove(alert)) sender.fire({ ...alert, firedAt: clock.now() })
  }
  const viewOf = (alert: StoredAlert) => alertView(alert, specs.get(alert.symbol))

  return {
    place: createPlacer({ ...options, specs, index, check }),
    list: (userId) => index.ofUser(userId).map(viewOf),
    async remove(userId, alertIds) {
      const gone = index.ofUser(userId).filter(({ alertId }) => alertIds.includes(alertId))
      for (const alert of gone) index.remove(alert)
      const ids = gone.map(({ alertId }) => alertId)
      await deleteAlerts(db, ids).catch((error: unknown) => {
        for (const alert of gone.toReversed()) index.add(alert)
        throw error
      })
    },
    async start() {
      const { waiting, fired } = await readAlerts(db)
      for (const alert of waiting) if (specs.has(alert.symbol)) index.add(alert)
      for (const alert of fired) sender.send(alert)
      unsubscribe = market.subscribe({ trade: ({ symbol, ticks }) => check(symbol, ticks) })
      for (const symbol of index.symbols()) check(symbol, market.lastTicks(symbol))
    },
    stop: () => unsubscribe(),
    settled: sender.settled,
  }
}

/** Sets alerts one after the other: two at once neither pass the limit nor are stored twice. */
function createPlacer({
  db,
  clock,
  random,
  market,
  specs,
  index,
  check,
}: Pick<PriceAlertsOptions, 'db' | 'clock' | 'random' | 'market'> & {
  readonly specs: ReadonlyMap<string, Instrument>
  readonly index: AlertIndex
  readonly check: (symbol: string, ticks: number | undefined) => void
}): PriceAlerts['place'] {
  let placing: Promise<unknown> = Promise.resolve()

  const add = async (userId: string, spec: Instrument, ticks: number): Promise<PriceAlert> => {
    const { id: symbol } = spec
    const own = index.ofUser(userId)
    const known = own.find((one) => one.symbol === symbol && one.ticks === ticks)
    if (known) return alertView(known, spec)
    const direction = directionOf(ticks, market.lastTicks(symbol))
    if (own.length >= MOST_ALERTS) throw tooMany()
    const alertId = Buffer.from(random.bytes(ID_BYTES)).toString('hex')
    const alert = { alertId, userId, symbol, ticks, direction, createdAt: clock.now() }
    await insertAlert(db, alert)
    index.add(alert)
    check(symbol, market.lastTicks(symbol))
    return alertView(alert, spec)
  }

  return async (userId, { symbol, price }) => {
    const spec = specs.get(symbol)
    if (!spec) throw new GatewayError('40401', 'Unknown symbol', { data: { symbol } })
    const ticks = ticksOf(price, spec)
    const placed = placing.then(() => add(userId, spec, ticks))
    placing = placed.catch(() => {})
    return placed
  }
}

/** Stores that alerts were reached and their notices, one after the other. */
function createSender({
  db,
  log,
  notices,
  specs,
  onFailed,
}: Pick<PriceAlertsOptions, 'db' | 'log' | 'notices'> & {
  readonly specs: ReadonlyMap<string, Instrument>
  readonly onFailed: (alert: StoredAlert) => void
}) {
  let last: Promise<unknown> = Promise.resolve()
  const queue = (work: () => Promise<void>): void => {
    last = last
      .then(work)
      .catch((error: unknown) =>
        log.error('A price alert could not be stored', { error: String(error) }),
      )
  }
  /** Repeated after a stop, it stores the same notice. */
  const deliver = async ({ alertId, userId, firedAt, ...alert }: FiredAlert): Promise<void> => {
    const { symbol, ticks, direction } = alert
    const price = priceText(ticks, specs.get(symbol))
    await notices.priceAlert(userId, { alertId, symbol, price, direction, at: firedAt })
    await deleteAlerts(db, [alertId])
  }
  return {
    send: (alert: FiredAlert) => queue(() => deliver(alert)),
    fire: (alert: FiredAlert) =>
      queue(async () => {
        const isFirst = await markFired(db, alert).catch((error: unknown) => {
          // It waits for the next trade, as if this one had not been.
          const { firedAt: _, ...waiting } = alert
          onFailed(waiting)
          throw error
        })
        if (isFirst) await deliver(alert)
      }),
    async settled() {
      await last
    },
  }
}

const tooMany = () =>
  new GatewayError('42902', `At most ${MOST_ALERTS} price alerts may wait`, {
    data: { scope: 'account', limit: MOST_ALERTS },
  })

const priceText = (ticks: number, spec: Instrument | undefined): string =>
  formatUnits(BigInt(ticks), spec?.pricePlace ?? 0)

const alertView = (
  { alertId, symbol, ticks, direction, createdAt }: StoredAlert,
  spec: Instrument | undefined,
): PriceAlert => ({
  alertId,
  symbol,
  price: priceText(ticks, spec),
  direction,
  createdAt,
})

/** @throws GatewayError 40010, 40202 */
function ticksOf(price: string, { pricePlace }: Instrument): number {
  const data = { field: 'price' }
  const units = parseUnits(price, pricePlace)
  if (units === null)
    throw new GatewayError('40202', 'The price is not a multiple of the tick size', { data })
  if (units <= 0n || units > BigInt(Number.MAX_SAFE_INTEGER))
    throw new GatewayError('40010', 'The price is out of range', { data })
  return Number(units)
}

/** @throws GatewayError 40208 where no price is known, or it is there already */
function directionOf(ticks: number, last: number | undefined): 'rise' | 'fall' {
  if (last === undefined || last === ticks)
    throw new GatewayError('40208', 'The alert must be away from the last price', {
      data: { field: 'price' },
    })
  return ticks > last ? 'rise' : 'fall'
}
