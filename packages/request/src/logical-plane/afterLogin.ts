import type { LogicalMiddleware } from '../middleware.ts'
import { signerFailure, type GatewaySignPort } from '../ports.ts'
import type { RequestTexts } from '../texts/en.ts'
import { reading } from './reading.ts'

export interface AfterLoginOptions {
  readonly binder: Required<Pick<GatewaySignPort, 'afterLogin'>>
  readonly texts: () => RequestTexts
}

/** Lets the key be bound to the user before the caller hears of the log-in, so that its next request can be signed. */
export function afterLogin({ binder, texts }: AfterLoginOptions): LogicalMiddleware {
  return reading('after-login', async ({ request, response }) => {
    if (request.options.bare) return response
    await binder.afterLogin({ path: request.path, data: response.payload }).catch((error: unknown) => {
      throw signerFailure(request, { error, texts: texts() })
    })
    return response
  })
}
