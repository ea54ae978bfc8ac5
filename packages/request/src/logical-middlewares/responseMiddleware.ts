import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { LogicalRequest, LogicalResponse } from '../request.ts'
import { failure, type RequestError, type RequestErrorKind } from '../RequestError.ts'
import { readEnvelope, type Envelope } from '../wire.ts'

/** What a response middleware receives. */
export interface ResponseContext {
  readonly request: LogicalRequest
  readonly response: LogicalResponse
  /** `undefined` if the payload is not an envelope. */
  readonly envelope: Envelope | undefined
  /** Creates an error with the response's status, code and data. */
  readonly refuse: (kind: RequestErrorKind, message?: string) => RequestError
}

/** Creates a middleware that only handles responses: it returns one or throws. */
export function responseMiddleware(
  name: string,
  read: (context: ResponseContext) => LogicalResponse | Promise<LogicalResponse>,
): LogicalMiddleware {
  return logical(name, async (request, next) => {
    const response = await next(request)
    const envelope = readEnvelope(response.payload)
    const refuse: ResponseContext['refuse'] = (kind, message) =>
      failure(request, kind, {
        message,
        code: envelope?.code,
        status: response.status,
        data: envelope?.data,
      })
    return read({ request, response, envelope, refuse })
  })
}
