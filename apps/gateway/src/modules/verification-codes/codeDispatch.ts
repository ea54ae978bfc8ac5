import type { Clock } from '@x/kit'
import type { CodeMessage, CodeSender } from '../delivery/ports/MessageSender.ts'
import type { Log } from '../../platform/log/Log.ts'

/**
 * What passes between a try that failed and the next, in milliseconds; a code that is late by more
 * is asked for again.
 */
const PAUSES_MS = [1_000, 5_000, 15_000]

/**
 * Passes codes to the provider without letting anybody wait for it, and tries again what it
 * refused.
 */
export function createCodeDispatch({
  sender,
  clock,
  log,
}: {
  sender: CodeSender
  clock: Pick<Clock, 'after'>
  log: Log
}): (message: CodeMessage) => void {
  const attempt = (message: CodeMessage, [pause, ...pauses]: readonly number[]): void => {
    sender.send(message).catch((error: unknown) => {
      // The provider's words may repeat the address or the code.
      const { name } = error instanceof Error ? error : new Error()
      log.warn(
        pause === undefined ? 'A code could not be delivered' : 'A code is not delivered yet',
        { channel: message.channel, error: name },
      )
      if (pause !== undefined) clock.after(pause, () => attempt(message, pauses))
    })
  }
  return (message) => attempt(message, PAUSES_MS)
}
