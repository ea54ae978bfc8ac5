import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { DatabaseUnavailableError } from '../../platform/db/DatabaseUnavailableError.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { SecretSeal } from '../../platform/security/sealSecret.ts'
import {
  endMessage,
  nextDueAt,
  postponeMessage,
  queueMessage,
  removeMessages,
  takeDueMessages,
  type QueuedMessage,
} from './messageRows.ts'
import type { MessageSender, OutgoingMessage } from './ports/MessageSender.ts'
import { DeliveryError, type Letter, type Transport } from './ports/Transport.ts'

export interface DeliveryQueue extends MessageSender {
  start(): Promise<void>
  /** Resolves once no message is with a provider. */
  stop(): Promise<void>
}

export interface DeliveryQueueOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Log
  readonly seal: SecretSeal
  /** Absent: this channel cannot be used. */
  readonly transports: Readonly<Partial<Record<OutgoingMessage['channel'], Transport>>>
  /** The message in its reader's language. */
  readonly compose: (message: OutgoingMessage) => Promise<Omit<Letter, 'id'>>
}

/** A verification code is worth nothing afterwards. */
const CODE_LIFETIME_MS = 600_000
const MAIL_LIFETIME_MS = 86_400_000
/** What passes after a try that failed; the last one repeats until the message expires. */
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000]
/** Messages of a batch, and the time that a batch takes at least: ten a second. */
const BATCH = 10
const BATCH_MS = 1_000
const LEASE_MS = 60_000
/** To one recipient: more than the limits of codes allow, so that notices still come through. */
const PER_HOUR = 60
/** After so many final refusals in a day an address gets nothing more that day. */
const REFUSALS = 3
const KEPT_MS = 7 * 86_400_000
/** After a fault of the database. */
const FAULT_PAUSE_MS = 5_000

/**
 * Mail and text messages, queued in the database before anything is sent and tried until they are
 * taken, refused for good or worthless. A crash may repeat one, never lose one.
 */
export function createDeliveryQueue(options: DeliveryQueueOptions): DeliveryQueue {
  const { db, clock, log, seal, transports } = options
  let timer = { cancel() {} }
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let isStopped = false

  function wake(): void {
    if (isStopped) return
    timer.cancel()
    isAskedAgain = true
    running ??= work().finally(() => {
      running = undefined
      if (isAskedAgain) wake()
    })
  }
  const wakeIn = (ms: number) => {
    if (!isStopped) timer = clock.after(Math.max(0, ms), wake)
  }

  async function work(): Promise<void> {
    isAskedAgain = false
    try {
      const due = await takeDueMessages(db, { now: clock.now(), limit: BATCH, leaseMs: LEASE_MS })
      await Promise.all(due.map((message) => deliver(message, options)))
      if (due.length === BATCH) return wakeIn(BATCH_MS)
      const next = await nextDueAt(db)
      if (next !== undefined) wakeIn(next - clock.now())
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError))
        log.error('The queue of messages failed', { error: nameOf(error) })
      wakeIn(FAULT_PAUSE_MS)
    }
  }

  return {
    async send(message) {
      if (!transports[message.channel])
        throw new DeliveryError({ isFinal: true, reply: `no ${message.channel}` })
      const row = rowOf(message, { seal, at: clock.now() })
      if (await queueMessage(db, row, { perHour: PER_HOUR, refusals: REFUSALS })) wake()
      else log.warn('A message was not queued', { channel: message.channel, scene: message.scene })
    },
    async start() {
      await removeMessages(db, { before: clock.now() - KEPT_MS })
      wake()
    },
    async stop() {
      isStopped = true
      timer.cancel()
      await running
      for (const transport of Object.values(transports)) transport?.close()
    },
  }
}

/** A message as the queue keeps it; a code is worthless sooner. */
const rowOf = (
  message: OutgoingMessage,
  { seal, at }: Pick<DeliveryQueueOptions, 'seal'> & { readonly at: number },
) => ({
  channel: message.channel,
  recipient: message.to,
  content: seal.seal(JSON.stringify(message), { owner: message.to }),
  at,
  expiresAt: at + ('code' in message ? CODE_LIFETIME_MS : MAIL_LIFETIME_MS),
})

/** One try; a fault of the provider ends in the row and never here. */
async function deliver(
  message: QueuedMessage,
  { db, clock, log, seal, transports, compose }: DeliveryQueueOptions,
): Promise<void> {
  const { messageId, channel, recipient, tries, expiresAt } = message
  const end = (state: 'sent' | 'refused' | 'expired', reply: string | null) =>
    endMessage(db, { messageId, state, reply })
  const text = seal.open(message.content, { owner: recipient })
  const transport = transports[channel]
  if (text === undefined || !transport || clock.now() >= expiresAt) return end('expired', null)
  try {
    const letter = await compose(JSON.parse(text) as OutgoingMessage)
    await transport.send({ id: `message-${messageId}-${expiresAt}`, ...letter })
    await end('sent', null)
  } catch (error) {
    const { isFinal, reply } =
      error instanceof DeliveryError ? error : { isFinal: false, reply: nameOf(error) }
    log.warn('A message was not delivered', { channel, reply, tries, isFinal })
    if (isFinal) return end('refused', reply)
    const nextAt = clock.now() + (PAUSES_MS[tries - 1] ?? PAUSES_MS.at(-1) ?? 0)
    if (nextAt >= expiresAt) return end('expired', reply)
    await postponeMessage(db, { messageId, nextAt, reply })
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'Error')
