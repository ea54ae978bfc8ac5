import type { api, CopyFollow, CopyOrder, CopyRecord, CopyShare, Page, RequestOf } from '@x/api'
import { formatUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import { requireSymbol, scaleOf } from '../../exchange/instruments/symbols.ts'
import { followFrom } from '../../exchange/state/copyState.ts'
import type { Database } from '../../platform/db/Database.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { given } from '../../platform/http/requestFields.ts'
import type { RequestSession } from '../../platform/http/route.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { Trading } from '../trading/module.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { readId } from './copyInput.ts'
import { followView, moneyText } from './copyViews.ts'
import { marksOf } from './marks.ts'
import {
  followsOf,
  ordersOf,
  recordsOf,
  sharesOf,
  type OrderRow,
  type PageOfUser,
  type RecordRow,
} from './queries.ts'

const CURSOR = /^\d{1,16}$/
type Copy = typeof api.copy

export interface CopyListsOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly market: Pick<DisplayedMarket, 'lastTicks'>
}

/** Lists of one user, the latest first (products 1). */
export interface CopyLists {
  follows(session: RequestSession, params: RequestOf<Copy['follows']>): Promise<Page<CopyFollow>>
  orders(session: RequestSession, params: RequestOf<Copy['orders']>): Promise<Page<CopyOrder>>
  records(session: RequestSession, params: RequestOf<Copy['records']>): Promise<Page<CopyRecord>>
  shares(session: RequestSession, params: RequestOf<Copy['shares']>): Promise<Page<CopyShare>>
}

export function createCopyLists({ trading, db, clock, market }: CopyListsOptions): CopyLists {
  const { state } = trading.service.core

  /** Pages of a list whose rows have a number. */
  async function list<Row, Item>(
    { realm, userId }: RequestSession,
    params: { readonly cursor?: string; readonly limit?: string },
    {
      read,
      item,
      cursor,
    }: {
      read(page: PageOfUser): Promise<readonly Row[]>
      item(row: Row): Item
      cursor(row: Row): bigint | number
    },
  ): Promise<Page<Item>> {
    const request = readPage(params, { cursorPattern: CURSOR })
    await ledgerCaughtUp({ db, trading: trading.service, clock })
    return pageOf(request, async (limit) =>
      (await read({ realm, userId, cursor: request.cursor, limit })).map((row) => ({
        item: item(row),
        cursor: String(cursor(row)),
      })),
    )
  }

  return {
    follows(session, params) {
      const context = { state, marks: marksOf(market) }
      return list(session, params, {
        read: (page) => followsOf(db, page),
        item: ({ document, nickname }) => {
          const follow = state.copy.follows.get(document.id) ?? followFrom(document)
          return followView(context, { follow, nickname })
        },
        cursor: ({ document }) => document.id,
      })
    },
    orders(session, params) {
      const text = given(params.followId)
      const one = text === undefined ? {} : { followId: readId(text, 'follow') }
      return list(session, params, {
        read: (page) => ordersOf(db, { ...page, ...one }),
        item: orderView,
        cursor: ({ copy_id }) => copy_id,
      })
    },
    records: (session, params) =>
      list(session, params, {
        read: (page) => recordsOf(db, page),
        item: recordView,
        cursor: ({ posting }) => posting,
      }),
    shares: (session, params) =>
      list(session, params, {
        read: (page) => sharesOf(db, page),
        item: (row): CopyShare => ({
          shareId: String(row.share_id),
          role: row.user_id === session.userId ? 'paid' : 'received',
          followId: String(row.follow_id),
          leadId: String(row.lead_id),
          amount: moneyText(BigInt(row.amount)),
          profit: moneyText(BigInt(row.profit)),
          at: Number(row.at),
        }),
        cursor: ({ share_id }) => share_id,
      }),
  }
}

function orderView(row: OrderRow): CopyOrder {
  const spec = requireSymbol(row.symbol)
  return {
    copyId: String(row.copy_id),
    followId: String(row.follow_id),
    leadId: String(row.lead_id),
    leadFillId: row.lead_fill_id === null ? null : String(row.lead_fill_id),
    symbol: row.symbol,
    side: row.side,
    price: formatUnits(row.ticks, spec.pricePlace),
    size: formatUnits(row.lots, spec.quantityPlace),
    orderId: row.order_id === null ? null : String(row.order_id),
    reason: row.reason as CopyOrder['reason'],
    at: Number(row.at),
  }
}

/** Which of the two accounts is of copy trading says where the funds went. */
function recordView({ posting, debit, credit, kind, asset, amount, at }: RecordRow): CopyRecord {
  const isIn = kind === 'copy' && debit.startsWith('user:')
  const [name = '', id = ''] = (isIn ? credit : debit).split(':')
  return {
    recordId: String(posting),
    kind: kind === 'profitShare' ? 'share' : isIn ? 'in' : 'out',
    of: name === 'lead' ? 'lead' : 'follow',
    id,
    asset,
    amount: formatUnits(BigInt(amount), scaleOf(asset), { trim: true }),
    at: Number(at),
  }
}
