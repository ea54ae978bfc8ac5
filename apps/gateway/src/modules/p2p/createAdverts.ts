import type { api, P2pAdvert, P2pConfig, P2pOwnAdvert, Page, RequestOf } from '@x/api'
import { P2P_FEE } from '@x/trading'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { p2pKey } from '../../exchange/products/p2p.ts'
import {
  type AdvertTerms,
  dumpAdvert,
  type P2pAdvert as CoreAdvert,
  type P2pAdvertEvent,
} from '../../exchange/state/p2pState.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { given, readClientOid, required } from '../../platform/http/requestFields.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { createIdempotency } from '../trading/ports/idempotency.ts'
import type { P2pContext } from './context.ts'
import type { Payments } from './createPayments.ts'
import type { Profiles } from './createProfiles.ts'
import { priceText } from './ports/p2pIndex.ts'
import {
  readFiat,
  readNumber,
  readP2pAsset,
  readPaymentTypes,
  readTerms,
  readUnits,
} from './p2pInput.ts'
import { P2P_ASSETS, P2P_FIATS, PAYMENT_TYPES } from './p2pOffer.ts'
import { advertView, mostCents, ownAdvertView } from './ports/p2pViews.ts'
import { advertById, advertsOf } from './queries.ts'

const CURSOR = /^\d{1,16}$/

type Publish = RequestOf<typeof api.p2p.publish>
type Edit = RequestOf<typeof api.p2p.edit>
type Market = RequestOf<typeof api.p2p.market>

/** Adverts of users (products 2). */
export interface Adverts {
  config(): P2pConfig
  market(params: Market): Promise<Page<P2pAdvert>>
  /** @throws GatewayError 00004, 00005, 00006, 40010, 40201, 40241, 40302, 40902 */
  publish(session: RequestSession, params: Publish): Promise<P2pOwnAdvert>
  /** @throws GatewayError 00005, 00006, 40010, 40201, 40241, 40302, 40401 */
  edit(session: RequestSession, params: Edit): Promise<P2pOwnAdvert>
  /** @throws GatewayError 00004, 00006, 40241, 40302, 40401 */
  change(
    session: RequestSession,
    options: {
      readonly event: Exclude<P2pAdvertEvent, 'publish' | 'edit'>
      readonly advertId: string
    },
  ): Promise<P2pOwnAdvert>
  list(
    session: RequestSession,
    params: RequestOf<typeof api.p2p.ownAdverts>,
  ): Promise<Page<P2pOwnAdvert>>
}

interface Parts extends P2pContext {
  readonly payments: Payments
  readonly profiles: Profiles
}

export function createAdverts(parts: Parts): Adverts {
  const { index, db, caughtUp } = parts
  return {
    config: () => configOf(parts),
    market: (params) => marketPage(parts, params),
    publish: (session, params) => publish(parts, { session, params }),
    edit: (session, params) => edit(parts, { session, params }),
    change: (session, options) => change(parts, { session, ...options }),
    async list({ userId }, params) {
      const request = readPage(params, { cursorPattern: CURSOR })
      await caughtUp()
      return pageOf(request, async (limit) =>
        (await advertsOf(db, { userId, cursor: request.cursor, limit })).map((advert) => ({
          item: ownAdvertView(advert, { price: index.priceOf(advert) }),
          cursor: String(advert.id),
        })),
      )
    },
  }
}

function configOf({ index }: P2pContext): P2pConfig {
  return {
    assets: [...P2P_ASSETS],
    fiats: P2P_FIATS.map((each) => ({ ...each })),
    paymentTypes: PAYMENT_TYPES.map((each) => ({
      type: each.type,
      fiats: [...each.fiats],
      fields: [...each.fields],
    })),
    feePercent: P2P_FEE.buyer,
    index: P2P_ASSETS.flatMap((asset) =>
      P2P_FIATS.flatMap(({ fiat }) => {
        const price = index.of(asset, fiat)
        return price === undefined ? [] : [{ asset, fiat, price: priceText(price) }]
      }),
    ),
  }
}

/** What can be taken, the best price first; the cursor is a place in that order. */
async function marketPage(parts: Parts, params: Market): Promise<Page<P2pAdvert>> {
  const { trading, index, clock, profiles } = parts
  const request = readPage(params, { cursorPattern: CURSOR })
  const asset = readP2pAsset(params.asset)
  const fiat = readFiat(params.fiat)
  const total =
    given(params.amount) === undefined ? null : readUnits(params, 'amount', { decimals: 2 })
  const type = given(params.paymentType)
  const side = params.side === 'buy' ? 'sell' : 'buy'
  const { adverts, cancels } = trading.service.core.state.p2p
  const now = clock.now()
  const offered = [...adverts.values()].flatMap((advert) => {
    const { terms, userId } = advert
    if (advert.status !== 'online' || advert.side !== side) return []
    if (advert.asset !== asset || advert.fiat !== fiat) return []
    if (type !== undefined && !terms.methods.includes(type)) return []
    if (side === 'buy' && (cancels.get(userId)?.stoppedUntil ?? 0) > now) return []
    const price = index.priceOf(advert)
    if (price === undefined) return []
    const most = mostCents(dumpAdvert(advert), price)
    const asked = total ?? BigInt(terms.minimum)
    return most >= asked && asked >= BigInt(terms.minimum) ? [{ advert, price }] : []
  })
  const order = side === 'sell' ? 1 : -1
  offered.sort((a, b) =>
    a.price === b.price ? a.advert.id - b.advert.id : a.price < b.price ? -order : order,
  )
  const from = Number(request.cursor ?? 0)
  const shown = offered.slice(from, from + request.limit + 1)
  const traderOf = await profiles.traders(shown.map(({ advert }) => advert.userId))
  return pageOf(request, (limit) =>
    shown.slice(0, limit).map(({ advert, price }, place) => ({
      item: advertView(dumpAdvert(advert), { price, owner: traderOf(advert.userId) }),
      cursor: String(from + place + 1),
    })),
  )
}

/** Own methods of one that sells, kinds of payment of one that buys. */
async function methodsFor(
  { payments }: Parts,
  {
    userId,
    side,
    fiat,
    params,
  }: {
    readonly userId: string
    readonly side: CoreAdvert['side']
    readonly fiat: string
    readonly params: Pick<Edit, 'methodIds' | 'paymentTypes'>
  },
): Promise<Pick<AdvertTerms, 'methods' | 'methodIds'>> {
  if (side === 'buy') return { methods: readPaymentTypes(params.paymentTypes, fiat), methodIds: [] }
  const own = await payments.chosen(userId, params.methodIds)
  return {
    methods: [...new Set(own.map(({ type }) => type))],
    methodIds: own.map(({ id }) => id),
  }
}

async function publish(
  parts: Parts,
  { session, params }: { readonly session: RequestSession; readonly params: Publish },
): Promise<P2pOwnAdvert> {
  const { trading, clock, stepUp, assertMayTrade } = parts
  const { service, guard } = trading
  const { userId, sessionId } = session
  const asset = readP2pAsset(params.asset)
  const fiat = readFiat(params.fiat)
  const clientOid = required(readClientOid(params), 'clientOid')
  const { side } = params
  const scale = scaleOf(asset)
  const atoms = String(readUnits(params, 'amount', { decimals: scale }))
  await assertMayTrade(session)
  const terms = readTerms(params, await methodsFor(parts, { userId, side, fiat, params }))
  const digest = JSON.stringify([side, asset, fiat, atoms, terms])
  const request = { key: p2pKey({ userId, clientOid }), digest }
  const { isUsed } = createIdempotency({
    keys: service.core.state.keys,
    what: 'advert',
    answerOf: () => undefined,
  })
  if (!isUsed(request)) {
    guard.takeTransfer(session)
    await stepUp.spend(params.verifyToken, { sessionId, action: 'p2pAdvert' })
    service.assertCapacity()
    // Of two copies at once the second finds what the first one left.
    if (!isUsed(request)) {
      const rest = { userId, clientOid, digest, side, asset, scale, fiat, atoms, terms }
      service.run({ kind: 'p2pPublish', at: clock.now(), ...rest })
    }
  }
  const answer = service.core.state.keys.get(request.key)?.answer
  if (!answer || !('transferId' in answer))
    throw new GatewayError('00006', 'The advert could not be read')
  return ownAdvert(parts, { userId, advertId: Number(answer.transferId) })
}

async function edit(
  parts: Parts,
  { session, params }: { readonly session: RequestSession; readonly params: Edit },
): Promise<P2pOwnAdvert> {
  const { trading, clock, stepUp, assertMayTrade } = parts
  const { userId, sessionId } = session
  const advertId = readNumber(params.advertId)
  const advert = trading.service.core.state.p2p.adverts.get(advertId)
  if (advert?.userId !== userId) throw unknownAdvert()
  const { side, fiat, scale } = advert
  const atoms = String(readUnits(params, 'amount', { decimals: scale }))
  await assertMayTrade(session)
  const terms = readTerms(params, await methodsFor(parts, { userId, side, fiat, params }))
  trading.guard.takeTransfer(session)
  await stepUp.spend(params.verifyToken, { sessionId, action: 'p2pAdvert' })
  trading.service.run({ kind: 'p2pEdit', at: clock.now(), userId, advertId, atoms, terms })
  return ownAdvert(parts, { userId, advertId })
}

async function change(
  parts: Parts,
  {
    session,
    event,
    advertId: text,
  }: {
    readonly session: RequestSession
    readonly event: Exclude<P2pAdvertEvent, 'publish' | 'edit'>
    readonly advertId: string
  },
): Promise<P2pOwnAdvert> {
  const { trading, clock, assertMayTrade } = parts
  const { userId } = session
  const advertId = readNumber(text)
  // Taking an advert off the market is free at any time.
  if (event === 'resume') await assertMayTrade(session)
  trading.service.run({ kind: 'p2pAdvert', at: clock.now(), event, userId, advertId })
  return ownAdvert(parts, { userId, advertId })
}

/** The advert as the command left it, open or not. */
async function ownAdvert(
  { trading, db, index, caughtUp }: Parts,
  { userId, advertId }: { readonly userId: string; readonly advertId: number },
): Promise<P2pOwnAdvert> {
  const { service } = trading
  const open = service.core.state.p2p.adverts.get(advertId)
  if (!open) await caughtUp()
  const advert = open ? dumpAdvert(open) : await advertById(db, advertId)
  if (advert?.userId !== userId) throw unknownAdvert()
  return service.confirm(ownAdvertView(advert, { price: index.priceOf(advert) }))
}

const unknownAdvert = () => new GatewayError('40401', 'There is no such advert')
