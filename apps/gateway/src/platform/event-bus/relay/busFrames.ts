import type { EventBus } from '../EventBus.ts'

/** How far a topic is. */
export interface BusState {
  /**
   * Grows with each gateway that trades and each time that it opens the topic anew. Numbers of
   * messages are comparable within one run; what an older one says counts no longer.
   */
  readonly run: number
  /** The number of the last message. */
  readonly seq: number
}

/** What an edge is answered about one topic. */
export interface BusSnapshot extends BusState {
  /** There is no such topic. */
  readonly isUnknown?: true
  /** Absent: there is nothing to show yet. */
  readonly text?: string | undefined
}

/** A published message, and what is read of it on the way. */
export interface BusFrame extends BusState {
  readonly text: string
  readonly isSnapshot: boolean
  readonly prevSeq: number
}

/** How the topics of one kind are found on the bus. */
export interface BusTopics<Address> {
  /** Asks for one topic's snapshot: an `Address` is answered with a `BusSnapshot`. */
  readonly snapshot: string
  /** Says what an edge follows: `Address[]` is answered with a `BusState` of each, or null. */
  readonly watch: string
  readonly keyOf: (address: Address) => string
  /** Where the messages of a topic are published; `undefined` for what can be no topic. */
  readonly subjectOf: (address: Address) => string | undefined
}

export const writeFrame = (run: number, text: string): string => `${run}\n${text}`

export function readFrame(data: string): BusFrame | undefined {
  const end = data.indexOf('\n')
  return frameOf(Number(data.slice(0, end)), data.slice(end + 1))
}

/** As the messages of both sockets are written, before anything else. */
const HEAD = /"type":"(snapshot|delta)","seq":(\d+),"prevSeq":(\d+)/

export function frameOf(run: number, text: string): BusFrame | undefined {
  const [, type, seq, prevSeq] = HEAD.exec(text) ?? []
  if (type === undefined) return undefined
  return { run, text, isSnapshot: type === 'snapshot', seq: Number(seq), prevSeq: Number(prevSeq) }
}

const ANSWER_MS = 1_000

/** The answer; `undefined`: nobody trades, or no message reaches who does. */
export async function askOnBus<Answer>(
  bus: EventBus,
  subject: string,
  question: unknown,
): Promise<Answer | undefined> {
  try {
    const text = await bus.request(subject, JSON.stringify(question), { timeoutMs: ANSWER_MS })
    return JSON.parse(text) as Answer
  } catch {
    return undefined
  }
}
