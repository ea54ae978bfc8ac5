import { TraceFlags, type SpanContext } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { traceIdOf } from '../log/Log.ts'

/** Where a request belongs among traces. */
export interface RequestContext {
  /** 32 hex digits; absent: a new trace. */
  readonly traceId: string | undefined
  /** The caller's span of the same trace. */
  readonly parent: SpanContext | undefined
  /** The caller's span of another trace. */
  readonly link: SpanContext | undefined
  /** The trace id of the wire protocol, as in logs, audit and error messages. */
  readonly wireTraceId: string | undefined
}

/** The trace id of the wire protocol as one of W3C: `w` and 24 digits, of which 8 zeros make 32. */
export const w3cTraceId = (wireTraceId: string): string => wireTraceId.slice(1).padStart(32, '0')

/**
 * Reads `trace-id` and `traceparent`. The former decides, because it is signed and written down;
 * a trace context of another trace becomes a link.
 */
export function requestContextOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): RequestContext {
  const wireTraceId = traceIdOf(headers)
  const caller = callerOf(headers['traceparent'])
  if (wireTraceId === undefined)
    return { traceId: caller?.traceId, parent: caller, link: undefined, wireTraceId }
  const traceId = w3cTraceId(wireTraceId)
  const isSame = caller?.traceId === traceId
  return {
    traceId,
    parent: isSame ? caller : undefined,
    link: isSame ? undefined : caller,
    wireTraceId,
  }
}

function callerOf(header: string | string[] | undefined): SpanContext | undefined {
  const parsed = typeof header === 'string' ? parseTraceParent(header) : null
  // Whether a trace is recorded is not for a caller to say.
  return parsed ? { ...parsed, traceFlags: TraceFlags.SAMPLED, isRemote: true } : undefined
}
