import { Readable } from 'node:stream'

/** The body of a Node request, structurally, so that no type of Node is needed. */
export interface BodyStream extends AsyncIterable<unknown> {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly readableEnded?: boolean
  /** Set by a body parser or a platform that has read the stream before. */
  readonly rawBody?: unknown
}

/** The client hung up before its body was whole: nobody is left to answer. */
export class InterruptedBody extends Error {
  /** What Express and Fastify make of it: the client's fault, no failure of the server. */
  readonly statusCode = 400

  constructor(cause: unknown) {
    super('The client hung up before its body was whole', { cause })
    this.name = 'InterruptedBody'
  }
}

/**
 * All bytes of a request; `null` when they are more than `limit`. The rest of such a body is not
 * read.
 * @throws TypeError when a parser has read the stream before and kept no `rawBody`.
 * @throws InterruptedBody when the client hangs up before the end.
 */
export async function readRawBody(stream: BodyStream, limit: number): Promise<Uint8Array | null> {
  const kept = rawBodyOf(stream.rawBody)
  if (kept) return kept.length > limit ? null : kept
  if (stream.readableEnded === true && Number(stream.headers['content-length'] ?? 0) > 0)
    throw new TypeError(
      'The body was read before its signature could be verified. Put the sign middleware before ' +
        'the body parsers, or let the parser keep the bytes as `request.rawBody`.',
    )
  return collect(stream, limit)
}

function rawBodyOf(value: unknown): Uint8Array | undefined {
  if (typeof value === 'string') return Buffer.from(value)
  return value instanceof Uint8Array ? Buffer.from(value) : undefined
}

/**
 * All bytes of a stream, `null` if there are more than `limit`.
 * @throws InterruptedBody when the stream fails.
 */
export async function collect(
  stream: AsyncIterable<unknown> & Partial<Pick<BodyStream, 'headers'>>,
  limit: number,
): Promise<Uint8Array | null> {
  if (Number(stream.headers?.['content-length'] ?? 0) > limit) return null
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of undestroyed(stream)) {
      const bytes =
        typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk as Uint8Array)
      size += bytes.length
      if (size > limit) return null
      chunks.push(bytes)
    }
  } catch (cause) {
    throw new InterruptedBody(cause)
  }
  return Buffer.concat(chunks)
}

/** Ending a loop early destroys a Node stream, and with it the socket that the refusal needs. */
function undestroyed(stream: AsyncIterable<unknown>): AsyncIterable<unknown> {
  return stream instanceof Readable ? stream.iterator({ destroyOnReturn: false }) : stream
}

/** The bytes as strict UTF-8, byte order mark included; `null` for other bytes. */
export function readText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
