import type { Channel, Locks } from '@x/kit'
import { keyOf } from '../wire.ts'
import { createHandover } from './createHandover.ts'
import { createLeaderElection } from './createLeaderElection.ts'
import { createRelay, type Relay } from './createRelay.ts'
import { createSocketConnection } from './createSocketConnection.ts'
import type { ConnectionOptions, MarketConnection } from './MarketConnection.ts'
import { isTabMessage, TAB_PROTOCOL, type TabMessage } from './tabMessage.ts'

/** The ports by which the tabs of a browser share one socket. */
export interface TabPorts {
  /** `undefined`: the platform has no Web Locks, and each tab has a socket of its own. */
  readonly locks: Locks | undefined
  readonly openChannel: (name: string) => Channel | undefined
  /** Part of the names of lock and channel, to separate servers. Default `""`. */
  readonly name?: string
}

/**
 * One socket for all tabs of a browser. An elected tab has it and relays what the others subscribe
 * to; when that tab closes or crashes, another one is elected. `undefined` where the platform has
 * no Web Locks or no BroadcastChannel.
 */
export function createSharedConnection(
  options: ConnectionOptions,
  { locks, openChannel, name = '' }: TabPorts,
): MarketConnection | undefined {
  const lockName = `${TAB_PROTOCOL} ${name}`
  const channel = locks && openChannel(lockName)
  if (!locks || !channel) return undefined
  const { clock, random, heartbeatMs = 5_000, onConnect, onMessage, onDisconnect } = options
  const handover = createHandover({ clock, onConnect, onDisconnect })
  const { state } = handover
  /** The keys of this tab's topics. */
  const subscribed = new Set<string>()
  /** Between `start` and `stop`; a leader keeps the socket for others beyond that. */
  let isUsed = false
  let relay: Relay | undefined
  /** The socket of this tab, while it leads or is standalone. */
  let ownConnection: MarketConnection | undefined
  let unsubscribeChannel = () => {}

  const post = (message: TabMessage) => channel.post(message)
  const sendSubscriptions = (refresh: readonly string[] = []): void => {
    const topics = { keys: [...subscribed], refresh }
    if (relay) relay.setSubscriptions(election.tabId(), topics)
    else post({ kind: 'subscriptions', from: election.tabId(), ...topics })
  }
  const announceLeader = (): void => {
    if (relay && ownConnection)
      post({ kind: 'leader', from: election.tabId(), state: ownConnection.state.getState() })
  }

  const connect = (): void => {
    ownConnection ??= createOwnConnection()
    if (isUsed && state.getState().status === 'open') handover.begin()
    ownConnection.start()
    if (isUsed) handover.update(ownConnection.state.getState(), { isNewLeader: true })
  }
  const createOwnConnection = (): MarketConnection => {
    const connection = createSocketConnection({
      ...options,
      onConnect() {},
      onMessage: receive,
      onDisconnect() {},
    })
    connection.state.subscribe(() => {
      if (ownConnection !== connection) return
      const next = connection.state.getState()
      if (next.status === 'open') relay?.onSocketOpen()
      announceLeader()
      if (isUsed) handover.update(next)
    })
    return connection
  }
  const disconnect = (): void => {
    const old = ownConnection
    ownConnection = undefined
    old?.dispose()
  }
  const receive = (text: string): void => {
    const key = relay?.forward(text)
    if (isUsed && (key === undefined || subscribed.has(key))) onMessage(text)
  }

  const election = createLeaderElection({
    clock,
    random,
    locks,
    lockName,
    heartbeatMs,
    announce: () => sendSubscriptions(),
    onStandalone: connect,
    onElected(signal) {
      relay = createRelay({
        connection: {
          subscribe: (topics) => ownConnection?.subscribe(topics),
          unsubscribe: (topics) => ownConnection?.unsubscribe(topics),
        },
        clock,
        locks,
        lockOf: election.lockOf,
        tabId: election.tabId(),
        post,
        signal,
        onTabGone: () => isUsed || relay?.otherTabs() || leave(),
      })
      connect()
      announceLeader()
    },
  })

  const onTabMessage = (message: unknown): void => {
    if (!isTabMessage(message)) return
    if (message.kind === 'subscriptions') {
      if (!relay) return
      relay.setSubscriptions(message.from, message)
      if (message.keys.length > 0 && message.refresh.length === 0) announceLeader()
    } else if (message.kind === 'leader') onLeader(message)
    else if (election.role() === 'follower' && message.from === election.leaderId()) {
      election.onLeaderMessage()
      if (subscribed.has(message.key)) onMessage(message.text)
    }
  }
  const onLeader = ({ from, state: next }: Extract<TabMessage, { kind: 'leader' }>): void => {
    const isOther = from !== election.leaderId()
    const isNewLeader = isOther || election.role() !== 'follower'
    if (!election.acceptLeader(from)) return
    disconnect()
    if (isOther) sendSubscriptions()
    handover.update(next, { isNewLeader })
  }

  const join = (): void => {
    unsubscribeChannel = channel.subscribe(onTabMessage)
    election.start()
  }
  const leave = (): void => {
    if (!election.stop()) return
    if (!relay) post({ kind: 'subscriptions', from: election.tabId(), keys: [], refresh: [] })
    unsubscribeChannel()
    handover.cancel()
    relay = undefined
    disconnect()
  }

  return {
    state,
    start() {
      if (isUsed || state.getState().status === 'closed') return
      isUsed = true
      if (ownConnection) return connect()
      handover.reset({ status: 'connecting', attempt: 0 })
      join()
    },
    subscribe(topics) {
      const keys = topics.map(keyOf)
      for (const key of keys) subscribed.add(key)
      if (election.role() === 'standalone') ownConnection?.subscribe(topics)
      else if (state.getState().status === 'open') sendSubscriptions(keys)
    },
    unsubscribe(topics) {
      for (const topic of topics) subscribed.delete(keyOf(topic))
      const role = election.role()
      if (role === 'standalone') ownConnection?.unsubscribe(topics)
      else if (role !== 'idle' && role !== 'candidate') sendSubscriptions()
    },
    stop() {
      isUsed = false
      subscribed.clear()
      if (state.getState().status !== 'closed') handover.reset()
      if (relay?.otherTabs()) sendSubscriptions()
      else leave()
    },
    dispose() {
      isUsed = false
      leave()
      channel.close()
      handover.reset({ status: 'closed', attempt: 0 })
    },
  }
}
