import type { Clock, TimerHandle } from '@x/kit'
import { readStreamName, type StreamProduct } from './streamName.ts'
import { openSource, type SourceOptions } from './streamSources.ts'
import type { StreamSource } from './StreamSource.ts'

/** Who gets the messages of streams. */
export interface StreamSubscriber {
  send(stream: string, payload: string): void
  /** Messages were lost and are not to be had: what this one has of the stream is worth nothing. */
  lose(): void
}

/** Market streams: each is made once for all who watch it. */
export interface StreamHub {
  /** `false`: there is no such stream. */
  subscribe(name: string, subscriber: StreamSubscriber): boolean
  unsubscribe(name: string, subscriber: StreamSubscriber): void
  start(): void
  stop(): void
}

interface OpenStream {
  readonly source: StreamSource
  readonly subscribers: Set<StreamSubscriber>
  dueAt: number
}

const TICK_MS = 100

function publish(name: string, { source, subscribers }: OpenStream): void {
  for (const event of source.next()) {
    const payload = JSON.stringify(event)
    for (const subscriber of subscribers) subscriber.send(name, payload)
  }
}

export function createStreamHub({
  clock,
  product,
  onError,
  ...sources
}: SourceOptions & {
  readonly clock: Clock
  readonly product: StreamProduct
  readonly onError: (error: unknown) => void
}): StreamHub {
  const streams = new Map<string, OpenStream>()
  let timer: TimerHandle | undefined

  function tick(): void {
    timer = clock.after(TICK_MS, tick)
    const now = clock.monotonic()
    for (const [name, stream] of streams) {
      if (stream.dueAt > now) continue
      stream.dueAt = Math.max(stream.dueAt + stream.source.everyMs, now)
      try {
        publish(name, stream)
      } catch (error) {
        onError(error)
      }
    }
  }

  return {
    subscribe(name, subscriber) {
      const known = streams.get(name)
      if (known) {
        known.subscribers.add(subscriber)
        return true
      }
      const spec = readStreamName(name, product)
      if (!spec) return false
      const source = openSource(spec, { clock, ...sources })
      const dueAt = clock.monotonic()
      streams.set(name, { source, subscribers: new Set([subscriber]), dueAt })
      return true
    },
    unsubscribe(name, subscriber) {
      const stream = streams.get(name)
      stream?.subscribers.delete(subscriber)
      if (stream?.subscribers.size !== 0) return
      stream.source.stop?.()
      streams.delete(name)
    },
    start: tick,
    stop() {
      timer?.cancel()
      for (const { source } of streams.values()) source.stop?.()
      streams.clear()
    },
  }
}
