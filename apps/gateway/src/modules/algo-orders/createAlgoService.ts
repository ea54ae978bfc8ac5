import type { AlgoOrder, PlaceAlgoRequest } from '@x/api'
import type { Clock } from '@x/kit'
import { formatUnits } from '@x/decimal'
import { algoKey } from '../../exchange/spot/algoOrders.ts'
import { requireSymbol } from '../../exchange/instruments/symbols.ts'
import { type Algo, algosOf, partLots } from '../../exchange/state/algoState.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { readClientOid, required } from '../../platform/http/requestFields.ts'
import type { OrderService } from '../orders/module.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import { createIdempotency } from '../trading/ports/idempotency.ts'
import type { OrderGuard } from '../trading/ports/OrderGuard.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import { algoDigest, partRequest, readAlgoId, readAlgoInput } from './readAlgoInput.ts'

export interface AlgoServiceOptions {
  readonly trading: TradingService
  readonly orders: Pick<OrderService, 'validate'>
  readonly guard: OrderGuard
  readonly clock: Pick<Clock, 'now'>
}

export interface AlgoService {
  /** Answers once the algo order is on disk. @throws GatewayError of wire 10 */
  place(session: RequestSession, params: PlaceAlgoRequest): Promise<AlgoOrder>
  /** Ends one and cancels what it has open. @throws GatewayError 40401 */
  stop(session: RequestSession, params: { readonly algoId: string }): Promise<AlgoOrder>
  /** Those of the session's realm that run, and the latest that ended. */
  list(session: RequestSession): readonly AlgoOrder[]
}

/** Takes algo orders in; `createAlgoRunner` places their orders. */
export function createAlgoService({
  trading,
  orders,
  guard,
  clock,
}: AlgoServiceOptions): AlgoService {
  const { state } = trading.core
  const idempotency = createIdempotency({
    keys: state.keys,
    what: 'algo order',
    answerOf: () => undefined,
  })

  const find = (session: RequestSession, isWanted: (algo: Readonly<Algo>) => boolean) =>
    requireAlgo(algosOf(state.algos, session).find(isWanted))

  return {
    async place(session, params) {
      assertBoundKey(session)
      const terms = readAlgoInput(params)
      const clientOid = required(readClientOid(params), 'clientOid')
      const request = { key: algoKey({ ...session, clientOid }), digest: algoDigest(terms) }
      const isOwn = (algo: Readonly<Algo>) => algo.clientOid === clientOid
      if (idempotency.isUsed(request)) return trading.confirm(find(session, isOwn))
      trading.ensurePaperAccount(session)
      // The smallest order and both ends of the prices: what all of them must fulfil.
      for (const part of new Set([0, terms.parts - 1]))
        await orders.validate(session, partRequest(terms, { part }))
      if (idempotency.isUsed(request)) return trading.confirm(find(session, isOwn))
      trading.assertCapacity()
      guard.takeOrder(session)
      const { kind: algo, ...rest } = terms
      const { digest } = request
      const own = { ...ownerOf(session), clientOid, digest, algo }
      trading.run({ ...rest, ...own, kind: 'algoOpen', at: clock.now() })
      return trading.confirm(find(session, isOwn))
    },

    async stop(session, params) {
      assertBoundKey(session)
      guard.takeCancel(session)
      const id = readAlgoId(params.algoId)
      const isOwn = (algo: Readonly<Algo>) => algo.id === id
      if (find(session, isOwn).status !== 'running')
        throw new GatewayError('40401', 'The algo order does not run')
      trading.run({ kind: 'algoStop', at: clock.now(), algoId: id, reason: 'user' })
      return trading.confirm(find(session, isOwn))
    },

    list: (session) => algosOf(state.algos, session).map(algoView),
  }
}

/** Whose algo order it is; self-trades are prevented by holder in live trading alone. */
const ownerOf = ({ realm, userId, holder }: RequestSession) => ({
  realm,
  userId,
  ...(realm === 'live' && holder !== undefined ? { holder } : {}),
})

function requireAlgo(algo: Readonly<Algo> | undefined): AlgoOrder {
  if (!algo) throw new GatewayError('40401', 'There is no such algo order')
  return algoView(algo)
}

export function algoView(algo: Readonly<Algo>): AlgoOrder {
  const { quantityPlace, pricePlace } = requireSymbol(algo.symbol)
  const size = (lots: number) => formatUnits(BigInt(lots), quantityPlace, { trim: true })
  const price = (ticks: number) =>
    ticks === 0 ? null : formatUnits(BigInt(ticks), pricePlace, { trim: true })
  const { id, symbol, side, kind, clientOid, status, reason, parts, placed } = algo
  return {
    algoId: String(id),
    clientOid,
    symbol,
    side,
    algoType: kind,
    size: size(algo.lots),
    filled: size(algo.filledLots),
    price: price(algo.ticks),
    lastPrice: price(algo.lastTicks),
    partSize: size(partLots(algo, 0)),
    parts,
    placed,
    duration: (algo.everyMs * parts) / 1_000,
    status,
    reason,
    createdAt: algo.createdAt,
    updatedAt: algo.updatedAt,
  }
}
