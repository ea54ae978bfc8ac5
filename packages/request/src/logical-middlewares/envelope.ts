import type { LogicalMiddleware } from '../middleware.ts'
import type { RequestTexts } from '../texts/en.ts'
import { UNAUTHENTICATED } from '../wire.ts'
import { responseMiddleware, type ResponseOptions } from './responseMiddleware.ts'

/**
 * Returns the envelope's `data` or throws the error for its code (spec sections 7 and 8). From
 * another origin it returns the JSON or the text.
 */
export function envelope({
  texts,
  readEnvelope,
}: ResponseOptions & { readonly texts: () => RequestTexts }): LogicalMiddleware {
  return responseMiddleware('envelope', {
    readEnvelope,
    read({ request, response, envelope: read, refuse }) {
      const { responseType = 'data' } = request.options
      if (responseType !== 'data' && response.payload !== undefined) return response
      if (request.origin !== undefined)
        return { ...response, payload: response.payload ?? (response.text || null) }
      // Responses to HEAD and with status 204 have no body by definition.
      if (!read && (request.method === 'HEAD' || response.status === 204))
        return { ...response, payload: null }
      if (!read)
        throw refuse('serialisation', {
          message: texts().systemBusy,
          cause: unreadable(response.payload),
        })
      // Missing `data` becomes null, because query libraries treat undefined as a missing result.
      if (read.success) return { ...response, payload: read.data ?? null }
      // 401 has a localised text. For other codes only the server knows the text.
      throw refuse('business', {
        message: read.code === UNAUTHENTICATED ? texts().loginRequired : read.msg,
      })
    },
  })
}

const unreadable = (payload: unknown) =>
  new TypeError(
    payload === undefined
      ? 'not JSON: use responseType or readEnvelope'
      : 'no envelope: use restMiddlewares or readEnvelope',
  )
