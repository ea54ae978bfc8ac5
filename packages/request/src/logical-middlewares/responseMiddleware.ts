import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { LogicalRequest, LogicalResponse } from '../request.ts'
import { failure, type RequestError, type RequestErrorKind } from '../RequestError.ts'
import type { ReadEnvelope } from '../readBody.ts'
import { readEnvelope as readGatewayEnvelope, type Envelope } from '../wire.ts'

/** What a response middleware receives. */
export interface ResponseContext {
  readonly request: LogicalRequest
  readonly response: LogicalResponse
  /** `undefined` if the payload is not an envelope. */
  readonly envelope: Envelope | undefined
  /** Creates an error with the response's status, code, data and body. */
  readonly refuse: (
    kind: RequestErrorKind,
    facts: { readonly message: string | undefined; readonly cause?: unknown },
  ) => RequestError
}

/** Options of middlewares that read responses. */
export interface ResponseOptions {
  /** Reads the backend's envelope. Default: the gateway's `readEnvelope`. */
  readonly readEnvelope?: ReadEnvelope | undefined
}

/** Creates a middleware that only handles responses: it returns one or throws. */
export function responseMiddleware(
  name: string,
  {
    read,
    readEnvelope = readGatewayEnvelope,
  }: ResponseOptions & {
    readonly read: (context: ResponseContext) => LogicalResponse | Promise<LogicalResponse>
  },
): LogicalMiddleware {
  return logical(name, async (request, next) => {
    const response = await next(request)
    const { payload, text, status } = response
    // Another origin has no envelope, and its codes must not end this session.
    const envelope = request.origin === undefined ? readEnvelope(payload, response) : undefined
    const refuse: ResponseContext['refuse'] = (kind, facts) =>
      failure(request, kind, {
        ...facts,
        code: envelope?.code || undefined,
        status,
        data: envelope?.data,
        body: payload ?? text,
      })
    return read({ request, response, envelope, refuse })
  })
}
