import type { OrderReader } from '../createOrderReader.ts'
import { callWith } from '../callWith.ts'
import type { DialectCall, DialectRoute } from '../dialectRoute.ts'
import { DialectError } from '../errors.ts'
import { algoOrderView, isConditional, isWaiting } from './contractViews.ts'
import { createContractOrders, type ContractOrderOptions } from './orderRoutes.ts'
import { readPageOf } from './recordRoutes.ts'

const signed = { pool: 'futures', security: 'signed', weight: 1 } as const
const write = { ...signed, permission: 'futures' } as const
const read = { ...signed, method: 'GET', permission: 'read' } as const
/** Of an order that waits for a price, parameters have other names. */
const NAMES = { clientId: 'clientAlgoId', stopPrice: 'triggerPrice' }
const REFERENCE = { id: 'algoId', clientId: 'clientAlgoId' }

export interface AlgoRouteOptions extends ContractOrderOptions {
  readonly reader: OrderReader
}

/** Orders that wait for a price, at the address that programs of late place them. */
export function algoOrderRoutes(options: AlgoRouteOptions): DialectRoute[] {
  const { futures, trading } = options
  const commands = createContractOrders(options)

  async function cancelAll(call: DialectCall) {
    const { id } = call.params.contract()
    const who = call.caller()
    const waiting = options.reader.openContracts(who.session, id).filter(isWaiting)
    who.assertInTime()
    for (const order of waiting)
      // Each is a command of its own; the ledger has them in this order.
      // oxlint-disable-next-line no-await-in-loop
      await futures.orders.cancel(who.session, { orderId: String(order.id) })
    return trading.confirm({ code: '200', msg: 'The operation of cancel all open order is done.' })
  }

  return [
    {
      ...write,
      method: 'POST',
      path: '/fapi/v1/algoOrder',
      summary: 'Places an order that waits for a price.',
      isOrder: true,
      socketMethod: 'algoOrder.place',
      handler: async (call) => {
        if (call.params.text('algoType') !== 'CONDITIONAL')
          throw new DialectError('INVALID_PARAMETER', 'algoType must be CONDITIONAL.')
        const order = await commands.place(call, NAMES)
        if (!isConditional(order)) throw new DialectError('INVALID_TYPE')
        return algoOrderView(order)
      },
    },
    {
      ...write,
      method: 'DELETE',
      path: '/fapi/v1/algoOrder',
      summary: 'Cancels an order that waits for a price.',
      socketMethod: 'algoOrder.cancel',
      handler: async (call) => {
        const order = commands.requireOpen(call, REFERENCE)
        const values = new Map([['orderId', String(order.id)], ...symbolOf(call)])
        await commands.cancel(callWith(call, values))
        const { id: algoId, clientOid: clientAlgoId } = order
        return { algoId, clientAlgoId, code: '200', msg: 'success' }
      },
    },
    {
      ...write,
      method: 'DELETE',
      path: '/fapi/v1/algoOpenOrders',
      summary: 'Cancels all orders of a contract that wait for a price.',
      handler: cancelAll,
    },
    ...algoReadRoutes(options),
  ]
}

/** A key for some symbols must name one, which was checked with the call. */
function symbolOf({ params }: DialectCall): [string, string][] {
  const symbol = params.text('symbol')
  return symbol === undefined ? [] : [['symbol', symbol]]
}

function algoReadRoutes({ reader }: AlgoRouteOptions): DialectRoute[] {
  return [
    {
      ...read,
      path: '/fapi/v1/algoOrder',
      summary: 'One order that waits, or waited, for a price.',
      handler: async ({ params, caller }) =>
        algoOrderView(await reader.findContract(caller().session, { params, names: REFERENCE })),
    },
    {
      ...read,
      path: '/fapi/v1/openAlgoOrders',
      summary: 'Orders that wait for a price.',
      weight: (params) => (params.has('symbol') ? 1 : 40),
      handler: ({ params, caller }) => {
        const id = params.has('symbol') ? params.contract().id : undefined
        return reader.openContracts(caller().session, id).filter(isWaiting).map(algoOrderView)
      },
    },
    {
      ...read,
      path: '/fapi/v1/allAlgoOrders',
      summary: 'Orders of a contract that wait or waited for a price.',
      weight: 5,
      handler: async ({ params, caller }) => {
        const page = await reader.contractOrders(caller().session, readPageOf(params, 'algoId'))
        return page.filter(isConditional).map(algoOrderView)
      },
    },
  ]
}
