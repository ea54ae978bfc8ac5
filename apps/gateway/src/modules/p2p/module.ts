import { api } from '@x/api'
import type { TimerHandle } from '@x/kit'
import { route } from '../../platform/http/contractRoute.ts'
import {
  GatewayError,
  type GatewayModule,
  requireSession,
  type RequestSession,
  type RouteSpec,
} from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import { createP2pContext, type P2pOptions } from './context.ts'
import { createAdverts } from './createAdverts.ts'
import { createMessages, type Messages } from './createMessages.ts'
import { createOrders, type P2pOrders } from './createOrders.ts'
import { createPayments } from './createPayments.ts'
import { createProfiles } from './createProfiles.ts'
import type { P2pAppeals } from './ports/P2pPorts.ts'

export interface P2pModuleOptions extends P2pOptions {
  readonly log: Log
  /** Gives routes the device check and the line in the log of account routes. */
  readonly guardRoutes: (routes: readonly RouteSpec[]) => RouteSpec[]
}

export interface P2pModule extends GatewayModule {
  readonly messages: Pick<Messages, 'onChange'>
  readonly appeals: P2pAppeals
}

const LOOK_MS = 2_000

/** P2P trading (products 2): adverts, orders with escrow, chat and appeals. */
export function createP2pModule(options: P2pModuleOptions): P2pModule {
  const { trading, clock, log } = options
  const context = createP2pContext(options)
  const payments = createPayments(context)
  const profiles = createProfiles(context)
  const parts = { ...context, payments, profiles }
  const adverts = createAdverts(parts)
  const orders = createOrders(parts)
  const messages = createMessages({ ...context, orders })
  let timer: TimerHandle | undefined
  let isStopped = false
  let sweep = Promise.resolve()

  function look(): void {
    sweep = sweep
      .then(() => messages.removeOldFiles())
      .catch((error: unknown) =>
        log.error('Old pictures could not be removed; it is tried again', { error: String(error) }),
      )
    try {
      orders.expire()
    } catch (error) {
      log.error('Unpaid orders could not be ended; they are tried again', {
        error: String(error),
      })
    }
    if (!isStopped) timer = clock.after(LOOK_MS, look)
  }
  timer = clock.after(LOOK_MS, look)

  return {
    messages,
    appeals: createAppeals({ orders, messages }),
    routes: [
      route(api.p2p.config, async () => adverts.config()),
      route(api.p2p.market, async (_, params) => adverts.market(params)),
      ...accountRoutes(options, { adverts, payments, profiles }),
      ...orderRoutes(options, { orders, messages }),
      ...operatorRoutes(options, { orders, messages }),
    ],
    async stop() {
      isStopped = true
      timer?.cancel()
      await sweep
      await trading.service.core.settled().catch(() => {})
    },
  }
}

/** Operators are no users: their names never are ids of users. */
const createAppeals = ({
  orders,
  messages,
}: {
  readonly orders: P2pOrders
  readonly messages: Messages
}): P2pAppeals => ({
  waiting: () => messages.appeals(),
  file: (ids) => messages.fileOfAppeal(ids),
  async rule({ operator, ...ruling }) {
    await orders.rule(`operator:${operator}`, ruling)
  },
})

function accountRoutes(
  { trading, guardRoutes }: P2pModuleOptions,
  {
    adverts,
    payments,
    profiles,
  }: {
    readonly adverts: ReturnType<typeof createAdverts>
    readonly payments: ReturnType<typeof createPayments>
    readonly profiles: ReturnType<typeof createProfiles>
  },
): RouteSpec[] {
  const { read, write } = createPrivateRoutes(trading.service)
  const change =
    (event: 'pause' | 'resume' | 'close') =>
    (session: RequestSession, { advertId }: { readonly advertId: string }) =>
      adverts.change(session, { event, advertId })
  return [
    ...guardRoutes([
      write(api.p2p.publish, (session, params) => adverts.publish(session, params)),
      write(api.p2p.edit, (session, params) => adverts.edit(session, params)),
      write(api.p2p.addPayment, (session, params) => payments.add(session, params)),
      write(api.p2p.removePayment, (session, params) => payments.remove(session, params)),
    ]),
    write(api.p2p.pause, change('pause')),
    write(api.p2p.resume, change('resume')),
    write(api.p2p.close, change('close')),
    read(api.p2p.ownAdverts, (session, params) => adverts.list(session, params)),
    read(api.p2p.payments, ({ userId }) => payments.list(userId)),
    read(api.p2p.profile, ({ userId }) => profiles.own(userId)),
    write(api.p2p.rename, ({ userId }, { nickname }) => profiles.rename(userId, nickname)),
  ]
}

function orderRoutes(
  { trading, guardRoutes }: P2pModuleOptions,
  { orders, messages }: { readonly orders: P2pOrders; readonly messages: Messages },
): RouteSpec[] {
  const { read, write } = createPrivateRoutes(trading.service)
  return [
    ...guardRoutes([write(api.p2p.release, (session, params) => orders.release(session, params))]),
    write(api.p2p.createOrder, (session, params) => orders.create(session, params)),
    write(api.p2p.paid, (session, { orderId }) =>
      orders.change(session, { event: 'paid', orderId }),
    ),
    write(api.p2p.cancel, (session, { orderId }) =>
      orders.change(session, { event: 'cancel', orderId }),
    ),
    write(api.p2p.appeal, (session, { orderId, reason }) =>
      orders.change(session, { event: 'appeal', orderId, reason }),
    ),
    write(api.p2p.sendMessage, (session, params) => messages.send(session, params)),
    write(api.p2p.sendFile, (session, params) => messages.sendFile(session, params)),
    read(api.p2p.file, (session, params) => messages.file(session, params)),
    read(api.p2p.orders, (session, params) => orders.list(session, params)),
    read(api.p2p.order, (session, { orderId }) => orders.detail(session, orderId)),
    read(api.p2p.messages, (session, params) => messages.list(session, params)),
  ]
}

function operatorRoutes(
  { isOperator }: P2pModuleOptions,
  { orders, messages }: { readonly orders: P2pOrders; readonly messages: Messages },
): RouteSpec[] {
  const assertOperator = async (session: RequestSession) => {
    if (!(await isOperator?.(session))) throw new GatewayError('40301', 'This is for operators')
    return session
  }
  return [
    route(api.p2p.appeals, async (request) => {
      await assertOperator(requireSession(request))
      return messages.appeals()
    }),
    route(api.p2p.rule, async (request, params) =>
      orders.rule((await assertOperator(requireSession(request))).userId, params),
    ),
  ]
}
