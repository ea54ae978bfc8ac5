import { PAPER_TERMS } from '../../exchange/paper/paperFunds.ts'
import type { RouteSpec } from '../../platform/http/route.ts'
import { assetHistory, readRange } from '../assets/assetHistory.ts'
import { AMENDABLE } from './createAmendments.ts'
import { positionsOf } from '../assets/positions.ts'
import { ledgerAssets, ledgerCaughtUp } from '../trading/ledgerReads.ts'
import { recordRoutes } from '../trading-records/routes.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { ReadRoute, TradingDesks, WriteRoute } from '../spot/TradingServices.ts'
import { transferRoutes } from '../transfers/routes.ts'
import { symbolView } from '../trading/views.ts'

const text = { type: 'string', maxLength: 100 }
const optional = { type: ['string', 'null'], maxLength: 100 }

/** The spot routes of wire 10. `desks` throws while trading is not running. */
export function spotRoutes(desks: () => TradingDesks): RouteSpec[] {
  const write: WriteRoute = (path, spec, run) => ({
    method: 'POST',
    path,
    access: 'private',
    signMode: '2',
    ...spec,
    handler: async (request) => run(desks(), request.session!, request),
  })
  const read: ReadRoute = (path, { narrowedBy = [], ...spec }, run) => ({
    method: 'GET',
    path,
    access: 'private',
    ...spec,
    ...(narrowedBy.length > 0
      ? {
          schema: {
            querystring: {
              type: 'object',
              properties: Object.fromEntries(narrowedBy.map((name) => [name, text])),
            },
          },
        }
      : {}),
    async handler(request) {
      const open = desks()
      open.desk.enter(request.session!)
      return run(open, request.session!, request)
    },
  })

  return [
    write(
      '/v1/spot/order/place',
      { summary: 'Places a spot order.', schema: { body: placeSchema } },
      ({ orders }, session, { body }) => orders.place(session, body),
    ),
    write(
      '/v1/spot/order/cancel',
      { summary: 'Cancels an open spot order.', schema: { body: cancelSchema } },
      ({ orders }, session, { body }) => orders.cancel(session, body),
    ),
    write(
      '/v1/spot/order/amend',
      {
        summary: 'Changes price, size, triggers or exits of an open spot order.',
        schema: { body: amendSchema },
      },
      ({ orders }, session, { body }) => orders.amend(session, body),
    ),
    write(
      '/v1/spot/order/cancelAll',
      {
        summary: 'Cancels all open spot orders, of a pair or side where one is named.',
        schema: { body: cancelAllSchema },
      },
      ({ orders }, session, { body }) => orders.cancelAll(session, body),
    ),
    ...recordRoutes(read),
    read(
      '/v1/spot/account/assets',
      { summary: 'Balances of the spot account.' },
      async ({ db, desk }, session) =>
        desk.core.halted() ? ledgerAssets(db, session) : desk.confirm(desk.assets(session)),
    ),
    read(
      '/v1/spot/account/positions',
      { summary: 'Holdings of the spot account with the inputs of their average buy price.' },
      async ({ db, desk, market, holdings, clock }, session) => {
        await ledgerCaughtUp({ db, desk, clock })
        const bought = await holdings.of({
          ...session,
          season:
            session.realm === 'paper'
              ? (desk.core.state.paper.get(session.userId)?.season ?? 1)
              : 0,
        })
        return desk.confirm(
          positionsOf(session, { state: desk.core.state, market, holdings: bought }),
        )
      },
    ),
    read(
      '/v1/asset/history',
      {
        summary: 'What the account was worth at each UTC midnight of a range, and is worth now.',
        narrowedBy: ['range'],
      },
      async ({ db, desk, dailyCloses, clock }, session, { query }) => {
        const days = readRange(query['range'])
        await ledgerCaughtUp({ db, desk, clock })
        return assetHistory(db, {
          ...session,
          days,
          now: clock.now(),
          dailyCloses,
          season: session.realm === 'paper' ? desk.core.state.paper.get(session.userId) : undefined,
        })
      },
    ),
    ...transferRoutes({ write, read }),
    read(
      '/v1/spot/paper/account',
      {
        summary: 'The paper season, the seasons before it, and what the day still lets one add.',
        realms: ['paper'],
      },
      ({ paper }, session) => paper.account(session),
    ),
    {
      method: 'GET',
      path: '/v1/spot/public/symbols',
      access: 'public',
      summary: 'The spot pairs and their rules.',
      handler: async () => SPOT_SYMBOLS.map(symbolView),
    },
    {
      method: 'GET',
      path: '/v1/spot/public/paper',
      access: 'public',
      summary: 'What a paper account starts with and may add per day.',
      handler: async () => PAPER_TERMS,
    },
    write(
      '/v1/spot/paper/reset',
      {
        summary: 'Leaves the paper season named and starts the next one with the default funds.',
        realms: ['paper'],
        schema: { body: resetSchema },
      },
      ({ paper }, session, { body }) => paper.reset(session, body),
    ),
    write(
      '/v1/spot/paper/topup',
      {
        summary: 'Adds paper funds, up to a daily cap.',
        realms: ['paper'],
        schema: { body: topUpSchema },
      },
      ({ paper }, session, { body }) => paper.topUp(session, body),
    ),
  ]
}

/**
 * Only the kinds of values; what they may be is judged with the order, so that each fault names its
 * field and code.
 */
const placeSchema = {
  type: 'object',
  properties: {
    symbol: text,
    side: text,
    orderType: text,
    size: text,
    price: optional,
    sizeUnit: optional,
    timeInForce: optional,
    triggerPrice: optional,
    triggerBy: optional,
    stopPrice: optional,
    callbackRate: optional,
    takeProfitTriggerPrice: optional,
    takeProfitPrice: optional,
    stopLossTriggerPrice: optional,
    stopLossPrice: optional,
    selfTradePrevention: optional,
    clientOid: optional,
  },
}
const cancelSchema = { type: 'object', properties: { orderId: text, clientOid: text } }
const amendSchema = {
  type: 'object',
  properties: {
    orderId: text,
    clientOid: text,
    ...Object.fromEntries(AMENDABLE.map((field) => [field, optional])),
  },
}
const cancelAllSchema = { type: 'object', properties: { symbol: optional, side: optional } }
const resetSchema = { type: 'object', required: ['season'], properties: { season: text } }
const topUpSchema = {
  type: 'object',
  properties: { asset: text, amount: text, clientOid: optional },
}
