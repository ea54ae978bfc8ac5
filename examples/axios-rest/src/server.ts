// A REST backend on node:http: bearer tokens, JSON without an envelope, signed orders.
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { ClientKey, OnlineServerIdentity } from '@x/gateway-sign/server'
import { createSignGuard, nodeSign } from '@x/gateway-sign/server'
import { nodeClock } from '@x/kit/node'
import { profile } from './wire.ts'

/** An order of the backend. */
export interface Order {
  readonly id: string
  readonly symbol: string
  readonly size: string
}

export function createBackend(identity: OnlineServerIdentity) {
  const sessions = new Map<string, { userId: string; sessionId: string }>() // by token
  const keys = new Map<string, ClientKey>() // by session and key id
  const orders = new Map<string, Order>()
  const guard = createSignGuard({
    identity,
    profile,
    clock: nodeClock(),
    rules: { exactUrls: { '/orders': '2' }, prefixUrls: { '/orders/': '2' } },
    keys: { find: async ({ keyId, sessionId }) => keys.get(`${sessionId} ${keyId}`) },
    session: ({ headers }) => sessions.get(headers['authorization']?.slice('Bearer '.length) ?? ''),
    answer: ({ code, reason, status }) => ({
      status: status === 503 ? 503 : 401,
      body: { error: { code, message: reason } },
    }),
  })
  const sign = nodeSign(guard)

  return createServer(async (request, response) => {
    const admitted = await sign(request, response)
    if (!admitted) return // refused and answered
    const path = (request.url ?? '').split('?')[0] ?? ''
    const id = path.split('/')[2] ?? ''
    const body = (admitted.body ?? {}) as Partial<Order & { user: string; password: string }>
    switch (`${request.method} ${id ? '/orders/:id' : path}`) {
      case 'GET /sign-config':
        return json(response, 200, { gatewaySignConfig: guard.config })
      case 'POST /login': {
        if (body.password !== 'correct horse')
          return json(response, 401, { error: { message: 'The password is wrong' } })
        const token = randomUUID()
        const session = { userId: String(body.user), sessionId: randomUUID() }
        sessions.set(token, session)
        const { clientKey } = admitted
        if (clientKey) keys.set(`${session.sessionId} ${clientKey.keyId}`, clientKey)
        return json(response, 200, { token, session })
      }
      case 'GET /orders':
        response.setHeader('x-total-count', orders.size)
        return json(response, 200, [...orders.values()])
      case 'POST /orders': {
        const order = { id: randomUUID(), symbol: String(body.symbol), size: String(body.size) }
        orders.set(order.id, order)
        return json(response, 201, order)
      }
      case 'PATCH /orders/:id': {
        const order = orders.get(id)
        if (!order) return json(response, 404, { error: { message: 'No such order' } })
        orders.set(id, { ...order, size: String(body.size) })
        return json(response, 200, orders.get(id))
      }
      case 'DELETE /orders/:id':
        orders.delete(id)
        return json(response, 204)
      default:
        return json(response, 404, { error: { message: 'No such path' } })
    }
  })
}

function json(response: ServerResponse, status: number, body?: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
