import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A span as it came over the wire. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly isError: boolean
}

export interface Collector {
  readonly endpoint: string
  /** What came, whole. */
  readonly bodies: string[]
  /** With which status it answers. */
  answer: number
  spans(): readonly CollectedSpan[]
  resource(): Readonly<Record<string, unknown>>
  close(): void
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[]
  }[]
}

type WireSpan = Omit<CollectedSpan, 'attributes' | 'links' | 'isError'> & {
  readonly attributes?: readonly Attribute[]
  readonly links?: CollectedSpan['links']
  readonly status?: { readonly code?: number }
}

const STATUS_ERROR = 2

/** A collector of OpenTelemetry on this machine: takes OTLP over HTTP, in JSON. */
export async function openCollector(): Promise<Collector> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/v1/traces' && request.method === 'POST') bodies.push(body)
      response.writeHead(collector.answer, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const resources = () => bodies.flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
  const collector: Collector = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    answer: 200,
    spans: () =>
      resources().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) =>
          spans.map(({ attributes = [], links = [], status, ...span }) => ({
            ...span,
            attributes: valuesOf(attributes),
            links,
            isError: status?.code === STATUS_ERROR,
          })),
        ),
      ),
    resource: () => valuesOf(resources()[0]?.resource.attributes ?? []),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return collector
}

const valuesOf = (attributes: readonly Attribute[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
