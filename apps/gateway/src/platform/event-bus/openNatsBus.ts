import { createEmitter, type Clock, type TimerHandle } from '@x/kit'
import type { ConnectionOptions, Msg, NatsConnection, RequestError } from '@nats-io/transport-node'
import type { Log } from '../log/Log.ts'
import { BusError, type End, type EventBus } from './EventBus.ts'

export interface NatsBusOptions {
  /** `nats://user:password@host:port` or `tls://…`; the first one names the user. */
  readonly servers: readonly string[]
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
  /** How this process is called in the server's list of connections. */
  readonly name: string
}

const CONNECT_MS = 2_000
const RETRY_MS = 250
/** A server that says nothing for twice as long is left for another one. */
const PING_MS = 4_000

/** Something that is begun on each new connection. */
type Begin = (connection: NatsConnection) => End

/**
 * A bus over a NATS server or cluster. Where none is there yet it connects to the first one: what
 * it carries can be asked for again, so nobody waits for it.
 */
export async function openNatsBus(options: NatsBusOptions): Promise<EventBus> {
  const { current, keep, onReconnect, close } = await keepConnected(options)

  /** Whatever another process sends: it must not end this one. */
  async function guarded(subject: string, run: () => unknown): Promise<void> {
    try {
      await run()
    } catch (error) {
      const reason = messageOf(error)
      options.log.warn('A message of the bus could not be read', { subject, error: reason })
    }
  }

  const listen = (subject: string, onMessage: (message: Msg) => unknown): End =>
    keep((connection) => {
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => void (error ?? guarded(subject, () => onMessage(message))),
      })
      return () => subscription.unsubscribe()
    })

  return {
    publish: (subject, text) => void current()?.publish(subject, text),
    subscribe: (subject, onMessage) => listen(subject, (message) => onMessage(message.string())),
    answer: (subject, onRequest) =>
      listen(subject, async (message) => message.respond(await onRequest(message.string()))),
    async request(subject, text, { timeoutMs }) {
      const connection = current()
      if (!connection) {
        const cause = new Error('There is no connection.')
        throw new BusError(subject, { cause, isUndelivered: true })
      }
      try {
        const message = await connection.request(subject, text, { timeout: timeoutMs })
        return message.string()
      } catch (cause) {
        throw new BusError(subject, { cause, isUndelivered: isWithoutResponders(cause) })
      }
    },
    onReconnect,
    close,
  }
}

async function keepConnected(options: NatsBusOptions) {
  const { log } = options
  const { connect } = await import('@nats-io/transport-node')
  const reconnected = createEmitter<void>()
  const begun = new Map<Begin, End>()
  let connection: NatsConnection | undefined
  let state: 'away' | 'connected' | 'closed' = 'away'
  let retry: TimerHandle | undefined

  async function open(isFirstTry: boolean): Promise<void> {
    try {
      const opened = await connect(connectionOptions(options))
      if (state === 'closed') return await opened.close()
      connection = opened
      for (const begin of begun.keys()) begun.set(begin, begin(opened))
      onConnected()
      void watch(opened)
    } catch (error) {
      if (state === 'closed') return
      if (isFirstTry) log.warn('No NATS server can be reached', { error: messageOf(error) })
      retry = options.clock.after(RETRY_MS, () => void open(false))
    }
  }

  function onConnected(): void {
    state = 'connected'
    reconnected.emit()
  }

  async function watch(opened: NatsConnection): Promise<void> {
    for await (const status of opened.status()) {
      if (state === 'closed') return
      if (status.type === 'disconnect') {
        state = 'away'
        log.warn('The NATS server was lost', { server: status.server })
      } else if (status.type === 'reconnect') {
        log.info('A NATS server is there again', { server: status.server })
        onConnected()
      }
    }
  }

  await open(true)
  return {
    /** What is published without one the client would keep for later, when it is old. */
    current: () => (state === 'connected' ? connection : undefined),
    keep(begin: Begin): End {
      begun.set(begin, connection ? begin(connection) : () => {})
      return () => {
        begun.get(begin)?.()
        begun.delete(begin)
      }
    },
    onReconnect: reconnected.subscribe,
    async close(): Promise<void> {
      state = 'closed'
      retry?.cancel()
      await connection?.close()
    },
  }
}

function connectionOptions({ servers, name }: NatsBusOptions): ConnectionOptions {
  const urls = servers.map((server) => new URL(server))
  const [first] = urls
  const isTls = first?.protocol === 'tls:'
  return {
    servers: urls.map(({ host }) => host),
    name,
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    ...(isTls ? { tls: {} } : {}),
    ...(first?.username
      ? {
          user: decodeURIComponent(first.username),
          pass: decodeURIComponent(first.password),
        }
      : {}),
  }
}

/** The server itself says that nobody listens; all else may have been delivered. */
const isWithoutResponders = (error: unknown): boolean =>
  (error as Partial<RequestError> | null)?.isNoResponders?.() === true

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')
