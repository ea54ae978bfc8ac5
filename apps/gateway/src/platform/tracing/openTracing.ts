import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Clock } from '@x/kit'
import type { CommandTrace, TracedCommand } from '../../exchange/ports/CommandTrace.ts'
import type { HandledRequest } from '../http/HandledRequest.ts'
import type { Log } from '../log/Log.ts'
import { reportFailures } from './reportFailures.ts'
import { type RequestContext, requestContextOf } from './traceContext.ts'
import type { RequestTrace, Tracing, TracingSettings } from './Tracing.ts'

/** After a failed export, and at the end. */
const EXPORT_LIMIT_MS = 5_000
const CLOSE_LIMIT_MS = 3_000

/** What is at work in this turn of the event loop. */
interface Running {
  readonly context: Context
  readonly request: { isOver: boolean }
}

interface Traced {
  readonly tracer: Tracer
  readonly running: AsyncLocalStorage<Running>
}

/**
 * Exports spans over OTLP/HTTP. An attribute is a name, a code or a number of ours; nothing that a
 * caller sent but its trace id.
 */
export function openTracing(
  { endpoint, share, service }: TracingSettings,
  { clock, log }: { readonly clock: Pick<Clock, 'after'>; readonly log: Log },
): Tracing {
  const ids = createIds()
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_LIMIT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.instance.id': hostname(),
    }),
    sampler: new TraceIdRatioBasedSampler(share),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter: reportFailures(exporter, log) })],
  })
  const tracer = provider.getTracer('gateway')
  const running = new AsyncLocalStorage<Running>()
  return {
    request(headers) {
      const of = requestContextOf(headers)
      return traceRequest(
        ids.within(of.traceId, () => startRequest(tracer, of)),
        {
          tracer,
          running,
        },
      )
    },
    commands: traceCommands({ tracer, running }),
    async close() {
      await Promise.race([
        provider.shutdown().catch(() => {}),
        new Promise<void>((resolve) => void clock.after(CLOSE_LIMIT_MS, resolve)),
      ])
    },
  }
}

/** Random ids, but for a trace whose id is given and whose first span is ours. */
function createIds() {
  const random = new RandomIdGenerator()
  let given: string | undefined
  return {
    generateTraceId: () => given ?? random.generateTraceId(),
    generateSpanId: () => random.generateSpanId(),
    within<T>(traceId: string | undefined, run: () => T): T {
      given = traceId
      try {
        return run()
      } finally {
        given = undefined
      }
    },
  }
}

function startRequest(tracer: Tracer, { parent, link, wireTraceId }: RequestContext): Span {
  return tracer.startSpan(
    'HTTP',
    {
      kind: SpanKind.SERVER,
      attributes: wireTraceId === undefined ? {} : { 'exchange.trace_id': wireTraceId },
      links: link ? [{ context: link }] : [],
    },
    parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
  )
}

function traceRequest(span: Span, { tracer, running }: Traced): RequestTrace {
  const request = { isOver: false }
  const around = trace.setSpan(ROOT_CONTEXT, span)
  return {
    part(name, run) {
      if (!span.isRecording()) return run()
      const own = tracer.startSpan(name, {}, around)
      return running.run({ context: trace.setSpan(around, own), request }, async () => {
        try {
          return await run()
        } catch (error) {
          own.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          own.end()
        }
      })
    },
    end(answered) {
      request.isOver = true
      describe(span, answered)
      span.end()
    },
  }
}

function describe(span: Span, { method, route, status, code }: HandledRequest): void {
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    ...(code === undefined ? {} : { 'exchange.code': code }),
  })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}

function traceCommands({ tracer, running }: Traced): CommandTrace {
  return {
    begin(kind) {
      const within = running.getStore()
      // A timer that a request has started outlives it, and is nobody's part any more.
      if (!within || within.request.isOver) return undefined
      const span = tracer.startSpan(
        'engine command',
        { attributes: { 'exchange.command': kind } },
        within.context,
      )
      return tracedCommand(span, { tracer, context: trace.setSpan(within.context, span) })
    },
  }
}

function tracedCommand(
  span: Span,
  { tracer, context }: { readonly tracer: Tracer; readonly context: Context },
): TracedCommand {
  return {
    executed(refused) {
      if (refused !== undefined) span.setAttribute('exchange.refused', refused)
      span.end()
    },
    failed() {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    appended(seq, durable) {
      const append = tracer.startSpan(
        'journal append',
        { attributes: { 'exchange.journal.seq': seq } },
        context,
      )
      durable.then(
        () => append.end(),
        () => {
          append.setStatus({ code: SpanStatusCode.ERROR })
          append.end()
        },
      )
    },
  }
}
