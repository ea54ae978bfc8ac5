import type {
  AmendFuturesOrderRequest,
  api,
  ClosePositionRequest,
  OrderReceipt,
  PlaceFuturesOrderRequest,
  PositionExitsRequest,
  RequestOf,
} from '@x/api'
import { parseUnits } from '@x/decimal'
import type { Clock, Random } from '@x/kit'
import { futuresFeeRates, type FeeRates } from '../../exchange/accounts/fee.ts'
import type { PositionSide } from '../../exchange/accounts/owner.ts'
import { accountAsIs, boundTicks, reducibleLots } from '../../exchange/futures/judge.ts'
import type { FuturesInstrument, Side } from '../../exchange/instruments/Instrument.ts'
import type { PaperFills } from '../../exchange/state/futuresCommand.ts'
import type { FuturesOrder, FuturesOrderTerms } from '../../exchange/state/futuresOrder.ts'
import {
  futuresOrderKey,
  positionKey,
  type FuturesPosition,
} from '../../exchange/state/futuresState.ts'
import type { Effects, OrderAnswer } from '../../exchange/state/effects.ts'
import { strictness } from '../../exchange/state/rules.ts'
import { digestPiece } from '../../exchange/state/pastKeys.ts'
import { contractOf } from '../../exchange/state/ExchangeView.ts'
import type { Database } from '../../platform/db/Database.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { given, readAmount, readClientOid, required } from '../../platform/http/requestFields.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import { createIdempotency, usedForAnother } from '../trading/ports/idempotency.ts'
import { ledgerCaughtUp, readBeforeTaking } from '../trading/ports/ledgerReads.ts'
import type { OrderGuard } from '../trading/ports/OrderGuard.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import { refusalError } from '../trading/ports/refusals.ts'
import {
  CANCELLED_AT_ONCE,
  NEVER_TAKEN,
  type Trader,
  type TradingService,
} from '../trading/ports/TradingService.ts'
import { createContractAmendments } from './createContractAmendments.ts'
import type { FuturesReads } from './createFuturesReads.ts'
import type { FuturesPaperBroker } from './createPaperFutures.ts'
import {
  digestOf,
  exitsOf,
  futuresTerms,
  newClientOid,
  noMark,
  protectionTicks,
  readLots,
  readTicks,
} from './orderTerms.ts'
import { contractNamed, contractsNamed, sizeText } from './ports/contracts.ts'
import { positionViews } from './ports/positionViews.ts'

export interface FuturesOrdersOptions {
  readonly trading: TradingService
  readonly guard: OrderGuard
  readonly reads: FuturesReads
  readonly paper: FuturesPaperBroker
  readonly market: Pick<DisplayedMarket, 'liveTrading' | 'status'>
  readonly db: Pick<Database, 'query' | 'whileReachable'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: Random
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

type Positions = typeof api.futures.positions
type Orders = typeof api.futures.orders
type OrderReference = RequestOf<Orders['cancel']>

/** Orders for contracts and what closes positions (futures 4). */
export type FuturesOrders = ReturnType<typeof createFuturesOrders>

export function createFuturesOrders({
  trading,
  guard,
  reads,
  paper,
  market,
  db,
  clock,
  random,
  vipLevelOf,
}: FuturesOrdersOptions) {
  const view = trading.core.state
  const state = view
  const idempotency = createIdempotency({
    keys: view.keys,
    what: 'order',
    answerOf: ({ answer }) => (answer as OrderAnswer | null) ?? undefined,
  })

  /** Why nobody trades the contract now; `undefined` where they do. */
  function haltOf({ realm }: Trader, { id }: FuturesInstrument): GatewayError | undefined {
    if (realm === 'live' && !market.liveTrading())
      return new GatewayError('00006', 'The live market is read-only while a recording is played', {
        data: NEVER_TAKEN,
      })
    if (market.status(id) === 'paused')
      return new GatewayError('00006', 'Trading in this contract is paused', { data: NEVER_TAKEN })
    return undefined
  }

  /** @throws GatewayError 00006 */
  function assertTrading(trader: Trader, contract: FuturesInstrument): void {
    const halt = haltOf(trader, contract)
    if (halt) throw halt
  }

  /** Positions in contracts that are traded now. @throws GatewayError 00006 where none is */
  function tradedNow(trader: Trader, positions: readonly FuturesPosition[]) {
    const halts = positions.map(({ symbol }) =>
      haltOf(trader, contractOf(state, symbol).instrument),
    )
    if (halts[0] && halts.every((halt) => halt)) throw halts[0]
    return positions.filter((_, at) => !halts[at])
  }

  /** What the fill model gives an order that enters the market now; nothing in the live realm. */
  function decide(
    { realm, userId }: Trader,
    terms: FuturesOrderTerms,
  ): { readonly paper?: PaperFills; accept(orderId: number | undefined): void } {
    if (realm === 'live' || terms.triggers) return { accept: () => {} }
    const account = accountAsIs(state, { realm, userId })
    const atMarket = terms.orderType === 'market'
    const ticks = boundTicks(state, account, { ...terms, atMarket })
    const lots = terms.reduceOnly ? Math.min(terms.lots, reducibleLots(account, terms)) : terms.lots
    const decided = paper.decide(userId, { ...terms, ticks, lots })
    if ('refused' in decided) throw refusalError(decided.refused)
    return decided
  }

  /** What an order command says of its sender. */
  const senderOf = ({ realm, userId, holder }: RequestSession, rates: FeeRates) => ({
    at: clock.now(),
    realm,
    userId,
    ...(realm === 'live' && holder !== undefined ? { holder } : {}),
    ...rates,
  })

  /**
   * Runs what answers an order, once for its clientOid. Between `run` and the command nothing
   * waits.
   */
  async function once(
    session: RequestSession,
    { params, what }: { readonly params: { readonly clientOid?: string | null }; what: string },
    run: (names: { readonly clientOid: string; readonly digest: string } & FeeRates) => OrderAnswer,
  ): Promise<OrderAnswer> {
    assertBoundKey(session)
    const clientOid = readClientOid(params) ?? newClientOid(random)
    const digest = digestOf({ ...params, what })
    const key = futuresOrderKey({ ...session, clientOid })
    const answer = await idempotency.answerOnce({ key, digest }, async () => {
      const past = view.keys.past(key)
      const level = await readBeforeTaking(vipLevelOf(session.userId), {
        isRepeated: past !== undefined,
      })
      trading.ensurePaperAccount(session)
      if (past) {
        guard.takeRepeat(session)
        if (past.digest !== digestPiece(digest)) throw usedForAnother('order')
        const known = await pastAnswer(session, clientOid)
        if (known) return { answer: known }
      }
      return {
        run: () => {
          guard.takeOrder(session)
          trading.assertCapacity()
          return run({ clientOid, digest, ...futuresFeeRates(level) })
        },
      }
    })
    return trading.confirm(answer)
  }

  /** The answer to an order of which memory has only a hash. */
  async function pastAnswer(
    { realm, userId }: Trader,
    clientOid: string,
  ): Promise<OrderAnswer | undefined> {
    await ledgerCaughtUp({ db, trading, clock, isRepeated: true })
    const [row] = await db.query<{ order_id: bigint; status: OrderAnswer['status'] }>(
      'select order_id, status from futures_order where realm = $1 and user_id = $2 and ' +
        'client_oid = $3 order by order_id desc limit 1',
      [realm, userId, clientOid],
    )
    return row && { orderId: String(row.order_id), clientOid, status: row.status }
  }

  function placeTerms(
    session: RequestSession,
    terms: FuturesOrderTerms,
    {
      clientOid,
      digest,
      ...rates
    }: { readonly clientOid: string; readonly digest: string } & FeeRates,
  ): OrderAnswer {
    guard.assertOpenContract(session, terms)
    const { accept, ...decided } = decide(session, terms)
    const answer = trading.runOrder({
      kind: 'futuresPlace',
      ...senderOf(session, rates),
      clientOid,
      digest,
      ...terms,
      ...decided,
      ...strictness(state),
    })
    accept(Number(answer.orderId))
    return answer
  }

  /** The position that a request names. @throws GatewayError 40010, 40210 */
  function positionOf(
    session: Trader,
    params: { readonly symbol: string; readonly positionSide?: 1 | 2 | null },
  ): { readonly contract: FuturesInstrument; readonly position: FuturesPosition } {
    const contract = contractNamed(params.symbol)
    const account = accountAsIs(state, session)
    const side = sideNamed(params, account)
    const position = account.positions.get(positionKey(contract.id, side))
    const isOther =
      side === 'net' && params.positionSide && position
        ? position.lots > 0 !== (params.positionSide === 1)
        : false
    if (!position || isOther) throw refusalError({ reason: 'nothing-to-reduce' })
    return { contract, position }
  }

  const closingSide = ({ lots }: FuturesPosition): Side => (lots > 0 ? 'sell' : 'buy')

  function closingTerms(session: Trader, params: ClosePositionRequest): FuturesOrderTerms {
    const { contract, position } = positionOf(session, params)
    assertTrading(session, contract)
    const orderType = given(params.orderType) ?? 'market'
    const side = closingSide(position)
    const price = readTicks(params, 'price', contract)
    if (orderType === 'market' && price !== undefined)
      throw malformedParameter('price', 'price does not belong to an order at the market')
    const ticks =
      orderType === 'market'
        ? protectionTicks(side, reads.quotes(session, { contract, side }))
        : required(price, 'price')
    return {
      symbol: contract.id,
      side,
      positionSide: position.side,
      orderType,
      timeInForce: orderType === 'market' ? 'ioc' : 'gtc',
      prevention: 'taker',
      ticks,
      lots: closedLots(params, { contract, position }),
      reduceOnly: true,
    }
  }

  /** Protection price and paper fills of a position that is closed at the market. */
  function rowOf(session: Trader, position: FuturesPosition) {
    const { symbol, side: positionSide, lots } = position
    const contract = contractOf(state, symbol).instrument
    const side = closingSide(position)
    const ticks = protectionTicks(side, reads.quotes(session, { contract, side }))
    const decided = decide(session, {
      symbol,
      side,
      positionSide,
      orderType: 'market',
      timeInForce: 'ioc',
      prevention: 'taker',
      ticks,
      lots: Math.abs(lots),
      reduceOnly: true,
    })
    return { row: { symbol, side: positionSide, ticks }, ...decided }
  }

  function findOpen({ realm, userId }: Trader, params: OrderReference): FuturesOrder {
    const { orderId } = params
    const clientOid = readClientOid(params)
    if (orderId === undefined && clientOid === undefined)
      throw malformedParameter('orderId', 'orderId or clientOid is missing')
    if (orderId !== undefined && !/^\d{1,16}$/.test(orderId))
      throw malformedParameter('orderId', 'orderId must be the text that placing answered')
    const order =
      orderId === undefined
        ? view.futures.openOrder(futuresOrderKey({ realm, userId, clientOid: clientOid ?? '' }))
        : view.futures.orders.get(Number(orderId))
    const isOwn = order?.realm === realm && order.userId === userId
    if (!order || !isOwn || (clientOid !== undefined && order.clientOid !== clientOid))
      throw new GatewayError('40401', 'The order is not open')
    return order
  }

  const receiptOf = ({ id, clientOid, status }: FuturesOrder): OrderReceipt => ({
    orderId: String(id),
    clientOid,
    status,
  })

  const amendOpen = createContractAmendments({ trading, reads, paper, clock })

  return {
    findOpen,

    async amend(session: RequestSession, params: AmendFuturesOrderRequest): Promise<OrderReceipt> {
      assertBoundKey(session)
      guard.takeOrder(session)
      const order = findOpen(session, params)
      assertTrading(session, contractOf(state, order.symbol).instrument)
      return trading.confirm(amendOpen(session, { order, params }))
    },

    /** `beforeTaking` is called when nothing waits any more; it may refuse the order. */
    place: (
      session: RequestSession,
      params: PlaceFuturesOrderRequest,
      { beforeTaking }: { readonly beforeTaking?: () => void } = {},
    ): Promise<OrderReceipt> =>
      once(session, { params, what: 'place' }, (names) => {
        beforeTaking?.()
        const contract = contractNamed(required(given(params.symbol), 'symbol'))
        assertTrading(session, contract)
        const context = reads.context(session, { contract, side: params.side })
        return placeTerms(session, futuresTerms(params, context), names)
      }),

    async cancel(session: RequestSession, params: OrderReference): Promise<OrderReceipt> {
      assertBoundKey(session)
      guard.takeCancel(session)
      const order = findOpen(session, params)
      trading.run({ kind: 'futuresCancel', at: clock.now(), orderIds: [order.id] })
      return trading.confirm(receiptOf(order))
    },

    async cancelAll(
      session: RequestSession,
      params: RequestOf<Orders['cancelAll']>,
    ): Promise<{ readonly cancelled: string[] }> {
      assertBoundKey(session)
      guard.takeCancel(session)
      const ids = new Set(
        contractsNamed({ symbol: given(params.symbol), product: given(params.product) }).map(
          ({ id }) => id,
        ),
      )
      const side = given(params.side)
      const own = [...accountAsIs(state, session).orders]
        .filter((order) => ids.has(order.symbol) && (side ?? order.side) === order.side)
        .map(({ id }) => id)
      for (let from = 0; from < own.length; from += CANCELLED_AT_ONCE)
        trading.run({
          kind: 'futuresCancel',
          at: clock.now(),
          orderIds: own.slice(from, from + CANCELLED_AT_ONCE),
        })
      return trading.confirm({ cancelled: own.map(String) })
    },

    close: (session: RequestSession, params: ClosePositionRequest): Promise<OrderReceipt> =>
      once(session, { params, what: 'close' }, (names) =>
        placeTerms(session, closingTerms(session, params), names),
      ),

    async closeAll(session: RequestSession, params: RequestOf<Positions['closeAll']>) {
      const ids = new Set(
        contractsNamed({ symbol: given(params.symbol), product: given(params.product) }).map(
          ({ id }) => id,
        ),
      )
      const closed: OrderReceipt[] = []
      const answer = await once(
        session,
        { params, what: 'closeAll' },
        ({ clientOid, digest, ...rates }) => {
          const positions = [...accountAsIs(state, session).positions.values()].filter(
            ({ symbol }) => ids.has(symbol),
          )
          const rows = tradedNow(session, positions).map((position) => rowOf(session, position))
          const { answer: first, effects } = trading.runWithEffects({
            kind: 'futuresCloseAll',
            ...senderOf(session, rates),
            clientOid,
            digest,
            rows: rows.map(({ row, paper: fills }) => ({
              ...row,
              ...(fills ? { paper: fills } : {}),
            })),
          })
          for (const { accept } of rows) accept(undefined)
          closed.push(...receiptsOf(effects, { ...session, clientOid }))
          return first ?? required(closed[0], 'symbol')
        },
      )
      const left = positionViews(view, session)
        .filter(({ symbol }) => ids.has(contractNamed(symbol).id))
        .map(({ symbol, positionSide, positionsCount: size }) => ({ symbol, positionSide, size }))
      return trading.confirm({ closed: closed.length > 0 ? closed : [answer], left })
    },

    async reverse(session: RequestSession, params: RequestOf<Positions['reverse']>) {
      let opened: OrderReceipt | null = null
      const closed = await once(
        session,
        { params, what: 'reverse' },
        ({ clientOid, digest, ...rates }) => {
          const { contract, position } = positionOf(session, params)
          assertTrading(session, contract)
          if (position.side !== 'net')
            throw malformedParameter('positionSide', 'Positions of two-way mode are not reversed')
          const row = rowOf(session, position)
          const { answer, effects } = trading.runWithEffects({
            kind: 'futuresReverse',
            ...senderOf(session, rates),
            clientOid,
            digest,
            symbol: contract.id,
            ticks: row.row.ticks,
            ...(row.paper ? { paper: [row.paper, openingFills(session, position, row)] } : {}),
          })
          row.accept(undefined)
          const receipts = receiptsOf(effects, { ...session, clientOid })
          opened = receipts.find((each) => each.clientOid === `${clientOid}#1`) ?? null
          return required(answer, 'symbol')
        },
      )
      return trading.confirm({ closed, opened })
    },

    async exits(session: RequestSession, params: PositionExitsRequest) {
      assertBoundKey(session)
      const level = await readBeforeTaking(vipLevelOf(session.userId))
      guard.takeOrder(session)
      const { contract, position } = positionOf(session, params)
      const side = closingSide(position)
      const quotes = reads.quotes(session, { contract, side })
      if (quotes.mark === 0) throw noMark()
      const exits = exitsOf(params, {
        instrument: contract,
        quotes,
        isLong: position.lots > 0,
        fallback: 'mark',
      })
      const { realm, userId } = session
      trading.run({
        kind: 'futuresExits',
        at: clock.now(),
        realm,
        userId,
        symbol: contract.id,
        side: position.side,
        exits: exits ?? {},
        ...futuresFeeRates(level),
      })
      const shown = positionViews(view, session).find(
        ({ orderNo }) => orderNo === String(position.id),
      )
      return trading.confirm({
        takeProfit: shown?.takeProfit ?? null,
        stopLoss: shown?.stopLoss ?? null,
      })
    },
  }

  /** Once the position is closed, the same book gives what opens the other way. */
  function openingFills(
    { userId }: Trader,
    position: FuturesPosition,
    { row, paper: closing }: ReturnType<typeof rowOf>,
  ): PaperFills {
    const lots = Math.abs(position.lots)
    const both = paper.decide(userId, {
      symbol: position.symbol,
      side: closingSide(position),
      ticks: row.ticks,
      lots: lots * 2,
      timeInForce: 'ioc',
    })
    const fills = 'paper' in both ? rest(both.paper.fills, closing?.fills ?? []) : []
    return { fills, rests: false, queueAhead: 0 }
  }
}

type Fills = PaperFills['fills']

/** What fills have beyond those that were taken first. */
function rest(all: Fills, taken: Fills): Fills {
  let left = taken.reduce((sum, [, lots]) => sum + lots, 0)
  return all.flatMap(([ticks, lots]) => {
    const gone = Math.min(left, lots)
    left -= gone
    return lots > gone ? [[ticks, lots - gone] as const] : []
  })
}

/**
 * The orders that one command made, by the name of its request; those that they met are of others,
 * who may have named theirs alike.
 */
function receiptsOf(
  { futures }: Effects,
  { realm, userId, clientOid }: Trader & { readonly clientOid: string },
): OrderReceipt[] {
  return (futures?.orders ?? [])
    .filter((order) => order.realm === realm && order.userId === userId)
    .filter((order) => order.clientOid === clientOid || order.clientOid.startsWith(`${clientOid}#`))
    .map(({ id, status, clientOid: name }) => ({ orderId: String(id), clientOid: name, status }))
}

/** @throws GatewayError 40010 */
export function sideNamed(
  { positionSide }: { readonly positionSide?: 1 | 2 | null },
  { mode }: { readonly mode: 'one_way' | 'two_way' },
): PositionSide {
  if (mode === 'one_way') return 'net'
  if (!positionSide) throw malformedParameter('positionSide', 'positionSide is missing')
  return positionSide === 1 ? 'long' : 'short'
}

/** How many lots a request closes. @throws GatewayError 40010, 40203 */
function closedLots(
  params: ClosePositionRequest,
  {
    contract,
    position,
  }: { readonly contract: FuturesInstrument; readonly position: FuturesPosition },
): number {
  const held = Math.abs(position.lots)
  const lots = readLots(params, 'size', contract)
  const share = readAmount(params, 'share')
  if (lots !== undefined && share !== undefined)
    throw malformedParameter('share', 'size and share exclude each other')
  if (lots !== undefined) {
    if (lots > held)
      throw invalidParameter('size', `Only ${sizeText(held, contract)} can be closed`)
    return lots
  }
  if (share === undefined) return held
  const part = parseUnits(share, 4)
  if (part === null || part <= 0n || part > 1_000_000n)
    throw invalidParameter('share', 'share must be above 0 and at most 100, with 4 decimals')
  return Math.max(1, Number((BigInt(held) * part) / 1_000_000n))
}
