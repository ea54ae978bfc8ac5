// The code base as it was: axios, an interceptor for the token. One call more signs everything.
import axios from 'axios'
import { signAxios } from '@x/gateway-sign'
import type { Order } from './server.ts'
import type { Login, Session } from './session.ts'

export function createAxiosClient(baseURL: string, session: Session) {
  const http = axios.create({ baseURL })
  http.interceptors.request.use((config) => {
    const token = session.token()
    if (token) config.headers.set('authorization', `Bearer ${token}`)
    return config
  })
  signAxios(http, { axios, gatewaySign: session.gatewaySign })
  return {
    async logIn(user: string, password: string) {
      session.enter((await http.post<Login>('/login', { user, password })).data)
    },
    place: async (order: Omit<Order, 'id'>) => (await http.post<Order>('/orders', order)).data,
    resize: async (id: string, size: string) =>
      (await http.patch<Order>(`/orders/${id}`, { size })).data,
    cancel: async (id: string) => void (await http.delete(`/orders/${id}`)),
    list: async () => {
      const { data, headers } = await http.get<Order[]>('/orders')
      return { orders: data, total: Number(headers['x-total-count']) }
    },
  }
}
