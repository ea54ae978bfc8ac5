import type { Admitted, SignGuard } from './createSignGuard.ts'
import {
  admitStream,
  guardedNodeRequest,
  sendRefusal,
  type NodeRequest,
  type NodeResponse,
} from './nodeSign.ts'

/** A request of Express, structurally. */
export interface ExpressRequest extends NodeRequest {
  readonly originalUrl: string
  readonly ip?: string | undefined
  body?: unknown
}

/** Middleware for Express with the results that it found. */
export interface ExpressSign {
  (request: ExpressRequest, response: NodeResponse, next: (error?: unknown) => void): void
  /** What the middleware found out about a request; `undefined` where it did not run. */
  admitted(request: object): Admitted | undefined
}

/**
 * Middleware for Express 5. Put it before the body parsers: it reads the bodies of signed and
 * encrypted paths itself, and sets `request.body` to their parsed or decrypted value. Bodies of
 * other paths are left to the parsers.
 */
export function expressSign(guard: SignGuard): ExpressSign {
  const results = new WeakMap<object, Admitted>()
  const run = async (request: ExpressRequest, response: NodeResponse): Promise<boolean> => {
    const guarded = guardedNodeRequest(request, {
      target: request.originalUrl,
      address: request.ip ?? '',
    })
    const read = await admitStream(guard, { guarded, stream: request })
    if (!read.ok) {
      sendRefusal(response, read.answer)
      return false
    }
    results.set(request, read.admitted)
    if (read.text !== undefined) {
      request.body = read.body
      // The parsers of Express 4 look at this; those of Express 5 look at the stream.
      Reflect.set(request, '_body', true)
    }
    return true
  }
  return Object.assign(
    (request: ExpressRequest, response: NodeResponse, next: (error?: unknown) => void) => {
      run(request, response).then((goesOn) => void (goesOn && next()), next)
    },
    { admitted: (request: object) => results.get(request) },
  )
}
