import type { UserStreamMessage } from '@x/api'
import type { Clock } from '@x/kit'
import type { EventBus } from '../../../platform/event-bus/EventBus.ts'
import { answerEdges } from '../../../platform/event-bus/relay/answerEdges.ts'
import { writeFrame, type BusSnapshot } from '../../../platform/event-bus/relay/busFrames.ts'
import type { SessionReader } from '../../../platform/http/SessionReader.ts'
import type { Trader } from '../../trading/ports/TradingService.ts'
import { userKey } from '../concernedUsers.ts'
import type { UserTopics, UserTopicsOptions } from '../createUserTopics.ts'
import type { UserTopic } from '../wire.ts'
import {
  ENDED_SUBJECT,
  SESSION_SUBJECT,
  USERS_ON_BUS,
  type SessionAnswer,
  type SessionHeaders,
  type UserAddress,
} from './userSubjects.ts'

export interface PublishUsersOptions {
  readonly bus: EventBus
  /** Of the right to trade: edges leave a gateway with an older one. */
  readonly epoch: number
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly sessions: SessionReader
  /** Before a user's first snapshot. */
  readonly ensureAccount: (trader: Trader) => void
  /** Topics of a user that hear of what is published from now on. */
  readonly openTopics: (
    trader: Trader,
    options: Pick<UserTopicsOptions, 'send' | 'onFailed' | 'keepsNumbers'>,
  ) => UserTopics
  /** They hear nothing more. */
  readonly closeTopics: (trader: Trader, topics: UserTopics) => void
  /** A topic that no edge has named for so long is published no longer. Default 15 s. */
  readonly forgetMs?: number
}

/** Accounts that one gateway opens for edges in its life are fewer. */
const MOST_OPENED = 1_000_000_000

/** What edges watch of one user's account. */
interface Feed {
  readonly trader: Trader
  readonly run: number
  readonly topics: UserTopics
  readonly watched: Map<UserTopic, Watched>
}

interface Watched {
  seq: number
  /** Wait for the next snapshot. */
  readonly waiting: ((snapshot: BusSnapshot) => void)[]
}

/**
 * Publishes what happens to the users whom edges watch once, on the bus, and says whose session a
 * request belongs to. Answers the verb that ends it.
 */
export function publishUsers(options: PublishUsersOptions): () => void {
  const { bus } = options
  const { watch, leave } = createFeeds(options)

  function snapshotOf(address: UserAddress): BusSnapshot | Promise<BusSnapshot> {
    const found = watch(address)
    if (!found) return { run: 0, seq: 0, isUnknown: true }
    const { feed, watched } = found
    return new Promise((resolve) => {
      watched.waiting.push(resolve)
      // Nothing, while one is on its way.
      feed.topics.subscribe(address.topic)
    })
  }

  async function judge(headers: SessionHeaders): Promise<SessionAnswer> {
    const verdict = await options.sessions.read({ ...headers })
    if (!verdict.ok) return { code: verdict.code }
    const { realm, userId, sessionId } = verdict.session
    options.ensureAccount({ realm, userId })
    return { session: { realm, userId, sessionId } }
  }

  const ends = [
    answerEdges<UserAddress>({
      ...options,
      named: USERS_ON_BUS,
      snapshotOf,
      stateOf(address) {
        const found = watch(address)
        return found && { run: found.feed.run, seq: found.watched.seq }
      },
      forget: leave,
    }),
    bus.answer(SESSION_SUBJECT, async (text) =>
      JSON.stringify(await judge(JSON.parse(text) as SessionHeaders)),
    ),
    options.sessions.onEnd((sessionId) => bus.publish(ENDED_SUBJECT, sessionId)),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** The accounts that edges watch, each with topics that write to the bus. */
function createFeeds({ bus, epoch, openTopics, closeTopics }: PublishUsersOptions) {
  const feeds = new Map<string, Feed>()
  let opened = 0

  function close(feed: Feed): void {
    if (feeds.get(userKey(feed.trader)) !== feed) return
    feeds.delete(userKey(feed.trader))
    feed.topics.clear()
    closeTopics(feed.trader, feed.topics)
  }

  function open({ realm, userId }: Trader): Feed {
    const trader = { realm, userId }
    const run = epoch * MOST_OPENED + ++opened
    const watched: Feed['watched'] = new Map()
    const topics = openTopics(trader, {
      // Edges that had the one before it must not take the next delta for their own.
      keepsNumbers: true,
      send: (message) => publish({ run, watched, trader }, message),
      // Who names it again has it opened anew, with a later run.
      onFailed: () => close(feed),
    })
    const feed = { trader, run, topics, watched }
    feeds.set(userKey(trader), feed)
    return feed
  }

  function publish(
    { run, watched, trader }: Pick<Feed, 'run' | 'watched' | 'trader'>,
    message: UserStreamMessage,
  ): void {
    const { topic, type, seq } = message
    const own = watched.get(topic)
    const subject = USERS_ON_BUS.subjectOf({ ...trader, topic })
    if (!own || subject === undefined) return
    own.seq = seq
    const text = JSON.stringify(message)
    bus.publish(subject, writeFrame(run, text))
    if (type === 'snapshot') for (const give of own.waiting.splice(0)) give({ run, seq, text })
  }

  return {
    watch(address: UserAddress) {
      if (USERS_ON_BUS.subjectOf(address) === undefined) return undefined
      const feed = feeds.get(userKey(address)) ?? open(address)
      const known = feed.watched.get(address.topic)
      if (known) return { feed, watched: known }
      const watched: Watched = { seq: 0, waiting: [] }
      feed.watched.set(address.topic, watched)
      feed.topics.subscribe(address.topic)
      return { feed, watched }
    },
    leave(address: UserAddress): void {
      const feed = feeds.get(userKey(address))
      if (!feed?.watched.delete(address.topic)) return
      feed.topics.unsubscribe(address.topic)
      if (feed.watched.size === 0) close(feed)
    },
  }
}
