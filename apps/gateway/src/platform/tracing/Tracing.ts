import type { CommandTrace } from '../../exchange/ports/CommandTrace.ts'
import type { HandledRequest } from '../http/HandledRequest.ts'

/** Where traces go, and how many. */
export interface TracingSettings {
  /** Of an OTLP collector over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  /** Share of the traces that are recorded, above 0 and at most 1. */
  readonly share: number
  /** The name under which the collector shows this process. */
  readonly service: string
}

/** Spans of requests and of their commands. Absent wherever traces are not exported. */
export interface Tracing {
  /** The span of a request that has come. */
  request(headers: Readonly<Record<string, string | string[] | undefined>>): RequestTrace
  /** For the trading core: spans of the commands that a traced request runs. */
  readonly commands: CommandTrace
  /** Sends what waits, for a few seconds at most. */
  close(): Promise<void>
}

export interface RequestTrace {
  /** Runs a part of the request in a span of its own. */
  part<T>(name: string, run: () => Promise<T>): Promise<T>
  end(answered: HandledRequest): void
}

/** Runs `run`, in a span of its own where the request is traced. */
export function inPart<T>(
  trace: RequestTrace | undefined,
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  return trace ? trace.part(name, run) : run()
}
