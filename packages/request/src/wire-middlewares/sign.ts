import { wire, type WireMiddleware } from '../middleware.ts'
import { signerFailure, type SigningPort } from '../ports.ts'
import type { RequestTexts } from '../texts/en.ts'

/**
 * Adds the signer's headers for exactly this text. If the signer rejects, the request is not sent.
 */
export function sign({
  signer,
  texts,
}: {
  readonly signer: SigningPort
  readonly texts: () => RequestTexts
}): WireMiddleware {
  return wire('sign', async (request, next) => {
    if (request.bare) return next(request)
    const { method, path, stamp, content } = request
    const body = typeof content === 'string' ? content : null
    const headers = await signer
      .sign({ method, path, tm: stamp.tm, traceId: stamp.traceId, body })
      .catch((error: unknown) => {
        throw signerFailure(request, { error, texts: texts() })
      })
    return next({ ...request, headers: { ...request.headers, ...headers } })
  })
}
