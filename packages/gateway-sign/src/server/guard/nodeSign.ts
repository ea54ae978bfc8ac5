import type { Admitted, GuardedRequest, RefusalAnswer, SignGuard } from './createSignGuard.ts'
import { parseText } from './readFields.ts'
import { InterruptedBody, readRawBody, readText, type BodyStream } from './readRawBody.ts'

/** A request of `node:http`, structurally. */
export interface NodeRequest extends BodyStream {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** A response of `node:http`, structurally. */
export interface NodeResponse {
  statusCode: number
  getHeader(name: string): number | string | string[] | undefined
  setHeader(name: string, value: string): unknown
  end(text: string): unknown
  destroy?(): unknown
}

/** An accepted request of `node:http`. */
export interface AdmittedNodeRequest extends Admitted {
  /**
   * The body: decrypted fields, parsed JSON or a parsed form, else text. `undefined` where the
   * guard did not read it; it is still in the request's stream then.
   */
  readonly body: unknown
  /** The text that was signed. */
  readonly text: string | undefined
}

/**
 * Returns a function that verifies a request of `node:http`. It never rejects: it returns
 * `undefined` once it has answered a request that is refused or, with 503, one that could not be
 * judged, because `session`, `keys` or `replay` of the guard has rejected or a parser has read the
 * body before. It also returns `undefined` once it has ended the response of a client that hung up
 * before its body was whole.
 */
export function nodeSign(
  guard: SignGuard,
): (request: NodeRequest, response: NodeResponse) => Promise<AdmittedNodeRequest | undefined> {
  return async (request, response) => {
    const guarded = guardedNodeRequest(request, {
      target: request.url ?? '',
      address: request.socket.remoteAddress ?? '',
    })
    try {
      const read = await admitStream(guard, { guarded, stream: request })
      if (read.ok) return { ...read.admitted, body: read.body, text: read.text }
      sendRefusal(response, read.answer)
    } catch (error) {
      if (error instanceof InterruptedBody) response.destroy?.()
      else answerFailure(response, () => guard.refuseUnavailable(guarded, error))
    }
    return undefined
  }
}

/** The connection ends where the guard's `answer` or `onRefusal` throws as well. */
function answerFailure(response: NodeResponse, answer: () => RefusalAnswer): void {
  try {
    sendRefusal(response, answer())
  } catch (error) {
    console.error(error)
    response.destroy?.()
  }
}

/** The guard's view of a request that stems from `node:http`. */
export function guardedNodeRequest(
  request: Pick<NodeRequest, 'method' | 'headers'>,
  { target, address }: { readonly target: string; readonly address: string },
): GuardedRequest {
  return {
    method: (request.method ?? 'GET').toUpperCase(),
    target,
    // Node joins what a client repeats; only `set-cookie`, which no request has, is a list.
    headers: request.headers as GuardedRequest['headers'],
    address,
    request,
  }
}

/** Reads what the guard needs of the stream and lets it decide. */
export async function admitStream(
  guard: SignGuard,
  { guarded, stream }: { readonly guarded: GuardedRequest; readonly stream: BodyStream },
): Promise<
  | {
      readonly ok: true
      readonly admitted: Admitted
      readonly body: unknown
      readonly text: string | undefined
    }
  | { readonly ok: false; readonly answer: RefusalAnswer }
> {
  if (!guard.readsBody(guarded)) {
    const decision = await guard.admit(guarded, '')
    return decision.ok ? { ...decision, body: undefined, text: undefined } : decision
  }
  const bytes = await readRawBody(stream, guard.bodyLimit)
  if (!bytes) return { ok: false, answer: guard.refuseTooLarge(guarded) }
  const text = readText(bytes)
  const decision = await guard.admit(guarded, text)
  if (!decision.ok) return decision
  // `admit` refuses bytes that are no text.
  const final = text ?? ''
  const { fields } = decision.admitted
  if (fields) return { ...decision, body: fields, text: final }
  const parsed = final === '' ? undefined : parseText(final, guarded.headers['content-type'])
  // Signed, but not what its type says: the handler's own checks refuse the text.
  return { ...decision, body: parsed ? parsed.value : final || undefined, text: final }
}

/** Sends a refusal. Adds its headers to those that a CORS middleware has exposed. */
export function sendRefusal(
  response: NodeResponse,
  { status, body, headers }: RefusalAnswer,
): void {
  for (const [name, value] of Object.entries(headers)) {
    const before = name.startsWith('access-control-') ? response.getHeader(name) : undefined
    response.setHeader(name, before === undefined ? value : `${String(before)}, ${value}`)
  }
  response.statusCode = status
  response.setHeader('content-type', 'application/json; charset=utf-8')
  // The rest of a body that was not read must not be taken for the next request.
  if (status === 413) response.setHeader('connection', 'close')
  response.end(JSON.stringify(body))
}
