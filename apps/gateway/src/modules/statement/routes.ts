import {
  api,
  STATEMENT_ACCOUNTS,
  type AssetYear,
  type RequestOf,
  type StatementLine,
  type StatementYear,
} from '@x/api'
import { formatUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import { parseOwner } from '../../exchange/accounts/owner.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { Database } from '../../platform/db/Database.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { given } from '../../platform/http/requestFields.ts'
import type { RouteSpec } from '../../platform/http/route.ts'
import type { Trader, TradingService } from '../trading/ports/TradingService.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import { readAsset } from '../trading/ports/readAsset.ts'
import { realisedGains } from './gains.ts'
import {
  countLines,
  statementLines,
  sumsByKind,
  type KindSums,
  type LinesWanted,
  type StoredLine,
} from './queries.ts'

/** The record, its transaction, the entry and the side of it, as `lineId` has them. */
const CURSOR = /^\d{1,15}\.\d{1,6}\.\d{1,6}\.[01]$/
const KIND = /^[a-z_]{1,40}$/
const MOMENT = /^\d{1,15}$/
const EXPORT_PAGE = 5_000
const FIRST_YEAR = 2_000

export interface StatementRoutesOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly trading: TradingService
}

/** The statement, its export and its years (docs/adr/wallet.md). */
export function statementRoutes(options: StatementRoutesOptions): RouteSpec[] {
  const { db, clock, trading } = options
  const { read } = createPrivateRoutes(trading)
  return [
    read(api.statement.lines, async (trader, params) => {
      const wanted = readWanted(trader, params)
      const page = readPage(params, { cursorPattern: CURSOR })
      await ledgerCaughtUp(options)
      return linesPage(db, { ...wanted, ...page })
    }),
    read(api.statement.export, async (trader, params) => {
      const wanted = readWanted(trader, params)
      const { cursor } = readPage({ ...params, limit: '' }, { cursorPattern: CURSOR })
      const limit = readExportLimit(params.limit)
      await ledgerCaughtUp(options)
      const total = cursor === undefined ? await countLines(db, wanted) : null
      return { ...(await linesPage(db, { ...wanted, cursor, limit })), total }
    }),
    read(api.statement.year, async (trader, params) => {
      const year = readYear(params.year, { now: clock.now() })
      await ledgerCaughtUp(options)
      return yearOf(db, { ...trader, year })
    }),
  ]
}

function linesPage(
  db: Database,
  { cursor, limit, ...wanted }: LinesWanted & { cursor: string | undefined; limit: number },
) {
  return pageOf({ cursor, limit, symbol: undefined }, async (limit) =>
    (await statementLines(db, { ...wanted, cursor, limit })).map((line) => ({
      item: lineView(line),
      cursor: line.lineId,
    })),
  )
}

function lineView({ owner, asset, amount, balance, ...line }: StoredLine): StatementLine {
  return {
    ...line,
    ...placeOf(owner),
    asset,
    amount: text(amount, asset),
    balance: text(balance, asset),
  }
}

function placeOf(name: string): Pick<StatementLine, 'account' | 'symbol'> {
  const owner = parseOwner(name)
  const symbol = 'symbol' in owner ? (owner.symbol ?? null) : null
  if (owner.kind === 'debt') return { account: 'loan', symbol }
  return { account: owner.kind === 'user' ? owner.type : owner.kind, symbol }
}

async function yearOf(
  db: Database,
  { realm, userId, year }: Pick<Trader, 'realm' | 'userId'> & { readonly year: number },
): Promise<StatementYear> {
  const span = { realm, userId, from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) }
  const sums = await sumsByKind(db, span)
  return {
    year,
    from: span.from,
    to: span.to,
    assets: [...new Set(sums.map(({ asset }) => asset))].map((asset) =>
      assetYear(
        asset,
        sums.filter((sum) => sum.asset === asset),
      ),
    ),
    gains: await realisedGains(db, span),
  }
}

function assetYear(asset: string, sums: readonly KindSums[]): AssetYear {
  const opening = sums.reduce((sum, { before }) => sum + before, 0n)
  const closing = sums.reduce((sum, { received, paid }) => sum + received - paid, opening)
  return {
    asset,
    opening: text(opening, asset),
    closing: text(closing, asset),
    kinds: sums
      .filter(({ received, paid }) => received > 0n || paid > 0n)
      .map(({ kind, received, paid }) => ({
        kind,
        received: text(received, asset),
        paid: text(paid, asset),
      })),
  }
}

/** @throws GatewayError 40010 */
function readWanted(
  { realm, userId }: Trader,
  params: RequestOf<typeof api.statement.lines>,
): LinesWanted {
  const kind = given(params.kind)
  if (kind !== undefined && !KIND.test(kind))
    throw malformedParameter('kind', 'kind is the name of a kind of line')
  const account = STATEMENT_ACCOUNTS.find((name) => name === params.account)
  return {
    realm,
    userId,
    account,
    asset: readAsset(params),
    kind,
    from: readMoment('from', params.from),
    to: readMoment('to', params.to),
  }
}

function readMoment(field: 'from' | 'to', value: string | undefined): number | undefined {
  const moment = given(value)
  if (moment === undefined) return undefined
  if (!MOMENT.test(moment)) throw malformedParameter(field, `${field} must be a whole number`)
  return Number(moment)
}

function readExportLimit(value: string | undefined): number {
  const limit = Number(given(value) ?? EXPORT_PAGE)
  if (!Number.isInteger(limit) || limit < 1 || limit > EXPORT_PAGE)
    throw malformedParameter('limit', `limit must be from 1 to ${EXPORT_PAGE}`)
  return limit
}

function readYear(value: string | undefined, { now }: { readonly now: number }): number {
  const current = new Date(now).getUTCFullYear()
  const year = Number(given(value) ?? current)
  if (!Number.isInteger(year) || year < FIRST_YEAR || year > current)
    throw malformedParameter('year', `year must be from ${FIRST_YEAR} to ${current}`)
  return year
}

const text = (atoms: bigint, asset: string): string =>
  formatUnits(atoms, scaleOf(asset), { trim: true })
