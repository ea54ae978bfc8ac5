import { api, type Endpoint, type FuturesIndex, type InsuranceFund } from '@x/api'
import { formatUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import { hashLeaf, treeOf } from '@x/reserves/server'
import { FUTURES_FUND } from '../../exchange/futures/insurance.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { Database } from '../../platform/db/Database.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import type { AllowanceRate } from '../../platform/http/socketLimits.ts'
import { route } from '../../platform/http/contractRoute.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type RouteSpec } from '../../platform/http/route.ts'
import type { FuturesInstrument } from '../../exchange/instruments/Instrument.ts'
import {
  candleView,
  createMarketAnswer,
  createPublicAllowance,
  depthAsked,
  readCandleRequest,
  type CandleStore,
  type MarketAnswer,
  type SpendAllowance,
} from '../market-data/module.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { Trading } from '../trading/module.ts'
import { FUND_SEEDS, type PriceDriver } from './createPriceDriver.ts'
import { priceOrNull } from './createPriceChannels.ts'
import {
  contractNamed,
  contractsNamed,
  FUNDING_HOURS,
  isContract,
  priceText,
  productOf,
} from './ports/contracts.ts'
import { publicView } from './ports/liquidationViews.ts'
import {
  fundingsOf,
  fundReceived,
  premiumsOf,
  priceLog,
  priceRoots,
  priceRowOfDay,
  publicSteps,
  SEGMENT_ROWS,
  type PriceDay,
  type PriceRecord,
  type PriceRowOfDay,
} from './ports/recordQueries.ts'
import type { PriceCandles } from './prices/priceCandles.ts'
import { judgeQuotes } from './prices/priceIndex.ts'

export interface PublicRoutesOptions {
  readonly trading: Trading
  readonly db: Pick<Database, 'query' | 'whileReachable'>
  readonly clock: Pick<Clock, 'after'>
  readonly market: Pick<DisplayedMarket, 'deepBook'>
  readonly candles?: CandleStore | undefined
  readonly priceCandles: PriceCandles | undefined
  readonly driver: Pick<PriceDriver, 'quotes'>
  readonly now: () => number
  readonly monotonic: () => number
  readonly publicAllowance?: AllowanceRate | undefined
}

/** Public data of contracts by HTTP (futures 11). */
export function publicRoutes(options: PublicRoutesOptions): RouteSpec[] {
  const { marketData } = api.futures
  const { now, monotonic, publicAllowance: allowance } = options
  const spend = createPublicAllowance({ monotonic, allowance })
  const answer = createMarketAnswer({ now, spend })
  return [
    route(marketData.depth, async (request) => {
      const contract = contractNamed(request.query['symbol'] ?? '')
      const { market } = options
      return answer(request, depthAsked(contract, { query: request.query, now: now(), market }))
    }),
    route(marketData.candles, async (request) => {
      const { query } = request
      const contract = contractNamed(query['symbol'] ?? '')
      const kind = query['kind'] || 'last'
      if (kind !== 'last' && kind !== 'mark' && kind !== 'index')
        throw malformedParameter('kind', 'kind must be last, mark or index')
      const { page, ...wanted } = readCandleRequest(query, now())
      if (kind !== 'last' && wanted.interval === '1s')
        throw malformedParameter('interval', 'Only last prices have candles of seconds')
      const asked = { ...wanted, now: now() }
      const make = async () =>
        ((await readCandles(options, { contract, kind, asked })) ?? []).map((candle) =>
          candleView(candle, contract),
        )
      const what = `${contract.id} ${kind} ${page.what}`
      return answer(request, { what, validUntil: page.validUntil, make })
    }),
    counted(spend, marketData.index, async ({ query }) =>
      indexView(contractNamed(query['symbol'] ?? ''), options),
    ),
    ...fundingRoutes(options, spend),
    ...proofRoutes(options, { answer, spend }),
  ]
}

/** A public route that counts for the address which asks: each reads the ledger or the market. */
const counted = <E extends Endpoint>(
  spend: SpendAllowance,
  endpoint: E,
  handle: Parameters<typeof route<E>>[1],
): RouteSpec =>
  route(endpoint, async (request, params) => {
    spend(request)
    return handle(request, params)
  })

/** Insurance funds, fundings, and the samples that their rates come from. */
function fundingRoutes(options: PublicRoutesOptions, spend: SpendAllowance): RouteSpec[] {
  const { marketData } = api.futures
  const { db, clock, now } = options
  const caughtUp = () => ledgerCaughtUp({ db, clock, trading: options.trading.service })
  return [
    counted(spend, marketData.fund, async ({ query }) => {
      await caughtUp()
      const assets = new Map(
        contractsNamed({ product: query['product'] }).map((each) => [
          each.marginAsset,
          productOf(each),
        ]),
      )
      return Promise.all(
        [...assets].map(([asset, product]) => fundView(options, { asset, product })),
      )
    }),
    counted(spend, marketData.funding, async ({ query }) => {
      const contract = contractNamed(query['symbol'] ?? '')
      const { cursor, ...page } = readPage(query, { cursorPattern: NUMBER })
      const [from, to] = [readTime(query, 'from'), readTime(query, 'to')]
      await caughtUp()
      return pageOf({ ...page, cursor }, async (limit) =>
        (await fundingsOf(db, { symbol: contract.id, cursor, limit, from, to })).map((row) => ({
          item: {
            symbol: contract.symbol,
            rate: formatUnits(row.rate, 8),
            markPrice: priceText(Number(row.mark), contract),
            at: Number(row.at),
          },
          cursor: String(row.at),
        })),
      )
    }),
    counted(spend, marketData.fundingSamples, async ({ query }) => {
      const contract = contractNamed(query['symbol'] ?? '')
      const span = FUNDING_HOURS * 3_600_000
      const paidAt = readTime(query, 'at')
      // A payment comes right after its interval.
      const from = Math.floor((paidAt ?? now()) / span) * span - (paidAt === undefined ? 0 : span)
      const rows = await premiumsOf(db, { symbol: contract.id, from, to: from + span })
      return {
        symbol: contract.symbol,
        from,
        to: from + span,
        samples: rows.map((row) => ({
          at: Number(row.at),
          index: priceText(Number(row.index_ticks), contract),
          impactBid: row.impact_bid,
          impactAsk: row.impact_ask,
          premium: row.premium,
        })),
      }
    }),
  ]
}

/** Liquidations without their users, and the log of the prices that decided them. */
function proofRoutes(
  { db, clock, trading, now }: PublicRoutesOptions,
  { answer, spend }: { readonly answer: MarketAnswer; readonly spend: SpendAllowance },
): RouteSpec[] {
  const { marketData } = api.futures
  const caughtUp = () => ledgerCaughtUp({ db, clock, trading: trading.service })
  return [
    counted(spend, marketData.liquidations, async ({ query }) => {
      const page = readPage(query, { cursorPattern: NUMBER, isSymbol: isContract })
      const id = query['liquidationId'] || undefined
      if (id !== undefined && !NUMBER.test(id))
        throw malformedParameter('liquidationId', 'liquidationId must be a whole number')
      const realm = query['realm'] || 'live'
      if (realm !== 'live' && realm !== 'paper')
        throw malformedParameter('realm', 'realm must be live or paper')
      await caughtUp()
      const symbol = page.symbol && contractNamed(page.symbol).id
      return pageOf(page, async (limit) =>
        (await publicSteps(db, { limit, cursor: page.cursor, realm, symbol, id })).map((row) => ({
          item: publicView(row),
          cursor: String(row.liquidation_id),
        })),
      )
    }),
    counted(spend, marketData.priceLog, async ({ query }) => {
      const page = readPage(query, { cursorPattern: NUMBER })
      const [from, to] = [readTime(query, 'from'), readTime(query, 'to')]
      await caughtUp()
      return pageOf(page, async (limit) =>
        (await priceLog(db, { limit, cursor: page.cursor, from, to })).map((row) => ({
          item: rowView(row),
          cursor: String(row.seq),
        })),
      )
    }),
    counted(spend, marketData.priceRoots, async ({ query }) => {
      const page = readPage(query, { cursorPattern: NUMBER })
      await caughtUp()
      return pageOf(page, async (limit) =>
        (await priceRoots(db, { limit, cursor: page.cursor })).map((day) => ({
          item: rootView(day),
          cursor: String(day.day),
        })),
      )
    }),
    route(marketData.priceProof, (request) => {
      const { hash = '' } = request.query
      if (!HASH.test(hash)) throw malformedParameter('hash', 'hash must be 64 hex digits')
      const make = async () => {
        await caughtUp()
        const found = await priceRowOfDay(db, hash)
        if (!found) throw new GatewayError('40401', 'The row is unknown, or kept no longer')
        return { row: rowView(found), ...wayOf(found), root: rootView(found.day) }
      }
      return answer(request, { what: `proof ${hash}`, validUntil: now() + SECOND_MS, make })
    }),
  ]
}

const HASH = /^[0-9a-f]{64}$/
const SECOND_MS = 1_000

const rowView = ({ at, line, hash, previous_hash: previousHash }: PriceRecord) => ({
  at: Number(at),
  line,
  hash,
  previousHash,
})

const rootView = ({ day, hash, rows, tree_root, previous_root, root }: PriceDay) => ({
  day: new Date(Number(day) * 86_400_000).toISOString().slice(0, 10),
  hash,
  rows: Number(rows),
  treeRoot: tree_root,
  previousRoot: previous_root,
  root,
})

/** From a row up its segment, then over the roots of all segments of its day. */
function wayOf({ place, own, last, segments }: PriceRowOfDay) {
  if (place === null) return { index: null, path: null }
  const nodes = last.length > 0 ? [...segments, treeOf(last.map(hashLeaf)).root] : segments
  const within = treeOf(own.map(hashLeaf)).pathOf(place % SEGMENT_ROWS)
  const above = treeOf(nodes).pathOf(Math.floor(place / SEGMENT_ROWS))
  return { index: place, path: [...within, ...above] }
}

const NUMBER = /^\d{1,16}$/

/** @throws GatewayError 40010 */
function readTime(query: Readonly<Record<string, string>>, field: string): number | undefined {
  const value = query[field]
  if (!value) return undefined
  if (!NUMBER.test(value)) throw malformedParameter(field, `${field} must be a whole number`)
  return Number(value)
}

/** What was paid is what the seed and the liquidations brought, less what there is (futures F7). */
async function fundView(
  { db, trading }: Pick<PublicRoutesOptions, 'db' | 'trading'>,
  { asset, product }: { readonly asset: string; readonly product: 'usdt' | 'coin' },
): Promise<InsuranceFund> {
  const { state } = trading.service.core
  const seeding = FUND_SEEDS.find((each) => each.asset === asset)
  const isSeeded = seeding && state.grants.has(`live:fund:${seeding.key}`)
  const seed = isSeeded ? seeding.atoms : 0n
  const received = await fundReceived(db, asset)
  const balance = state.accounts.spendable('live', FUTURES_FUND, asset)
  const text = (atoms: bigint) => formatUnits(atoms, scaleOf(asset), { trim: true })
  return {
    product,
    asset,
    balance: text(balance),
    seed: text(seed),
    received: text(received),
    paid: text(seed + received - balance),
  }
}

function readCandles(
  { candles, priceCandles }: PublicRoutesOptions,
  {
    contract,
    kind,
    asked,
  }: {
    readonly contract: FuturesInstrument
    readonly kind: 'last' | 'mark' | 'index'
    readonly asked: Parameters<CandleStore['read']>[1]
  },
) {
  return kind === 'last'
    ? candles?.read(contract.id, asked)
    : asked.interval === '1s'
      ? undefined
      : priceCandles?.read(contract, kind, { ...asked, interval: asked.interval })
}

function indexView(
  contract: FuturesInstrument,
  { trading, driver, now }: PublicRoutesOptions,
): FuturesIndex {
  const price = trading.service.core.state.futures.prices.get(contract.id)
  const at = now()
  return {
    symbol: contract.symbol,
    index: priceOrNull(price?.isFresh ? price.index : undefined, contract),
    at: price?.at ?? at,
    constituents: judgeQuotes(driver.quotes(contract.id, at), at).map((quote) => ({
      source: quote.name,
      price: quote.price,
      weight: quote.weight,
      ts: quote.at,
      state: quote.state,
    })),
  }
}
