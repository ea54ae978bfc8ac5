import { logical, type LogicalMiddleware } from '../middleware.ts'
import { signerFailure, type EncryptionPort } from '../ports.ts'
import { hasNoBody } from '../serialise.ts'
import type { RequestTexts } from '../texts/en.ts'

/**
 * Passes every body and query to the encryption of log-ins and the device check. Both are bound to
 * path, `tm` and trace id.
 */
export function encryption({
  encryptor,
  texts,
}: {
  readonly encryptor: EncryptionPort
  readonly texts: () => RequestTexts
}): LogicalMiddleware {
  return logical('encryption', async (request, next) => {
    const { path, query, stamp, options } = request
    if (options.bare) return next(request)
    const body = hasNoBody(request.method) ? undefined : (request.body ?? {})
    const prepared = await encryptor
      .prepareBody({ path, ...stamp, body, query })
      .catch((error: unknown) => {
        throw signerFailure(request, { error, texts: texts() })
      })
    return next(prepared === body ? request : { ...request, body: prepared })
  })
}
