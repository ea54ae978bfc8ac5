/** The client and the server side of a simulated connection to Postgres. */
import type { Network, Stream } from './network.ts'
import { currentProcess, isDead, type Host, type Process, type World } from './World.ts'

export interface Answer {
  readonly rows: readonly object[]
  /** The server warned, as it does where it committed without its standbys. */
  readonly hasWarning?: boolean
}

export interface Session {
  listens: boolean
  /** The process at the other end. */
  readonly client: Process
  notify(): void
}

/** A server process: it answers until it dies. */
export interface Server {
  readonly host: Host
  /** `undefined`: it is down, and its host refuses connections. */
  process(): Process | undefined
  /** Whether it takes connections; a standby takes none, also until it is promoted. */
  isOpen(): boolean
  readonly sessions: Set<Session & { readonly end: () => void }>
  /** @throws what the client is given as an error */
  answer(session: Session, text: string, params: readonly unknown[]): Promise<Answer>
}

/** Who answers under the name of a host at this moment. */
export type Resolve = (name: string) => Server

interface ClientOptions {
  readonly connectionString: string
  readonly connectionTimeoutMillis: number
  readonly query_timeout: number
}

type Listener = (value: unknown) => void

interface Pending {
  readonly resolve: (answer: { readonly rows: readonly object[] }) => void
  readonly reject: (error: Error) => void
}

const brokenError = (text: string, code?: string): Error =>
  Object.assign(new Error(text), code === undefined ? {} : { code })

/** Ends every connection to a server, as its end does. */
export function dropSessions({ sessions }: Pick<Server, 'sessions'>): void {
  for (const { end } of sessions) end()
  sessions.clear()
}

/** What simulated processes find under their names, by world. */
const services = new WeakMap<World, { readonly network: Network; readonly resolve: Resolve }>()

export const provide = (
  world: World,
  found: { readonly network: Network; readonly resolve: Resolve },
): void => void services.set(world, found)

/** What `pg.Client` is to simulated processes. */
export class SimulatedClient {
  readonly #options: ClientOptions
  readonly #listeners: { readonly name: string; readonly run: Listener; once: boolean }[] = []
  readonly #own: Process
  readonly #world: World
  #pending: Pending | undefined
  #stream: Stream | undefined
  #server: Server | undefined
  #session: (Session & { readonly end: () => void }) | undefined
  #isOver = false
  readonly #network: Network
  readonly #resolve: Resolve

  constructor(options: ClientOptions) {
    const own = currentProcess()
    if (!own) throw new Error('Only simulated processes reach the simulated server.')
    this.#own = own
    this.#world = own.world
    this.#options = options
    const found = services.get(own.world)!
    this.#network = found.network
    this.#resolve = found.resolve
  }

  on(name: string, run: Listener): void {
    this.#listeners.push({ name, run, once: false })
  }

  once(name: string, run: Listener): void {
    this.#listeners.push({ name, run, once: true })
  }

  #emit(name: string, value?: unknown): void {
    // One that listens once is gone before it is called, which may add others.
    const due = this.#listeners.filter((listener) => listener.name === name)
    for (const listener of due) {
      if (listener.once) this.#listeners.splice(this.#listeners.indexOf(listener), 1)
      listener.run(value)
    }
  }

  connect(): Promise<void> {
    const { hostname } = new URL(this.#options.connectionString)
    const server = this.#resolve(hostname)
    this.#server = server
    return new Promise((done, refuse) => {
      const late = this.#world.after(
        this.#options.connectionTimeoutMillis,
        () => refuse(brokenError('timeout expired')),
        this.#own,
      )
      const answered = (run: () => void) => () => {
        late.cancel()
        run()
      }
      const back = (run: () => void) =>
        this.#network.send(server.host, this.#own.host, { to: () => this.#own, run: answered(run) })
      this.#network.send(this.#own.host, server.host, {
        // A host whose server is down answers too, in the place of it.
        to: () => server.process() ?? this.#own,
        run: () => {
          // One that has become a standby meanwhile is led to nobody.
          const isUp = server.process() !== undefined && server.isOpen()
          const isLed = isUp && this.#resolve(hostname) === server
          if (!isLed) return back(() => refuse(brokenError('refused', 'ECONNREFUSED')))
          this.#open(server)
          back(done)
        },
      })
    })
  }

  #open(server: Server): void {
    const stream = this.#network.connect(this.#own.host, server.host)
    this.#stream = stream
    const session = {
      listens: false,
      client: this.#own,
      notify: () =>
        stream.send(server.host, {
          to: () => this.#own,
          run: () => this.#emit('notification'),
        }),
      end: () => {
        stream.close()
        this.#network.send(server.host, this.#own.host, {
          to: () => this.#own,
          run: () => this.#break(brokenError('Connection terminated unexpectedly')),
        })
      },
    }
    this.#session = session
    server.sessions.add(session)
  }

  #break(error: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    const pending = this.#pending
    this.#pending = undefined
    pending?.reject(error)
    this.#emit('error', error)
    this.#emit('end')
  }

  query(text: string, params: readonly unknown[] = []): Promise<object> {
    const server = this.#server
    const stream = this.#stream
    const session = this.#session
    if (!server || !stream || !session || this.#isOver)
      return Promise.reject(brokenError('Client has encountered a connection error'))
    if (this.#pending) throw new Error('One question at a time.')
    return new Promise((done, refuse) => {
      const late = this.#world.after(
        this.#options.query_timeout,
        () => settle(() => refuse(brokenError('Query read timeout'))),
        this.#own,
      )
      const pending: Pending = { resolve: done, reject: refuse }
      this.#pending = pending
      const settle = (run: () => void): void => {
        late.cancel()
        // Given up, or answered before.
        if (this.#pending !== pending) return
        this.#pending = undefined
        run()
      }
      const reply = (run: () => void) =>
        stream.send(server.host, { to: () => this.#own, run: () => settle(run) })
      stream.send(this.#own.host, {
        to: server.process,
        run: () => {
          // Of a connection that the server has ended it reads nothing more.
          if (!server.sessions.has(session)) return
          void server.answer(session, text, params).then(
            ({ rows, hasWarning = false }) =>
              reply(() => {
                if (hasWarning) this.#emit('notice', { severity: 'WARNING' })
                done({ rows })
              }),
            (error: Error) => reply(() => refuse(error)),
          )
        },
      })
    })
  }

  async end(): Promise<void> {
    this.#isOver = true
    this.#stream?.close()
    if (this.#session) this.#server?.sessions.delete(this.#session)
    this.#emit('end')
  }
}

/** Ends the sessions of a client's process that is gone. */
export function dropClient({ sessions }: Pick<Server, 'sessions'>): void {
  for (const session of sessions) if (isDead(session.client)) sessions.delete(session)
}
