import { api, type MailboxMessage } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import type { Clock } from '@x/kit'
import { malformedParameter } from '../../platform/http/envelope.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { MessageSender, OutgoingMessage } from '../delivery/ports/MessageSender.ts'

export type DevelopmentMailbox = MessageSender & GatewayModule

const RECIPIENTS = 2_000

/**
 * Stands in for the mail and message providers and shows what they would have delivered. A new code
 * of a scene makes the one before worthless, so that only the newest of each scene is kept; the
 * newest of all comes first.
 */
export function createMailboxModule({ clock }: { clock: Pick<Clock, 'now'> }): DevelopmentMailbox {
  const letters = new Map<string, MailboxMessage[]>()
  return {
    async send(message: OutgoingMessage) {
      const { to, scene } = message
      const code = 'code' in message ? message.code : ''
      const earlier = (letters.get(to) ?? []).filter((letter) => letter.scene !== scene)
      letters.delete(to)
      letters.set(to, [
        {
          to,
          scene,
          code,
          at: clock.now(),
          ...('path' in message && message.path ? { path: message.path } : {}),
        },
        ...earlier,
      ])
      const oldest = letters.keys().next()
      if (letters.size > RECIPIENTS && !oldest.done) letters.delete(oldest.value)
    },
    routes: [
      route(api.development.mailbox, async ({ query }) => {
        // A plus sign that was not encoded arrives as a space.
        const to = (query['to'] ?? '')
          .replace(/^ (?=\d)/, '+')
          .trim()
          .toLowerCase()
        if (to === '' || to === '+')
          throw malformedParameter('to', 'An e-mail address or mobile number is missing')
        return letters.get(to) ?? lettersToNumber(to)
      }),
    ],
  }

  /** A mobile number as people write it, the area code left out or not marked. */
  function lettersToNumber(to: string): MailboxMessage[] {
    const digits = to.replace(/\D/g, '')
    if (to.includes('@') || digits.length < 4) return []
    return [...letters]
      .filter(([address]) => !address.includes('@') && address.endsWith(digits))
      .flatMap(([, found]) => found)
  }
}
