import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { LogicalResponse, RequestOptions } from '../request.ts'
import { failure } from '../RequestError.ts'
import type { RequestTexts } from '../texts/en.ts'

/**
 * Runs the request's own `parse` inside the error presentation, so that its failure is shown. A
 * client without this middleware runs it at the end.
 */
export function parse({ texts }: { readonly texts: () => RequestTexts }): LogicalMiddleware {
  return logical('parse', async (request, next) => ({
    ...checked(await next(request), { origin: request, parse: request.options.parse, texts }),
    isParsed: true,
  }))
}

interface Check {
  readonly origin: Parameters<typeof failure>[0]
  readonly parse: RequestOptions['parse']
  readonly texts: () => RequestTexts
}

/**
 * Returns the response with the parsed payload. An error of `parse` becomes the cause of a
 * `serialisation` error.
 */
export function checked(
  response: LogicalResponse,
  { origin, parse: read, texts }: Check,
): LogicalResponse {
  if (!read || response.isParsed) return response
  try {
    return { ...response, payload: read(response.payload) }
  } catch (cause) {
    throw failure(origin, 'serialisation', {
      message: texts().systemBusy,
      status: response.status,
      cause,
    })
  }
}
