import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nodeClock } from '@x/kit/node'
import { createMemoryAsyncStorage, createMemoryStorage } from '@x/kit/testing'
import express from 'express'
import Fastify from 'fastify'
import { createGatewaySign } from '../createGatewaySign.ts'
import type { SignSession } from '../requests.ts'
import type { ClientKey } from '../server/clientKey.ts'
import { createMemoryReplayStore } from '../server/createMemoryReplayStore.ts'
import {
  createSignGuard,
  type Admitted,
  type Refusal,
  type SignGuard,
  type SignGuardOptions,
} from '../server/guard/createSignGuard.ts'
import { expressSign } from '../server/guard/expressSign.ts'
import { fastifySign } from '../server/guard/fastifySign.ts'
import { nodeSign } from '../server/guard/nodeSign.ts'
import { testServerIdentity } from '../testing.ts'
import { createWireProfile } from '../wire.ts'

/** A REST application with bearer tokens that knows nothing of the platform's names. */

export const LOGIN = '/api/auth/login'
export const PROFILE = createWireProfile({ login: { endpoints: { [LOGIN]: ['password'] } } })
export const RULES = {
  exactUrls: { '/api/orders': '2' },
  prefixUrls: { '/api/orders/': '1' },
  signModes: {},
  defaultAlgorithm: 'rsa1024',
} as const

/** What the handlers of the three frameworks have in common: a request in, a response out. */
interface Call {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly admitted: Admitted | undefined
}
export type Handle = (call: Call) => { readonly status: number; readonly body: unknown }

export interface Gateway {
  readonly origin: string
  readonly guard: SignGuard
  readonly refusals: Refusal[]
  /** Every call that reached a handler. */
  readonly calls: Call[]
  /** Lets a port of the guard reject from now on. */
  lose(port: Port): void
  close(): Promise<void>
}

export type Port = 'keys' | 'replay' | 'session'

type Start = (options: { readonly guard: SignGuard; readonly handle: Handle }) => Promise<{
  readonly origin: string
  close(): Promise<void>
}>

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const expressApp =
  (parsers: 'after' | 'before'): Start =>
  async ({ guard, handle }) => {
    const app = express()
    const sign = expressSign(guard)
    const json = express.json({
      verify: (request, _response, bytes) => void Reflect.set(request, 'rawBody', bytes),
    })
    if (parsers === 'before') app.use(json)
    app.use(sign)
    if (parsers === 'after') app.use(express.json(), express.urlencoded())
    app.use((request, response) => {
      const { status, body } = handle({
        method: request.method,
        path: request.path,
        body: request.body,
        admitted: sign.admitted(request),
      })
      response.status(status).json(body)
    })
    return listening(createServer(app as RequestListener))
  }

export const FRAMEWORKS: readonly (readonly [name: string, start: Start])[] = [
  ['Express', expressApp('after')],
  ['Express with a parser before that keeps rawBody', expressApp('before')],
  [
    'Fastify',
    async ({ guard, handle }) => {
      const app = Fastify()
      const sign = fastifySign(guard)
      await app.register(sign)
      app.route({
        method: ['GET', 'POST', 'PUT', 'DELETE', 'HEAD'],
        url: '/*',
        async handler(request, reply) {
          const { status, body } = handle({
            method: request.method,
            path: request.url.split('?')[0] ?? '',
            body: request.body,
            admitted: sign.admitted(request),
          })
          return reply.code(status).send(body)
        },
      })
      const origin = await app.listen({ port: 0, host: '127.0.0.1' })
      return { origin, close: () => app.close() }
    },
  ],
  [
    'node:http',
    async ({ guard, handle }) => {
      const sign = nodeSign(guard)
      const server = createServer((request, response) => {
        void sign(request, response).then((admitted) => {
          if (!admitted) return
          const { status, body } = handle({
            method: request.method ?? '',
            path: request.url?.split('?')[0] ?? '',
            body: admitted.body,
            admitted,
          })
          response.writeHead(status, { 'content-type': 'application/json' })
          response.end(JSON.stringify(body))
        })
      })
      return listening(server)
    },
  ],
]

/** Starts the application on a framework. Its only user has the password `correct horse`. */
export async function startGateway(
  start: Start,
  options: Partial<SignGuardOptions> = {},
): Promise<Gateway> {
  const bound = new Map<string, ClientKey>()
  const tokens = new Map<string, { readonly userId: string; readonly sessionId: string }>()
  const refusals: Refusal[] = []
  const calls: Call[] = []
  const lost = new Set<Port>()
  const reach = (port: Port) => {
    if (lost.has(port)) throw new Error(`${port} is lost`)
  }
  const clock = nodeClock()
  const replay = createMemoryReplayStore({ clock })
  const guard = createSignGuard({
    identity: testServerIdentity,
    clock,
    rules: RULES,
    profile: PROFILE,
    keys: {
      async find({ keyId, sessionId }) {
        reach('keys')
        return bound.get(`${sessionId} ${keyId}`)
      },
    },
    replay: {
      async claim(...claimed) {
        reach('replay')
        return replay.claim(...claimed)
      },
    },
    session({ headers }) {
      reach('session')
      return tokens.get(headers['authorization']?.replace('Bearer ', '') ?? '')
    },
    onRefusal: (refusal) => void refusals.push(refusal),
    ...options,
  })
  const handle: Handle = (call) => {
    calls.push(call)
    if (call.path === '/api/sign-config') return { status: 200, body: guard.config }
    if (call.path !== LOGIN) return { status: 200, body: { received: call.body ?? null } }
    if ((call.body as Record<string, unknown>)['password'] !== 'correct horse')
      return { status: 401, body: { error: { message: 'wrong password' } } }
    const session = { id: `session-${tokens.size + 1}` }
    const token = `token-${tokens.size + 1}`
    tokens.set(token, { userId: 'user-1', sessionId: session.id })
    const { clientKey } = call.admitted ?? {}
    if (clientKey) bound.set(`${session.id} ${clientKey.keyId}`, clientKey)
    return { status: 200, body: { token, session, user: { id: 'user-1' } } }
  }
  const server = await start({ guard, handle })
  return { ...server, guard, refusals, calls, lose: (port) => void lost.add(port) }
}

export interface Page {
  readonly gatewaySign: ReturnType<typeof createGatewaySign>
  readonly readSession: (body: unknown) => SignSession | undefined
  readonly origin: string
  /** What the application keeps of the response of its log-in. */
  keep(body: unknown): void
  readonly authorization: () => { readonly authorization: string }
}

interface LoginBody {
  readonly token: string
  readonly session: { readonly id: string }
  readonly user: { readonly id: string }
}

/**
 * A page of that application. `aheadMs`: how far its clock is wrong; `readsSession`: whether the
 * signer itself reads the session of a log-in.
 */
export function openPage(
  { origin }: Pick<Gateway, 'origin'>,
  { aheadMs = 0, readsSession = false } = {},
): Page {
  const system = nodeClock()
  let kept: LoginBody | undefined
  const sessionOf = ({ session, user }: LoginBody) => ({ sessionId: session.id, userId: user.id })
  return {
    origin,
    gatewaySign: createGatewaySign({
      configStorage: createMemoryStorage(),
      keyStorage: createMemoryAsyncStorage(),
      clock: { ...system, now: () => system.now() + aheadMs },
      random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
      secureContext: true,
      issuerCertificates: [testServerIdentity.issuerCertificatePem],
      profile: PROFILE,
      session: () => kept && sessionOf(kept),
      readSession: readsSession ? (body) => sessionOf(body as LoginBody) : undefined,
      fetchConfig: async () => ({
        gatewaySignConfig: await (await fetch(`${origin}/api/sign-config`)).json(),
      }),
    }),
    readSession: (body) => (isLoginBody(body) ? sessionOf(body) : undefined),
    keep: (body) => void (kept = body as LoginBody),
    authorization: () => ({ authorization: `Bearer ${kept?.token ?? ''}` }),
  }
}

const isLoginBody = (body: unknown): body is LoginBody =>
  typeof body === 'object' && body !== null && 'session' in body
