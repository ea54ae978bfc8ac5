import type {
  api,
  EarnPayment,
  EarnPosition as WirePosition,
  EarnProduct,
  Page,
  RequestOf,
} from '@x/api'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { Trading } from '../trading/module.ts'
import { DAY_MS, earnKey, earnOwner } from '../../exchange/products/earn.ts'
import { earnPositionFrom, type EarnPosition } from '../../exchange/state/productsState.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { readClientOid, required } from '../../platform/http/requestFields.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { assertMayMoveFunds } from '../sessions/ports/newDevices.ts'
import { createIdempotency, type KeyedRequest } from '../trading/ports/idempotency.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import { type DayCount, heldProducts } from './createDayCount.ts'
import { readAtoms } from './earnInput.ts'
import type { EarnProductTerms } from './earnProducts.ts'
import { amountText, atomsOf, positionView, productView, tiersInAtoms } from './earnViews.ts'
import { paymentsOf, positionById, positionByKey } from './queries.ts'

const PAYMENT_CURSOR = /^\d{1,8}-\d{1,16}$/
const POSITION_ID = /^\d{1,16}$/

export interface EarnServiceOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly products: readonly EarnProductTerms[]
  readonly days: Pick<DayCount, 'countAll'>
}

/** What users do with earn products (products 3). */
export interface EarnService {
  products(): EarnProduct[]
  /** @throws GatewayError 00006, 40010, 40201, 40302, 40401, 40902 */
  subscribe(
    session: RequestSession,
    params: RequestOf<typeof api.earn.subscribe>,
  ): Promise<WirePosition>
  /** @throws GatewayError 00006, 40010, 40401, 40902 */
  redeem(session: RequestSession, params: RequestOf<typeof api.earn.redeem>): Promise<WirePosition>
  /** @throws GatewayError 40401 */
  autoRenew(
    session: RequestSession,
    params: RequestOf<typeof api.earn.autoRenew>,
  ): Promise<WirePosition>
  positions(session: RequestSession): WirePosition[]
  history(
    session: RequestSession,
    params: RequestOf<typeof api.earn.history>,
  ): Promise<Page<EarnPayment>>
}

export function createEarnService(options: EarnServiceOptions): EarnService {
  const { trading, db, clock, products } = options
  const { service } = trading
  const { state } = service.core
  // What is offered no longer is still somebody's.
  const held = heldProducts(state.products.positions)
  const known = new Set([...products.map(({ id }) => id), ...held])
  const context: Context = {
    ...options,
    caughtUp: () => ledgerCaughtUp({ db, trading: service, clock }),
  }
  return {
    products: () =>
      products.map((terms) =>
        productView(terms, {
          taken: state.accounts.spendable('live', earnOwner(terms.id), terms.asset),
          isPaused: state.products.paused.has(terms.id),
        }),
      ),
    subscribe: (session, params) => subscribe(context, { session, params }),
    redeem: (session, params) => redeem(context, { session, params }),
    autoRenew: (session, params) => setRenewal(context, { session, params }),
    positions: ({ userId, holder = userId }) =>
      [...known]
        .flatMap((productId) => [...state.products.positionsOf(holder, productId)])
        .filter((position) => position.userId === userId)
        .map((position) => positionView(position, clock.now())),
    history: ({ userId }, params) => paymentPage(context, { userId, params }),
  }
}

interface Context extends EarnServiceOptions {
  /** SQL has everything executed so far. */
  caughtUp(): Promise<void>
}

interface Asked<Params> {
  readonly session: RequestSession
  readonly params: Params
}

const unknownPosition = () => new GatewayError('40401', 'This position does not exist')

/** Runs once what is new; of two copies at once the second finds the first one's key. */
function once(
  { trading: { service, guard } }: Context,
  {
    session,
    request,
    run,
  }: {
    readonly session: RequestSession
    readonly request: KeyedRequest
    run(): void
  },
): void {
  const { isUsed } = createIdempotency({
    keys: service.core.state.keys,
    what: 'subscription or redemption',
    answerOf: () => undefined,
  })
  if (isUsed(request)) return
  guard.takeTransfer(session)
  service.assertCapacity()
  run()
}

/** The position as it is in memory, or as the ledger has it. @throws GatewayError 40401 */
async function viewOf(
  { trading, clock, caughtUp }: Context,
  {
    open,
    stored,
  }: {
    readonly open: Readonly<EarnPosition> | undefined
    stored(): ReturnType<typeof positionById>
  },
): Promise<WirePosition> {
  if (open) return trading.service.confirm(positionView(open, clock.now()))
  await caughtUp()
  const document = await stored()
  if (!document) throw unknownPosition()
  return trading.service.confirm(positionView(earnPositionFrom(document), clock.now()))
}

async function subscribe(
  context: Context,
  { session, params }: Asked<RequestOf<typeof api.earn.subscribe>>,
): Promise<WirePosition> {
  const { trading, db, clock, products } = context
  assertBoundKey(session)
  const { userId, holder = userId } = session
  const terms = products.find(({ id }) => id === params.productId)
  if (!terms) throw new GatewayError('40401', 'This product does not exist')
  const { id: productId, asset, days } = terms
  const atoms = readAtoms(params, asset)
  const clientOid = required(readClientOid(params), 'clientOid')
  if (atoms < atomsOf(terms.minimum, asset))
    throw invalidParameter('amount', `The least amount is ${terms.minimum} ${asset}`)
  const autoRenew = days > 0 && params.autoRenew === true
  await assertMayMoveFunds(db, { sessionId: session.sessionId, now: clock.now() })
  const digest = JSON.stringify([productId, String(atoms), autoRenew])
  const run = () =>
    void trading.service.run({
      kind: 'earnSubscribe',
      at: clock.now(),
      userId,
      holder,
      clientOid,
      digest,
      productId,
      asset,
      days,
      autoRenew,
      tiers: tiersInAtoms(terms),
      quota: String(atomsOf(terms.quota, asset)),
      perUser: String(atomsOf(terms.perUser, asset)),
      atoms: String(atoms),
    })
  once(context, { session, request: { key: earnKey({ userId, clientOid }), digest }, run })
  const own = trading.service.core.state.products.positionsOf(holder, productId)
  return viewOf(context, {
    open: [...own].findLast((each) => each.userId === userId && each.clientOid === clientOid),
    stored: () => positionByKey(db, { userId, clientOid }),
  })
}

async function redeem(
  context: Context,
  { session, params }: Asked<RequestOf<typeof api.earn.redeem>>,
): Promise<WirePosition> {
  const { trading, db, clock, products, days } = context
  const { positions } = trading.service.core.state.products
  assertBoundKey(session)
  const { userId } = session
  const positionId = readPositionId(params.positionId)
  const clientOid = required(readClientOid(params), 'clientOid')
  const position = positions.get(positionId)
  const own = position?.userId === userId ? position : undefined
  const asset = own?.asset ?? (await positionById(db, { userId, positionId }))?.asset
  if (asset === undefined) throw unknownPosition()
  const atoms = String(readAtoms(params, asset))
  const digest = JSON.stringify([positionId, atoms])
  // Days that are over have earned: what leaves now leaves after they are counted.
  if (own && (own.nextDay + 1) * DAY_MS <= clock.now()) await days.countAll()
  const terms = products.find(({ id }) => id === own?.productId)
  const run = () => {
    if (own && positions.has(positionId) && isOwed(own, { at: clock.now(), isOffered: !!terms }))
      throw new GatewayError('00006', 'Interest of this position waits for funds, please try later')
    trading.service.run({
      kind: 'earnRedeem',
      at: clock.now(),
      userId,
      clientOid,
      digest,
      positionId,
      atoms,
      // A product that is offered no longer pays back at once.
      dayQuota: terms ? String(atomsOf(terms.dayQuota, asset)) : String(10n ** 38n),
    })
  }
  once(context, { session, request: { key: earnKey({ userId, clientOid }), digest }, run })
  return viewOf(context, {
    open: positions.get(positionId),
    stored: () => positionById(db, { userId, positionId }),
  })
}

/**
 * Whether days that are over would be lost with the principal, because the pool could not pay them
 * yet: of a fixed term that goes on none are, for who breaks it earns nothing.
 */
const isOwed = (
  { days, startDay, nextDay }: EarnPosition,
  { at, isOffered }: { readonly at: number; readonly isOffered: boolean },
): boolean =>
  days > 0 ? (startDay + days) * DAY_MS <= at : isOffered && (nextDay + 1) * DAY_MS <= at

async function setRenewal(
  context: Context,
  { session, params }: Asked<RequestOf<typeof api.earn.autoRenew>>,
): Promise<WirePosition> {
  const { trading, db, clock } = context
  assertBoundKey(session)
  const positionId = readPositionId(params.positionId)
  const { userId } = session
  trading.guard.takeTransfer(session)
  trading.service.run({
    kind: 'earnRenewal',
    at: clock.now(),
    userId,
    positionId,
    autoRenew: params.enabled,
  })
  return viewOf(context, {
    open: trading.service.core.state.products.positions.get(positionId),
    stored: () => positionById(db, { userId, positionId }),
  })
}

async function paymentPage(
  { db, caughtUp }: Context,
  {
    userId,
    params,
  }: { readonly userId: string; readonly params: RequestOf<typeof api.earn.history> },
): Promise<Page<EarnPayment>> {
  const request = readPage(params, { cursorPattern: PAYMENT_CURSOR })
  await caughtUp()
  return pageOf(request, async (limit) =>
    (await paymentsOf(db, { userId, cursor: request.cursor, limit })).map(
      ({ day, positionId, amount, asset, ...payment }) => ({
        item: {
          ...payment,
          positionId: String(positionId),
          asset,
          amount: amountText(amount, asset),
          day: day * DAY_MS,
        },
        cursor: `${day}-${positionId}`,
      }),
    ),
  )
}

/** @throws GatewayError 40401 for what is no number of a position */
function readPositionId(text: string): number {
  if (!POSITION_ID.test(text)) throw unknownPosition()
  return Number(text)
}
