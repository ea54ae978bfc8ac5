// The same calls with @x/request over axios: one error class, typed data, the same signatures.
import { createRequestClient, restMiddlewares } from '@x/request'
import { createAxiosTransport } from '@x/request/axios'
import type { Order } from './server.ts'
import type { Login, Session } from './session.ts'

export function createOwnClient(origin: string, session: Session) {
  const { clock, random, gatewaySign } = session
  const http = createRequestClient({
    transport: createAxiosTransport({ origin }),
    clock,
    random,
    ...restMiddlewares({
      clock,
      random,
      gatewaySign,
      headers: () => {
        const token = session.token()
        return { authorization: token && `Bearer ${token}` }
      },
    }),
  })
  return {
    async logIn(user: string, password: string) {
      session.enter(await http.post<Login>('/login', { data: { user, password } }))
    },
    place: (order: Omit<Order, 'id'>) => http.post<Order>('/orders', { data: order }),
    resize: (id: string, size: string) => http.patch<Order>(`/orders/${id}`, { data: { size } }),
    cancel: async (id: string) => void (await http.delete(`/orders/${id}`)),
    list: async () => {
      const { data, headers } = await http.get<Order[]>('/orders').withResponse()
      return { orders: data, total: Number(headers.get('x-total-count')) }
    },
  }
}
