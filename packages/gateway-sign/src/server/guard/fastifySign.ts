import { Readable } from 'node:stream'
import type { Admitted, RefusalAnswer, SignGuard } from './createSignGuard.ts'
import { guardedNodeRequest } from './nodeSign.ts'
import { collect, readText } from './readRawBody.ts'

/** A request of Fastify 5, structurally. */
export interface FastifyRequestLike {
  readonly method: string
  readonly originalUrl: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly ip: string
  body?: unknown
}

/** A reply of Fastify 5, structurally. */
export interface FastifyReplyLike {
  code(status: number): unknown
  getHeader(name: string): number | string | string[] | undefined
  header(name: string, value: string): unknown
  send(body: string): unknown
}

/** An instance of Fastify 5, structurally. */
export interface FastifyLike {
  // Fastify's own hook types depend on the whole route; these are the two that are used.
  addHook(name: never, hook: never): unknown
}

/** Plugin for Fastify with the results that it found. */
export interface FastifySign {
  (app: FastifyLike): Promise<void>
  /** What the plugin found out about a request; `undefined` where it did not run. */
  admitted(request: object): Admitted | undefined
}

type ParsingHook = (
  request: FastifyRequestLike,
  reply: FastifyReplyLike,
  payload: AsyncIterable<unknown>,
) => Promise<unknown>
type ValidationHook = (request: FastifyRequestLike) => Promise<void>

/**
 * Plugin for Fastify 5. It verifies a request before its body is parsed, and replaces the body of
 * an encrypted endpoint by its fields before the schema is checked. It applies to the instance that
 * registers it, and to the routes that are declared after `await app.register(…)`.
 */
export function fastifySign(guard: SignGuard): FastifySign {
  const results = new WeakMap<object, Admitted>()

  const verify: ParsingHook = async (request, reply, payload) => {
    const guarded = guardedNodeRequest(request, {
      target: request.originalUrl,
      address: request.ip,
    })
    const bytes = guard.readsBody(guarded) ? await collect(payload, guard.bodyLimit) : undefined
    if (bytes === null) return sendReply(reply, guard.refuseTooLarge(guarded))
    const decision = await guard.admit(guarded, bytes ? readText(bytes) : '')
    if (!decision.ok) return sendReply(reply, decision.answer)
    results.set(request, decision.admitted)
    // Fastify compares this length with the header.
    return (
      bytes &&
      Object.assign(Readable.from([Buffer.from(bytes)]), { receivedEncodedLength: bytes.length })
    )
  }
  const replaceBody: ValidationHook = async (request) => {
    const fields = results.get(request)?.fields
    if (fields) request.body = fields
  }

  const plugin = async (app: FastifyLike): Promise<void> => {
    app.addHook('preParsing' as never, verify as never)
    app.addHook('preValidation' as never, replaceBody as never)
  }
  return Object.assign(plugin, {
    // Hooks of a plugin apply to its parent only with this mark.
    [Symbol.for('skip-override')]: true,
    admitted: (request: object) => results.get(request),
  })
}

function sendReply(reply: FastifyReplyLike, { status, body, headers }: RefusalAnswer): unknown {
  for (const [name, value] of Object.entries(headers)) {
    const before = name.startsWith('access-control-') ? reply.getHeader(name) : undefined
    reply.header(name, before === undefined ? value : `${String(before)}, ${value}`)
  }
  reply.header('content-type', 'application/json; charset=utf-8')
  if (status === 413) reply.header('connection', 'close')
  reply.code(status)
  reply.send(JSON.stringify(body))
  return reply
}
