import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { LogicalResponse, RequestOptions } from '../request.ts'
import { failure } from '../RequestError.ts'
import type { RequestTexts } from '../texts/en.ts'

/**
 * Runs a request's own `parse` where a failure is shown still; a client without this step runs it
 * at its very end.
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

/** The response with its payload as `parse` typed it; what `parse` throws is the cause. */
export function checked(
  response: LogicalResponse,
  { origin, parse: read, texts }: Check,
): LogicalResponse {
  if (!read || response.isParsed) return response
  try {
    return { ...response, payload: read(response.payload) }
  } catch (cause) {
    throw failure(origin, 'serialisation', {
      message: texts().unknow,
      status: response.status,
      cause,
    })
  }
}
