import type { LogicalRequest, LogicalResponse, WireRequest, WireResponse } from './request.ts'

export type LogicalNext = (request: LogicalRequest) => Promise<LogicalResponse>
export type WireNext = (request: WireRequest) => Promise<WireResponse>

/**
 * Sees objects. `kind` makes a wire middleware in a logical list a type error, even one that
 * ignores its arguments.
 */
export interface LogicalMiddleware {
  readonly kind: 'logical'
  readonly name: string
  readonly handle: (request: LogicalRequest, next: LogicalNext) => Promise<LogicalResponse>
}

/** Sees the exact text that is sent, and may add headers to it. */
export interface WireMiddleware {
  readonly kind: 'wire'
  readonly name: string
  readonly handle: (request: WireRequest, next: WireNext) => Promise<WireResponse>
}

/** Makes a logical middleware. `name` is for who reads or tests a list. */
export const logical = (name: string, handle: LogicalMiddleware['handle']): LogicalMiddleware => ({
  kind: 'logical',
  name,
  handle,
})

/** Makes a wire middleware. `name` is for who reads or tests a list. */
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

/** The first of the list is the outermost: it sees a request first and its answer last. */
export function compose<Request, Response>(
  steps: readonly Step<Request, Response>[],
  last: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  // `async` turns a step that throws at once into a rejection, as its callers expect.
  return steps.reduceRight<(request: Request) => Promise<Response>>(
    (next, step) => async (request) => step.handle(request, next),
    last,
  )
}
