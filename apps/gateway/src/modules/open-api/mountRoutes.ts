import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '../../platform/http/canonicalPath.ts'
import type { Dispatcher } from './createDispatcher.ts'

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
    const path = pathOf(request.url)
    const key = request.headers['x-mbx-apikey']
    const { status, headers, body } = await answer({
      method: request.method,
      path,
      query: request.url.slice(path.length + 1),
      body: typeof request.body === 'string' ? request.body : '',
      apiKey: typeof key === 'string' ? key : undefined,
      address: request.ip,
    })
    return send(reply.code(status).headers(headers), body)
  }
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json;charset=UTF-8')
    .send(JSON.stringify(body))
}
