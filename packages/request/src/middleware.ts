import type { LogicalRequest, LogicalResponse, WireRequest, WireResponse } from './request.ts'

/** Calls the next logical middleware. */
export type LogicalNext = (request: LogicalRequest) => Promise<LogicalResponse>
/** Calls the next wire middleware. */
export type WireNext = (request: WireRequest) => Promise<WireResponse>

/**
 * A middleware that handles requests as objects. `kind` makes it a type error to put a wire
 * middleware into a logical list.
 */
export interface LogicalMiddleware {
  readonly kind: 'logical'
  readonly name: string
  readonly handle: (request: LogicalRequest, next: LogicalNext) => Promise<LogicalResponse>
}

/** A middleware that sees the exact text that is sent and may add headers. */
export interface WireMiddleware {
  readonly kind: 'wire'
  readonly name: string
  readonly handle: (request: WireRequest, next: WireNext) => Promise<WireResponse>
}

/** Creates a logical middleware. `name` identifies it in tests and debugging. */
export const logical = (name: string, handle: LogicalMiddleware['handle']): LogicalMiddleware => ({
  kind: 'logical',
  name,
  handle,
})

/** Creates a wire middleware. `name` identifies it in tests and debugging. */
export const wire = (name: string, handle: WireMiddleware['handle']): WireMiddleware => ({
  kind: 'wire',
  name,
  handle,
})

interface Step<Request, Response> {
  readonly handle: (
    request: Request,
    next: (request: Request) => Promise<Response>,
  ) => Promise<Response>
}

/**
 * Composes middlewares. The first is the outermost: it sees the request first and the response
 * last.
 */
export function compose<Request, Response>(
  steps: readonly Step<Request, Response>[],
  last: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  // `async` turns a synchronous throw into a rejection.
  return steps.reduceRight<(request: Request) => Promise<Response>>(
    (next, step) => async (request) => step.handle(request, next),
    last,
  )
}
