import {
  type Clock,
  createMachine,
  type Locks,
  type MachineTable,
  type Random,
  randomHex,
  type TimerHandle,
  whenAborted,
} from '@x/kit'

/** `standalone`: the tab has a socket of its own because no leader answers. */
export type TabRole = 'idle' | 'candidate' | 'follower' | 'leader' | 'standalone'
type TabEvent = 'start' | 'leaderSeen' | 'lockGranted' | 'noLeader' | 'stop'

/**
 * `leaderSeen`: a leading tab has announced itself. `lockGranted`: this tab holds the lock and
 * leads. `noLeader`: no leading tab answers, or the platform denies locks.
 */
export const tabTable: MachineTable<TabRole, TabEvent> = {
  idle: { start: 'candidate' },
  candidate: {
    leaderSeen: 'follower',
    lockGranted: 'leader',
    noLeader: 'standalone',
    stop: 'idle',
  },
  follower: { leaderSeen: 'follower', lockGranted: 'leader', noLeader: 'standalone', stop: 'idle' },
  leader: { stop: 'idle' },
  standalone: { leaderSeen: 'follower', lockGranted: 'leader', stop: 'idle' },
}

/** How long a tab waits for the answer of the leader, in milliseconds. */
const LEADER_TIMEOUT_MS = 2_000

export interface LeaderElectionOptions {
  readonly clock: Clock
  readonly random: Random
  readonly locks: Locks
  /** The name of the lock that the leader holds. */
  readonly lockName: string
  /** Milliseconds of silence after which a leader is asked to answer. */
  readonly heartbeatMs: number
  /** Sends this tab's subscriptions; the leader answers. */
  readonly announce: () => void
  /** This tab leads now, until `signal` aborts. */
  readonly onElected: (signal: AbortSignal) => void
  /** No leader answers: this tab needs a socket of its own. */
  readonly onStandalone: () => void
}

/** Elects one tab by a Web Lock; the browser passes the lock on when that tab closes or crashes. */
export interface LeaderElection {
  role(): TabRole
  /** This tab's id, new with each start. */
  tabId(): string
  /** The leader's id, or an empty string. */
  leaderId(): string
  /** The name of the lock that a tab holds as long as it lives. */
  lockOf(tabId: string): string
  start(): void
  /** Returns false where it had not started. */
  stop(): boolean
  /** A tab has announced itself as the leader. Returns false where this tab leads or is idle. */
  acceptLeader(leaderId: string): boolean
  /** The leader has sent a message. */
  onLeaderMessage(): void
}

export function createLeaderElection(options: LeaderElectionOptions): LeaderElection {
  const { clock, locks, lockName, heartbeatMs, announce } = options
  const machine = createMachine(tabTable, 'idle')
  let tabId = ''
  let leaderId = ''
  let lifetime = new AbortController()
  const leaderTimer = createTimer(clock)

  const role = () => machine.store.getState()
  const lockOf = (id: string) => `${lockName} ${id}`

  const onLockGranted = (): void => {
    if (!machine.send('lockGranted')) return
    leaderTimer.cancel()
    leaderId = tabId
    options.onElected(lifetime.signal)
  }
  /** A standalone tab goes on asking for a leader. */
  const onNoLeader = (): void => {
    if (role() === 'standalone') announce()
    else if (machine.send('noLeader')) options.onStandalone()
    leaderTimer.set(heartbeatMs, onNoLeader)
  }
  const awaitLeaderMessage = (): void =>
    leaderTimer.set(heartbeatMs, () => {
      announce()
      leaderTimer.set(LEADER_TIMEOUT_MS, onNoLeader)
    })

  return {
    role,
    tabId: () => tabId,
    leaderId: () => leaderId,
    lockOf,
    start() {
      if (!machine.send('start')) return
      tabId = randomHex(options.random, 8)
      lifetime = new AbortController()
      leaderTimer.set(LEADER_TIMEOUT_MS, onNoLeader)
      const hold = { locks, signal: lifetime.signal, onDenied: onNoLeader }
      // A leader takes a tab whose lock is free for dead: the lock comes before the first message.
      holdLock(lockOf(tabId), { ...hold, onGranted: () => role() === 'candidate' && announce() })
      holdLock(lockName, { ...hold, onGranted: onLockGranted })
    },
    stop() {
      if (!machine.send('stop')) return false
      lifetime.abort()
      leaderTimer.cancel()
      leaderId = ''
      return true
    },
    acceptLeader(id) {
      if (!machine.send('leaderSeen')) return false
      leaderId = id
      awaitLeaderMessage()
      return true
    },
    onLeaderMessage: awaitLeaderMessage,
  }
}

interface HeldLock {
  readonly locks: Locks
  /** Releases the lock. */
  readonly signal: AbortSignal
  readonly onGranted: () => void
  readonly onDenied: () => void
}

function holdLock(name: string, { locks, signal, onGranted, onDenied }: HeldLock): void {
  locks
    .request(name, { signal }, async () => {
      if (!signal.aborted) onGranted()
      await whenAborted(signal)
    })
    .catch(() => signal.aborted || onDenied())
}

/** One timer; setting it replaces the last one. */
function createTimer(clock: Clock) {
  let timer: TimerHandle | undefined
  return {
    set(ms: number, run: () => void): void {
      timer?.cancel()
      timer = clock.after(ms, run)
    },
    cancel: () => timer?.cancel(),
  }
}
