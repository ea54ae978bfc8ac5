// All that talks to the server.
import { createGatewaySign, createSignedFetch } from '@x/gateway-sign'
import { isPlainObject } from '@x/kit'
import { browserPorts } from '@x/kit/browser'
import { createAsyncStorage, createJsonEntry, createStorage } from '@x/storage'
import { profile } from '../shared/wire.ts'
import issuerCertificate from './issuer.pem?raw'

export interface Login {
  readonly token: string
  readonly session: { readonly userId: string; readonly sessionId: string }
}

const { clock, random, locks, openChannel } = browserPorts()
const tabStorage = createStorage({ order: ['session', 'memory'] })

/** Who is logged in, in this tab. */
export const login = createJsonEntry<Login>({
  storage: tabStorage,
  key: 'login',
  parse: (value) => (isPlainObject(value) ? (value as unknown as Login) : undefined),
})

const gatewaySign = createGatewaySign({
  configStorage: tabStorage,
  keyStorage: createAsyncStorage({ name: 'keys', openChannel }),
  session: () => login.get()?.session,
  readSession: (data) => (data as Login).session,
  clock,
  random,
  locks,
  profile,
  secureContext: isSecureContext,
  issuerCertificates: [issuerCertificate],
  fetchConfig: async () => (await fetch('/api/sign-config')).json(),
})

const signedFetch = createSignedFetch({ gatewaySign, origin: location.origin })

/** Sends the password encrypted and binds the new key to the session. */
export async function logIn(credentials: { user: string; password: string }): Promise<Login> {
  const answer = await post<Login>('/api/login', credentials)
  login.set(answer)
  return answer
}

/** Ends the session at the server, and removes its key from this browser. */
export async function logOut(): Promise<void> {
  await post('/api/logout', {})
  await gatewaySign.forgetSession()
  login.remove()
}

/** Sends a signed order. */
export const placeOrder = (order: { symbol: string; size: string }) =>
  post<{ readonly id: string }>('/api/orders', order)

async function post<Answer>(path: string, data: object): Promise<Answer> {
  const token = login.get()?.token
  const response = await signedFetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(data),
  })
  const body = (await response.json()) as Answer & { readonly message?: string }
  if (!response.ok) throw new Error(body.message ?? `The server answered ${response.status}`)
  return body
}
