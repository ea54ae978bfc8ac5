import type { AmendSpotOrderRequest, api, PlaceSpotOrderRequest, RequestOf } from '@x/api'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { spotFeeRates } from '../../exchange/accounts/fee.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import { BUY, SELL } from '../../exchange/matching/command.ts'
import type { PaperBroker } from '../paper/ports/PaperBroker.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import type {
  AmendCommand,
  PaperPlaceCommand,
  PlaceCommand,
  WaitCommand,
} from '../../exchange/state/command.ts'
import type { OrderAnswer } from '../../exchange/state/effects.ts'
import {
  isArmed,
  type MarginMode,
  type OrderTerms,
  type PendingTerms,
  spentAsset,
  WAITING_TYPES,
  type SpotOrder,
} from '../../exchange/state/order.ts'
import { leadOwner } from '../../exchange/state/copyState.ts'
import { type ExchangeView, orderKey, pairOf } from '../../exchange/state/ExchangeView.ts'
import { marginAccountAsIs } from '../../exchange/state/marginState.ts'
import { loanLimitAtoms } from '../margin/ports/loanLimits.ts'
import { createAmendments } from './createAmendments.ts'
import {
  type TradingService,
  NEVER_TAKEN,
  CANCELLED_AT_ONCE,
} from '../trading/ports/TradingService.ts'
import type { OrderGuard } from '../trading/ports/OrderGuard.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import { readBeforeTaking } from '../trading/ports/ledgerReads.ts'
import { laterTurn } from '../../platform/event-loop/createSlices.ts'
import { markTicks } from './markPrice.ts'
import { digestOf, readOrderInput, type OrderInput } from './orderInput.ts'
import { given, readClientOid, unknownSymbol } from '../../platform/http/requestFields.ts'
import { refusalError } from '../trading/ports/refusals.ts'
import { orderTerms, refusalFor, type MarketView } from './orderTerms.ts'
import { sellsByValue, toBaseSize, type BidLevel } from './sellByValue.ts'
import { createIdempotency } from '../trading/ports/idempotency.ts'
import { pastOrder } from './pastOrder.ts'
import type { SpotInstrument } from '../../exchange/instruments/Instrument.ts'
import { symbolSpec, requireSymbol } from '../../exchange/instruments/symbols.ts'

/** Bids that a sale by value reads; what lies deeper is beyond the protection price. */
const MOST_LEVELS = 1000

export interface OrderServiceOptions {
  readonly trading: TradingService
  readonly db: Pick<Database, 'query' | 'whileReachable'>
  readonly market: DisplayedMarket
  readonly broker: PaperBroker
  readonly guard: OrderGuard
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: Random
  /**
   * How long a paper order travels before it meets the book, in milliseconds (docs/adr/paper.md).
   */
  readonly paperLatencyMs: number
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

export interface OrderService {
  /** Answers once the order is on disk. @throws GatewayError of wire 10 */
  place(
    session: RequestSession,
    params: PlaceSpotOrderRequest,
    options?: PlaceOptions,
  ): Promise<OrderAnswer>
  /** Judges an order as placing it would, but for the balance. @throws GatewayError of wire 10 */
  validate(session: RequestSession, params: PlaceSpotOrderRequest): Promise<void>
  cancel(session: RequestSession, params: OrderReference): Promise<OrderAnswer>
  amend(session: RequestSession, params: AmendSpotOrderRequest): Promise<OrderAnswer>
  /** Every open order of the session's realm, or those of a pair or side that `includes` takes. */
  cancelAll(
    session: RequestSession,
    params: RequestOf<SpotOrders['cancelAll']>,
    options?: { readonly includes?: (order: Readonly<SpotOrder>) => boolean },
  ): Promise<{ readonly cancelled: readonly string[] }>
}

export interface PlaceOptions {
  /** The algo order that places it. */
  readonly algo?: number
  /** What is placed when it is filled: it is the first order of a list then. */
  readonly pending?: PendingOrder
  /** Called when nothing waits any more and the order is about to be taken; it may refuse it. */
  readonly beforeTaking?: () => void
}

export interface PendingOrder {
  readonly request: PlaceSpotOrderRequest
  /** The client's name for the list. Default: that of its first order. */
  readonly listOid?: string
}

type SpotOrders = typeof api.spot.orders
type OrderReference = RequestOf<SpotOrders['cancel']>

type Latency = NonNullable<PaperPlaceCommand['latency']>
/** Trailing orders of a trader in a pair and realm that may wait at a time (docs/adr/limits.md). */
export const MOST_TRAILING = 100

/** Takes orders in: who, what, may it; then the exchange decides. */
export function createOrderService({
  trading,
  db,
  market,
  broker,
  guard,
  clock,
  random,
  paperLatencyMs,
  vipLevelOf,
}: OrderServiceOptions): OrderService {
  const { state } = trading.core

  function viewOf({ realm, userId }: RequestSession, symbol: string): MarketView {
    const last = market.lastTicks(symbol)
    const shown = market.book(symbol, 1)
    const mark = markTicks({ last, bid: shown.bids[0]?.[0], ask: shown.asks[0]?.[0] })
    if (realm === 'paper') return { last, mark, ...broker.best(userId, symbol) }
    const { book } = pairOf(state, symbol).engine
    return { last, mark, bid: book.best(BUY) || undefined, ask: book.best(SELL) || undefined }
  }
  /** @throws GatewayError 40010, 40203 to 40205 for a value that sells nothing */
  function inBase({ realm }: RequestSession, input: OrderInput, spec: SpotInstrument): OrderInput {
    const bids: BidLevel[] = []
    if (realm === 'live')
      pairOf(state, input.symbol).engine.book.eachLevel(BUY, (ticks, lots) => {
        return bids.push([ticks, lots]) < MOST_LEVELS
      })
    else bids.push(...market.book(input.symbol, MOST_LEVELS).bids)
    const sized = toBaseSize(input, { spec, bids })
    if ('refusal' in sized) throw refusalFor(sized, input)
    return sized
  }

  const { amend } = createAmendments({ trading, broker, clock, viewOf })

  /**
   * A paper order travels as a real one would: the book that it meets is not the one that its
   * sender saw.
   */
  async function travel(
    { realm, userId }: RequestSession,
    { symbol, side, orderType }: OrderInput,
  ): Promise<Latency | undefined> {
    if (realm === 'live' || paperLatencyMs === 0 || WAITING_TYPES.includes(orderType))
      return undefined
    const best = broker.best(userId, symbol)[side === 'buy' ? 'ask' : 'bid'] ?? 0
    const sentAt = clock.now()
    await new Promise<void>((resolve) => void clock.after(paperLatencyMs, resolve))
    return { best, ms: Math.max(0, clock.now() - sentAt) }
  }

  /** @throws GatewayError 00006 */
  function assertTrading(realm: Realm, symbol: string): void {
    if (realm === 'live' && !market.liveTrading())
      throw paused(
        'The live market is read-only while a recording is played; paper trading is open',
      )
    if (market.status(symbol) === 'paused') throw paused('Trading in this symbol is paused')
  }

  /** @throws GatewayError 40010 */
  function assertTrailingCapacity(
    { realm, userId }: RequestSession,
    { symbol, orderType }: OrderInput,
  ): void {
    if (orderType !== 'trailing') return
    const own = [...state.ordersOf(realm, userId)].filter(
      (order) => order.symbol === symbol && order.orderType === 'trailing' && isArmed(order),
    )
    if (own.length >= MOST_TRAILING)
      throw invalidParameter(
        'orderType',
        `At most ${MOST_TRAILING} trailing orders in a pair wait at a time`,
      )
  }

  /** The second order of a list is judged at the price at which the first one is filled. */
  function pendingTerms(
    session: RequestSession,
    {
      first,
      pending: { input, clientOid, listOid },
      spec,
    }: {
      readonly first: OrderTerms
      readonly pending: ReadPending
      readonly spec: SpotInstrument
    },
  ): PendingTerms {
    assertListed(session, { first, input })
    const { ticks } = first
    const view = { last: ticks, mark: ticks, bid: ticks, ask: ticks }
    return { ...orderTerms(input, { spec, view }), clientOid, listOid }
  }

  /** From here to the end nothing waits: what was checked still holds when the order is placed. */
  function decide(
    session: RequestSession,
    input: OrderInput,
    {
      vipLevel,
      latency,
      algo,
      pending,
      ...key
    }: {
      clientOid: string
      digest: string
      vipLevel: number
      latency: Latency | undefined
      algo?: number | undefined
      pending?: ReadPending | undefined
    },
  ): {
    command: PlaceCommand | PaperPlaceCommand | WaitCommand
    accept: (order: SpotOrder | undefined) => void
  } {
    const { realm, userId, holder } = session
    const spec = requireSymbol(input.symbol)
    assertTrading(realm, input.symbol)
    trading.assertCapacity()
    assertTrailingCapacity(session, input)
    const sized = sellsByValue(input) ? inBase(session, input, spec) : input
    const terms = orderTerms(sized, { spec, view: viewOf(session, input.symbol) })
    const second = pending && pendingTerms(session, { first: terms, pending, spec })
    guard.assertOpen(session, { ...terms, ...(second ? { pending: second } : {}) })
    if (realm === 'live' && input.prevention === 'none')
      throw invalidParameter(
        'selfTradePrevention',
        'Orders of one holder do not trade with each other: selfTradePrevention must be ' +
          'maker, taker or both',
      )
    const request = {
      at: clock.now(),
      userId,
      ...(realm === 'live' && holder !== undefined ? { holder } : {}),
      ...key,
      ...(algo === undefined ? {} : { algo }),
      ...terms,
      ...(second ? { pending: second } : {}),
      ...(input.funds === 'cross' || input.funds === 'isolated'
        ? marginTerms(state, { session, input, account: input.funds, vipLevel })
        : fundsOf(state, { session, input })),
      ...spotFeeRates(vipLevel),
    }
    if (WAITING_TYPES.includes(input.orderType))
      return { command: { kind: 'wait', realm, ...request }, accept: () => {} }
    if (realm === 'live') return { command: { kind: 'place', ...request }, accept: () => {} }
    const decision = broker.decide(userId, terms)
    if ('refused' in decision) throw refusalError(decision.refused)
    return {
      command: { kind: 'paperPlace', ...request, ...decision, ...(latency ? { latency } : {}) },
      accept: (order) => broker.accept(userId, order, { terms, decision }),
    }
  }

  const idempotency = createIdempotency({
    keys: state.keys,
    what: 'order',
    answerOf: ({ answer }) => (answer as OrderAnswer | null) ?? undefined,
  })

  const newName = () => `x${Buffer.from(random.bytes(12)).toString('hex')}`

  function readPending({ request, listOid }: Required<PendingOrder>): ReadPending {
    const input = readOrderInput(request)
    return { input, clientOid: input.clientOid ?? newName(), listOid }
  }

  function runOrder(...order: Parameters<typeof decide>): OrderAnswer {
    const { command, accept } = decide(...order)
    const answer = trading.runOrder(command)
    accept(state.orders.get(Number(answer.orderId)))
    return answer
  }

  function findOpen(
    { realm, userId }: RequestSession,
    params: OrderReference,
  ): SpotOrder | undefined {
    const { orderId } = params
    const clientOid = readClientOid(params)
    if (orderId === undefined && clientOid === undefined)
      throw malformedParameter('orderId', 'orderId or clientOid is missing')
    if (orderId !== undefined && !/^\d{1,16}$/.test(orderId))
      throw malformedParameter('orderId', 'orderId must be the text that placing answered')
    const order =
      orderId === undefined
        ? state.openOrder(orderKey({ realm, userId, clientOid: clientOid! }))
        : state.orders.get(Number(orderId))
    return order?.realm === realm &&
      order.userId === userId &&
      (clientOid === undefined || order.clientOid === clientOid)
      ? order
      : undefined
  }

  return {
    async place(session, params, { beforeTaking, algo, pending: asked } = {}) {
      assertBoundKey(session)
      const input = readOrderInput(params)
      if (!symbolSpec(input.symbol)) throw unknownSymbol(input.symbol)
      const clientOid = input.clientOid ?? newName()
      const pending = asked && readPending({ listOid: clientOid, ...asked })
      const digest = digestOf(input, pending?.input)
      const key = orderKey({ ...session, clientOid })
      const answer = await idempotency.answerOnce({ key, digest }, async () => {
        const vipLevel = await readBeforeTaking(vipLevelOf(session.userId), {
          isRepeated: state.keys.past(key) !== undefined,
        })
        trading.ensurePaperAccount(session)
        const season = state.paper.get(session.userId)?.season
        const latency = await travel(session, input)
        const past = state.keys.past(key)
        if (past) guard.takeRepeat(session)
        const earlier =
          past &&
          (await pastOrder({ trading, db }, { ...session, ...input, clientOid, digest, past }))
        if (earlier) return { answer: earlier }
        const run = () => {
          // A reset closes everything, what was on its way too.
          if (session.realm === 'paper' && state.paper.get(session.userId)?.season !== season)
            throw paused('The paper account began anew while the order was on its way')
          beforeTaking?.()
          // Only what is new counts: a repetition is answered, however many there are.
          guard.takeOrder(session)
          if (pending) guard.takeOrder(session)
          return runOrder(session, input, { clientOid, digest, vipLevel, latency, algo, pending })
        }
        return { run }
      })
      return trading.confirm(answer)
    },

    async validate(session, params) {
      assertBoundKey(session)
      const input = readOrderInput(params)
      if (!symbolSpec(input.symbol)) throw unknownSymbol(input.symbol)
      const clientOid = input.clientOid ?? 'validated'
      trading.ensurePaperAccount(session)
      decide(session, input, { clientOid, digest: '', vipLevel: 0, latency: undefined })
    },

    async cancel(session, params) {
      assertBoundKey(session)
      guard.takeCancel(session)
      const order = findOpen(session, params)
      if (!order) throw new GatewayError('40401', 'The order is not open')
      return trading.confirm(
        trading.runOrder({ kind: 'cancel', at: clock.now(), orderId: order.id }),
      )
    },

    async amend(session, params) {
      assertBoundKey(session)
      guard.takeOrder(session)
      const isMargin = findOpen(session, params)?.account !== undefined
      const vipLevel = isMargin ? await vipLevelOf(session.userId) : 0
      const order = findOpen(session, params)
      if (!order) throw new GatewayError('40401', 'The order is not open')
      if (order.phase !== undefined)
        throw invalidParameter('orderId', 'An order that waits for another one cannot be changed')
      assertTrading(session.realm, order.symbol)
      trading.assertCapacity()
      return trading.confirm(
        amend(session, { order, params, credit: creditOf(state, { order, vipLevel }) }),
      )
    },

    async cancelAll(session, params, { includes = () => true } = {}) {
      assertBoundKey(session)
      const side = given(params.side)
      const symbol = given(params.symbol)
      if (symbol !== undefined && !symbolSpec(symbol)) throw unknownSymbol(symbol)
      guard.takeCancel(session)
      const own = [...state.ordersOf(session.realm, session.userId)].filter(
        (order) =>
          (symbol ?? order.symbol) === order.symbol &&
          (side ?? order.side) === order.side &&
          includes(order),
      )
      const cancelled: number[] = []
      for (let from = 0; from < own.length; from += CANCELLED_AT_ONCE) {
        if (from > 0) await laterTurn()
        // What ended meanwhile is not cancelled.
        const orderIds = own
          .slice(from, from + CANCELLED_AT_ONCE)
          .map(({ id }) => id)
          .filter((id) => state.orders.has(id))
        if (orderIds.length > 0) trading.run({ kind: 'cancelAll', at: clock.now(), orderIds })
        cancelled.push(...orderIds)
      }
      return trading.confirm({ cancelled: cancelled.map(String) })
    },
  }
}

interface ReadPending {
  readonly input: OrderInput
  readonly clientOid: string
  readonly listOid: string
}

/** What the orders of a list must be for either to be placed. @throws GatewayError 40010 */
function assertListed(
  { realm }: RequestSession,
  { first, input }: { readonly first: OrderTerms; readonly input: OrderInput },
): void {
  if (first.orderType !== 'limit' || first.exits)
    throw invalidParameter('orderType', 'The first order of a list is a plain limit order')
  if (input.symbol !== first.symbol)
    throw invalidParameter('symbol', 'The orders of a list are for one pair')
  if (input.funds !== 'spot' || input.sizeUnit !== 'base' || input.orderType === 'trailing')
    throw invalidParameter('orderType', 'The second order of a list cannot be this one')
  if (realm === 'live' && input.prevention === 'none')
    throw invalidParameter(
      'selfTradePrevention',
      'Orders of one holder do not trade with each other',
    )
}

/** How an order that changes is judged: of a margin account by what it may owe now. */
function creditOf(
  state: ExchangeView,
  { order, vipLevel }: { readonly order: SpotOrder; readonly vipLevel: number },
): AmendCommand['credit'] {
  const { realm, userId, symbol, side, account } = order
  if (account === undefined) return undefined
  const session = { realm, userId }
  const input = { symbol, side, loan: order.loan ?? ('none' as const) }
  const { loanLimit } = marginTerms(state, { session, input, account, vipLevel })
  return loanLimit === undefined ? {} : { limit: loanLimit }
}

/** The margin account of an order, and what it may owe of what the order spends. */
function marginTerms(
  { margin }: ExchangeView,
  {
    session: { realm, userId },
    input: { symbol: pair, side, loan },
    account,
    vipLevel,
  }: {
    readonly session: Pick<RequestSession, 'realm' | 'userId'>
    readonly input: Pick<OrderInput, 'symbol' | 'side' | 'loan'>
    readonly account: MarginMode
    readonly vipLevel: number
  },
): Pick<PlaceCommand, 'account' | 'loan' | 'loanLimit'> {
  if (loan === 'none') return { account }
  const symbol = account === 'isolated' ? pair : undefined
  const { leverage } = marginAccountAsIs(margin, { realm, userId, symbol })
  const asset = spentAsset({ side }, requireSymbol(pair))
  const loanLimit = loanLimitAtoms({ symbol, asset, leverage, vipLevel })
  return { account, loan, loanLimit }
}

/** The owner of the lead's funds. @throws GatewayError 40010, 40401 */
function fundsOf(
  { copy }: ExchangeView,
  { session, input }: { readonly session: RequestSession; readonly input: OrderInput },
): { readonly owner?: string } {
  if (input.funds === 'spot') return {}
  const lead = [...copy.leads.values()].find(
    ({ realm, userId, status }) =>
      realm === session.realm && userId === session.userId && status === 'open',
  )
  if (!lead) throw new GatewayError('40401', 'You do not lead', { data: { field: 'funds' } })
  if (!lead.pairs.includes(input.symbol))
    throw invalidParameter('symbol', 'This pair is none of those that you lead in')
  return { owner: leadOwner(lead.id) }
}

function paused(message: string): GatewayError {
  return new GatewayError('00006', message, { data: NEVER_TAKEN })
}
