import { logical, type LogicalMiddleware } from '../middleware.ts'
import { isPlainObject } from '../plain.ts'
import { signerFailure, type EncryptionPort } from '../ports.ts'
import { hasNoBody } from '../serialise.ts'
import type { RequestTexts } from '../texts/en.ts'

/** Hands JSON and form bodies to the encryption of log-ins and to the device check; both bind the path, `tm` and the trace id. */
export function encryption({ encryptor, texts }: { readonly encryptor: EncryptionPort; readonly texts: () => RequestTexts }): LogicalMiddleware {
  return logical('encryption', async (request, next) => {
    const { path, body, stamp, options } = request
    const fields = body === undefined || body === null ? {} : body
    if (options.bare || hasNoBody(request.method) || !isPlainObject(fields)) return next(request)
    const prepared = await encryptor.prepareBody({ path, tm: stamp.tm, traceId: stamp.traceId, body: fields }).catch((error: unknown) => {
      throw signerFailure(request, { error, texts: texts() })
    })
    return next(prepared === fields ? request : { ...request, body: prepared })
  })
}
