import type { LogicalMiddleware } from '../middleware.ts'
import { parseJson } from '../parseResponse.ts'
import { signerFailure, type GatewaySignPort } from '../ports.ts'
import type { RequestTexts } from '../texts/en.ts'
import { readEnvelope as readGatewayEnvelope } from '../wire.ts'
import { responseMiddleware, type ResponseOptions } from './responseMiddleware.ts'

/** Options of `afterLogin`. */
export interface AfterLoginOptions extends ResponseOptions {
  readonly binder: Required<Pick<GatewaySignPort, 'afterLogin'>>
  readonly texts: () => RequestTexts
}

/**
 * Binds the key to the user before the log-in resolves, so that the caller's next request can be
 * signed. Reads the envelope for every `responseType`, because the key was sent and the session
 * cookie is set.
 */
export function afterLogin({
  binder,
  texts,
  readEnvelope = readGatewayEnvelope,
}: AfterLoginOptions): LogicalMiddleware {
  return responseMiddleware('after-login', {
    readEnvelope,
    async read({ request, response, envelope }) {
      const read =
        request.options.responseType === 'text'
          ? readEnvelope(parseJson(response.text), response)
          : envelope
      if (request.options.bare || !read?.success) return response
      await binder.afterLogin({ path: request.path, data: read.data }).catch((error: unknown) => {
        throw signerFailure(request, { error, texts: texts() })
      })
      return response
    },
  })
}
