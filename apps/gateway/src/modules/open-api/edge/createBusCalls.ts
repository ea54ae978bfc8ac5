import type { Clock } from '@x/kit'
import { BusError, type EventBus } from '../../../platform/event-bus/EventBus.ts'
import { askOnBus } from '../../../platform/event-bus/relay/busFrames.ts'
import { callSubject, CALLS_SUBJECT, type CallTaker } from '../bus/streamSubjects.ts'
import { DialectError } from '../errors.ts'
import { refusal } from '../streams/createSocketCalls.ts'
import type { ProvedCaller, SocketAnswer, SocketCalls } from '../streams/SocketCalls.ts'

export interface BusCallsOptions {
  readonly bus: EventBus
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  /** Whether some gateway trades, by another way than the bus. */
  readonly hasLeader: () => boolean
  /** Called when another gateway trades than the last one that did. */
  readonly onLeaderChange?: ((listener: () => void) => void) | undefined
  /** How long a call waits for a gateway that takes it. Default 10 s. */
  readonly holdMs?: number | undefined
  /** After so long without an answer the outcome is unknown. Default 10 s. */
  readonly answerMs?: number | undefined
}

const [HOLD_MS, ANSWER_MS, RETRY_MS] = [10_000, 10_000, 50]

/**
 * Has calls run by the gateway that trades. One is sent to one gateway, and again only where
 * nobody was there to get it: what may have been taken is answered as unknown (-1007).
 */
export function createBusCalls(options: BusCallsOptions): SocketCalls {
  const { bus, clock, hasLeader, holdMs = HOLD_MS, answerMs = ANSWER_MS } = options
  /** Of the gateway that takes calls; one with an older epoch leads no longer. */
  let epoch: number | undefined
  let latest = 0
  /** End what the former one has not answered, and may never. */
  const waiting = new Set<(error: Error) => void>()
  options.onLeaderChange?.(() => {
    epoch = undefined
    for (const giveUp of waiting) giveUp(new Error('Another gateway trades.'))
  })

  async function find(): Promise<number | undefined> {
    const found = await askOnBus<CallTaker>(bus, CALLS_SUBJECT, null)
    if (!found || found.epoch < latest) return undefined
    epoch = latest = found.epoch
    return epoch
  }

  async function ask(subject: string, text: string): Promise<string> {
    let giveUp: (error: Error) => void = () => {}
    const changed = new Promise<never>((_, reject) => void waiting.add((giveUp = reject)))
    try {
      return await Promise.race([bus.request(subject, text, { timeoutMs: answerMs }), changed])
    } finally {
      waiting.delete(giveUp)
    }
  }

  /** `undefined`: nobody was there to get it. */
  async function send(text: string): Promise<SocketAnswer | undefined> {
    const to = epoch ?? (await find())
    if (to === undefined) return undefined
    try {
      return readAnswer(await ask(callSubject(to), text))
    } catch (error) {
      if (epoch === to) epoch = undefined
      if (error instanceof BusError && error.isUndelivered) return undefined
      return refusal(new DialectError('TIMEOUT'))
    }
  }

  return {
    async run(call) {
      const text = JSON.stringify(call)
      const until = clock.monotonic() + holdMs
      for (;;) {
        // One after the other: each try waits for the one before it.
        // oxlint-disable-next-line no-await-in-loop
        const answer = hasLeader() ? await send(text) : undefined
        if (answer) return answer
        if (clock.monotonic() >= until) return refusal(new DialectError('OVERLOADED'))
        // oxlint-disable-next-line no-await-in-loop
        await new Promise<void>((resolve) => void clock.after(RETRY_MS, resolve))
      }
    },
  }
}

function readAnswer(data: string): SocketAnswer {
  const end = data.indexOf('\n')
  const proved = JSON.parse(data.slice(0, end)) as ProvedCaller | null
  return { text: data.slice(end + 1), proved: proved ?? undefined }
}
