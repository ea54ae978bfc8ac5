import type { BusFrame, BusSnapshot, BusState } from './busFrames.ts'
import { createMessageTail, type MessageTail } from './createMessageTail.ts'
import type { SlowSubscribers } from './slowSubscribers.ts'
import type { Subscriber } from './Subscriber.ts'

/** What one topic's messages do on an edge: they reach each subscriber, and losses are found. */
export interface TopicRelay {
  readonly subscribers: ReadonlyMap<Subscriber, unknown>
  /** What was published, in any order and with anything missing. */
  onFrame(frame: BusFrame): void
  /** The answer to the question for a snapshot. */
  onSnapshot(snapshot: BusSnapshot): void
  /** The gateway that trades says how far it is. False: a message was lost. */
  onState(state: BusState): boolean
  /** Gives what is known, or later what will be. */
  add(subscriber: Subscriber): void
  remove(subscriber: Subscriber): void
  /** Whether a subscriber waits for a snapshot that is not here. */
  isWanting(): boolean
  /** Gives snapshots to those that were too slow and are so no longer. */
  catchUp(): void
}

/** The subscriber has nothing, or not what fits the next message. */
const NOTHING = -1

interface TopicRelayOptions {
  readonly slow: SlowSubscribers
  readonly onLoss: Parameters<typeof createMessageTail>[0]
  /** A message was handed to a subscriber. */
  readonly onSent?: (() => void) | undefined
}

/**
 * Passes the messages of one topic on. Of each subscriber it knows the number of the last message
 * that it was sent: a message goes to those that have the one before it, and all others get a
 * snapshot. `onLoss` is called once for each loss.
 */
export function createTopicRelay({ slow, onLoss, onSent }: TopicRelayOptions): TopicRelay {
  const tail = createMessageTail(onLoss)
  const { subscribers, forsake, pass, catchUp } = createReceivers({ tail, slow, onSent })
  let run = 0

  /** Whether something is of this run; with a later one everything begins anew. */
  function isCurrent(of: BusState): boolean {
    if (of.run > run) {
      run = of.run
      tail.drop()
      forsake(Infinity)
    }
    return of.run === run
  }

  function onSnapshot(snapshot: BusSnapshot): void {
    if (!isCurrent(snapshot)) return
    tail.take(snapshot)
    catchUp()
  }

  return {
    subscribers,
    onFrame(frame) {
      if (!isCurrent(frame)) return
      if (frame.isSnapshot) return onSnapshot(frame)
      tail.keep(frame)
      pass(frame)
      catchUp()
    },
    onSnapshot,
    onState(state) {
      const head = tail.head()
      if (!isCurrent(state) || head === undefined || head >= state.seq) return true
      tail.lose(state.seq)
      forsake(state.seq)
      return false
    },
    add(subscriber) {
      // Who subscribes again does so because what it has is wrong: nothing here is good enough.
      if (subscribers.has(subscriber)) tail.drop()
      subscribers.set(subscriber, NOTHING)
      catchUp()
    },
    remove: (subscriber) => void subscribers.delete(subscriber),
    isWanting: () =>
      !tail.hasSnapshot() && [...subscribers.values()].some((has) => has === NOTHING),
    catchUp,
  }
}

/** The subscribers, each with the number of the last message that it was sent. */
function createReceivers({
  tail,
  slow,
  onSent = () => {},
}: Pick<TopicRelayOptions, 'slow' | 'onSent'> & { readonly tail: MessageTail }) {
  const subscribers = new Map<Subscriber, number>()
  const send = (subscriber: Subscriber, text: string): void => {
    subscriber.send(text)
    onSent()
  }
  return {
    subscribers,
    /** Who has not what comes before the message `seq` needs a snapshot. */
    forsake(seq: number): void {
      for (const [subscriber, has] of subscribers)
        if (has < seq) subscribers.set(subscriber, NOTHING)
    },
    pass(frame: BusFrame): void {
      for (const [subscriber, has] of subscribers) {
        if (has === NOTHING || has >= frame.seq) continue
        const fits = has === frame.prevSeq && !slow.isFull(subscriber)
        if (fits) send(subscriber, frame.text)
        subscribers.set(subscriber, fits ? frame.seq : NOTHING)
      }
    },
    catchUp(): void {
      let whole: ReturnType<MessageTail['whole']>
      for (const [subscriber, has] of subscribers) {
        if (has !== NOTHING) continue
        whole ??= tail.whole()
        if (!whole) return
        if (!slow.hasCaughtUp(subscriber)) continue
        for (const text of whole.texts) send(subscriber, text)
        subscribers.set(subscriber, whole.seq)
      }
    },
  }
}
