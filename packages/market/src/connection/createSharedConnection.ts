import {
  type Channel,
  createMachine,
  createStore,
  type Locks,
  type MachineTable,
  type TimerHandle,
} from '@x/kit'
import { keyOf, keyOfText } from '../wire.ts'
import {
  type Connection,
  type ConnectionOptions,
  type ConnectionState,
  createConnection,
} from './createConnection.ts'
import { createRelay, type Relay } from './createRelay.ts'
import { isTabMessage, TAB_PROTOCOL, type TabMessage } from './tabMessage.ts'

export interface TabPorts {
  /** `undefined`: the platform has none, and each tab keeps a socket of its own. */
  readonly locks: Locks | undefined
  readonly openChannel: (name: string) => Channel | undefined
  /** What the tabs of one server share; part of the names of lock and channel. Default `""`. */
  readonly name?: string
}

export type TabRole = 'idle' | 'seeking' | 'following' | 'leading' | 'alone'
type TabEvent = 'start' | 'led' | 'granted' | 'unanswered' | 'stop'

/**
 * `led`: a leading tab spoke. `granted`: the lock fell to this tab. `unanswered`: no leading tab
 * speaks, or the platform denies locks.
 */
export const tabTable: MachineTable<TabRole, TabEvent> = {
  idle: { start: 'seeking' },
  seeking: { led: 'following', granted: 'leading', unanswered: 'alone', stop: 'idle' },
  following: { led: 'following', granted: 'leading', unanswered: 'alone', stop: 'idle' },
  leading: { stop: 'idle' },
  alone: { led: 'following', granted: 'leading', stop: 'idle' },
}

/**
 * How long a tab waits for the leading one to answer, and how long a change of leaders may last
 * before the data counts as stale.
 */
const PATIENCE_MS = 2_000
const HANDOVER_MS = 1_000
const IDLE: ConnectionState = { status: 'idle', attempt: 0 }

/**
 * One socket for all tabs: whoever holds the lock has it and passes on what others follow; when
 * that tab goes, the lock falls to the next (docs/adr/market.md). `undefined` where the platform
 * has no locks or no channels.
 */
export function createSharedConnection(
  options: ConnectionOptions,
  { locks, openChannel, name = '' }: TabPorts,
): Connection | undefined {
  const lock = `${TAB_PROTOCOL} ${name}`
  const channel = locks && openChannel(lock)
  if (!locks || !channel) return undefined
  const { clock, random, silenceMs = 5_000, onOpen, onMessage, onLost } = options
  const lockOf = (id: string) => `${lock} ${id}`
  const state = createStore<ConnectionState>(IDLE)
  const role = createMachine(tabTable, 'idle')
  const held = new Set<string>()
  let me = ''
  let leader = ''
  let isUsed = false
  /** How the socket is, whatever this tab shows of it. */
  let feed = IDLE
  let ending = new AbortController()
  let relay: Relay | undefined
  /** This tab's own socket, leading or alone. */
  let own: Connection | undefined
  let watch: TimerHandle | undefined
  let handover: TimerHandle | undefined
  let stopListening = () => {}

  const is = (one: TabRole) => role.store.getState() === one
  const post = (message: TabMessage) => channel.post(message)
  const hold = (ask: readonly string[] = []) =>
    relay
      ? relay.hold(me, { held: [...held], ask })
      : post({ kind: 'hold', from: me, held: [...held], ask })
  const lead = () => relay && own && post({ kind: 'lead', from: me, state: own.state.getState() })

  /**
   * Takes over how the socket is, whoever has it. A change of leaders shows only if it lasts: the
   * books are whole, and a snapshot follows.
   */
  const show = (next: ConnectionState, { isNew = false } = {}): void => {
    feed = next
    const wasOpen = state.getState().status === 'open'
    if (next.status === 'open') {
      const isFresh = !wasOpen || isNew || handover !== undefined
      endHandover()
      state.setState(next)
      if (isFresh) onOpen()
    } else if (wasOpen && next.status === 'connecting' && (isNew || handover)) {
      awaitHandover()
    } else lose(next)
  }
  const awaitHandover = (): void => {
    handover ??= clock.after(HANDOVER_MS, () => lose(feed))
  }
  const lose = (next: ConnectionState): void => {
    endHandover()
    const wasOpen = state.getState().status === 'open'
    state.setState(next)
    if (wasOpen) onLost()
  }
  const endHandover = (): void => {
    handover?.cancel()
    handover = undefined
  }

  const connect = (): void => {
    if (!own) {
      const connection = createConnection({ ...options, onOpen() {}, onMessage: take, onLost() {} })
      own = connection
      connection.state.subscribe(() => {
        if (own !== connection) return
        if (connection.state.getState().status === 'open') relay?.opened()
        lead()
        if (isUsed) show(connection.state.getState())
      })
    }
    if (isUsed && state.getState().status === 'open') awaitHandover()
    own.start()
    if (isUsed) show(own.state.getState(), { isNew: true })
  }
  const disconnect = (): void => {
    const old = own
    own = undefined
    old?.dispose()
  }
  const take = (text: string): void => {
    // The only tab is asked for nothing that it does not hold: finding out the topic of each of
    // hundreds of messages a second is then for nothing.
    const key = relay?.needsKeys() ? keyOfText(text) : undefined
    if (key !== undefined && relay) {
      relay.answered(key)
      if (relay.isWanted(key)) post({ kind: 'text', from: me, key, text })
    }
    if (isUsed && (key === undefined || held.has(key))) onMessage(text)
  }

  const granted = (): void => {
    if (!role.send('granted')) return
    watch?.cancel()
    leader = me
    relay = createRelay({
      connection: { ask: (topics) => own?.ask(topics), drop: (topics) => own?.drop(topics) },
      clock,
      locks,
      lockOf,
      self: me,
      signal: ending.signal,
      onGone: () => isUsed || relay?.others() || leave(),
    })
    connect()
    lead()
  }
  const unanswered = (): void => {
    watch?.cancel()
    if (is('alone')) hold()
    else if (role.send('unanswered')) connect()
    watch = clock.after(silenceMs, unanswered)
  }
  /**
   * A silent leader is asked for a sign of life. One that does not answer is left, and asked again
   * from time to time.
   */
  const heard = (): void => {
    watch?.cancel()
    watch = clock.after(silenceMs, () => {
      hold()
      watch = clock.after(PATIENCE_MS, unanswered)
    })
  }

  const hear = (message: unknown): void => {
    if (!isTabMessage(message)) return
    if (message.kind === 'hold') {
      if (!relay) return
      relay.hold(message.from, message)
      if (message.held.length > 0 && message.ask.length === 0) lead()
    } else if (message.kind === 'lead') follow(message)
    else if (is('following') && message.from === leader) {
      heard()
      if (held.has(message.key)) onMessage(message.text)
    }
  }
  const follow = ({ from, state: next }: Extract<TabMessage, { kind: 'lead' }>): void => {
    const isNew = from !== leader || !is('following')
    if (!role.send('led')) return
    heard()
    disconnect()
    const isStranger = from !== leader
    leader = from
    if (isStranger) hold()
    show(next, { isNew })
  }

  const enter = (): void => {
    role.send('start')
    me = [...random.bytes(8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    ending = new AbortController()
    const { signal } = ending
    stopListening = channel.subscribe(hear)
    watch = clock.after(PATIENCE_MS, unanswered)
    const keep = (key: string, run: () => void) =>
      locks
        .request(key, { signal }, async () => {
          if (!signal.aborted) run()
          await aborted(signal)
        })
        .catch(() => signal.aborted || unanswered())
    // A leader takes a tab whose lock is free for gone, so the lock comes first and the first word
    // after it.
    void keep(lockOf(me), () => is('seeking') && hold())
    void keep(lock, granted)
  }
  const leave = (): void => {
    if (!role.send('stop')) return
    if (!relay) post({ kind: 'hold', from: me, held: [], ask: [] })
    ending.abort()
    stopListening()
    watch?.cancel()
    endHandover()
    relay = undefined
    disconnect()
    leader = ''
  }

  return {
    state,
    start() {
      if (isUsed || state.getState().status === 'closed') return
      isUsed = true
      if (own) return connect()
      state.setState({ status: 'connecting', attempt: 0 })
      enter()
    },
    ask(topics) {
      const keys = topics.map(keyOf)
      for (const key of keys) held.add(key)
      if (is('alone')) own?.ask(topics)
      else if (state.getState().status === 'open') hold(keys)
    },
    drop(topics) {
      for (const topic of topics) held.delete(keyOf(topic))
      if (is('alone')) own?.drop(topics)
      else if (!is('seeking')) hold()
    },
    stop() {
      isUsed = false
      held.clear()
      endHandover()
      if (state.getState().status !== 'closed') state.setState(IDLE)
      // A leader that needs the socket no more keeps it while others do.
      if (relay?.others()) hold()
      else leave()
    },
    dispose() {
      isUsed = false
      leave()
      channel.close()
      state.setState({ status: 'closed', attempt: 0 })
    },
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  )
