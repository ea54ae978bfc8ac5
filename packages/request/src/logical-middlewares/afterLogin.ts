import type { LogicalMiddleware } from '../middleware.ts'
import { parseJson } from '../parseResponse.ts'
import { signerFailure, type GatewaySignPort } from '../ports.ts'
import type { RequestTexts } from '../texts/en.ts'
import { readEnvelope } from '../wire.ts'
import { responseMiddleware } from './responseMiddleware.ts'

export interface AfterLoginOptions {
  readonly binder: Required<Pick<GatewaySignPort, 'afterLogin'>>
  readonly texts: () => RequestTexts
}

/**
 * Lets the key be bound to the user before the caller hears of the log-in, so that its next request
 * can be signed. It reads the answer as the gateway gave it, whatever of it the caller wants: the
 * key has travelled, and the cookie of the session is there.
 */
export function afterLogin({ binder, texts }: AfterLoginOptions): LogicalMiddleware {
  return responseMiddleware('after-login', async ({ request, response, envelope }) => {
    const read =
      request.options.responseType === 'text'
        ? readEnvelope(parseJson(response.payload as string))
        : envelope
    if (request.options.bare || !read?.success) return response
    await binder.afterLogin({ path: request.path, data: read.data }).catch((error: unknown) => {
      throw signerFailure(request, { error, texts: texts() })
    })
    return response
  })
}
