import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { pathOf } from '../../platform/http/canonicalPath.ts'
import type { QuickAnswer, QuickCalls } from '../../platform/http/route.ts'
import type { DialectRequest, Dispatcher } from './createDispatcher.ts'

/** What is the dialect's; all else below these is refused in its form. */
export const PREFIXES = ['/api', '/sapi', '/fapi', '/dapi'] as const

/** Serves the dialect at the root: its calls have no envelope, session or page. */
export function mountRoutes(app: FastifyInstance, { answer }: Pick<Dispatcher, 'answer'>): void {
  void app.register(async (scope) => {
    // Faults that are found before a route, such as a body that is too long.
    scope.setErrorHandler((error: { readonly statusCode?: number }, _request, reply) => {
      const status = error.statusCode ?? 500
      return send(reply.code(status), { code: status < 500 ? -1000 : -1001, msg: 'Bad request.' })
    })
    for (const prefix of PREFIXES)
      scope.route({
        method: ['GET', 'POST', 'PUT', 'DELETE'],
        url: `${prefix}/*`,
        handler,
      })
  })

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = typeof request.body === 'string' ? request.body : ''
    const asked = { path: pathOf(request.url), address: request.ip, body }
    const { status, headers, body: answered } = await answer(requestOf(request.raw, asked))
    return send(reply.code(status).headers(headers), answered)
  }
}

/** The same calls without a body, for who answers them before the framework. */
export function quickReads({ answer }: Pick<Dispatcher, 'answer'>): QuickCalls {
  return {
    prefixes: PREFIXES.map((prefix) => `${prefix}/`),
    async answer(request, asked) {
      const { path, address } = asked
      const { status, headers, body } = await answer(
        requestOf(request, { path, address, body: '' }),
      )
      const { text, bytes } = writtenOf(body)
      return {
        status,
        headers: [...LISTED_DATA_HEADERS, ...Object.entries(headers).flat()],
        text,
        bytes,
      }
    },
  }
}

function requestOf(
  { method = 'GET', url = '', headers }: IncomingMessage,
  { path, address, body }: Pick<DialectRequest, 'path' | 'address' | 'body'>,
): DialectRequest {
  const key = headers['x-mbx-apikey']
  return {
    method,
    path,
    address,
    body,
    query: url.slice(path.length + 1),
    apiKey: typeof key === 'string' ? key : undefined,
  }
}

const DATA_HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'application/json;charset=UTF-8',
}

const LISTED_DATA_HEADERS = Object.entries(DATA_HEADERS).flat()

const send = (reply: FastifyReply, body: unknown): FastifyReply =>
  reply.headers(DATA_HEADERS).send(writtenOf(body).text)

type Written = Pick<QuickAnswer, 'text' | 'bytes'>

/** What was written of answers that many get; those are frozen. */
const written = new WeakMap<object, Written>()

function writtenOf(body: unknown): Written {
  const isObject = typeof body === 'object' && body !== null
  const known = isObject ? written.get(body) : undefined
  if (known) return known
  const text = JSON.stringify(body)
  const made = { text, bytes: Buffer.byteLength(text) }
  if (isObject && Object.isFrozen(body)) written.set(body, made)
  return made
}
