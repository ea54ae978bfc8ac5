import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import { createSecretSeal } from '../../platform/security/sealSecret.ts'
import { antiphishingOf, findAddressee } from '../users/ports/antiphishing.ts'
import { composeLetter, readMailTexts } from './composeLetter.ts'
import { createDeliveryQueue } from './createDeliveryQueue.ts'
import type { DeliverySettings } from './ports/deliverySettings.ts'
import type { MessageSender } from './ports/MessageSender.ts'
import { createSmtpTransport } from './smtpTransport.ts'
import { createTextHook } from './textHook.ts'

export interface DeliveryOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: Random
  readonly log: Log
  readonly settings: DeliverySettings
  /** 32 bytes that queued messages and anti-phishing codes are sealed with. */
  readonly sealKey: Uint8Array
  /** The site's own origin, for links. */
  readonly origin: string | undefined
}

export interface DeliveryModule extends GatewayModule {
  readonly sender: MessageSender
}

/** Mail by SMTP and text messages by a hook; `undefined` where the operator has set neither. */
export function createDeliveryModule(options: DeliveryOptions): DeliveryModule | undefined {
  const { smtp, textHook } = options.settings
  if (!smtp && !textHook) return undefined
  const { db, random, sealKey, origin } = options
  const seal = createSecretSeal({ key: sealKey, random })
  const texts = readMailTexts()
  const queue = createDeliveryQueue({
    ...options,
    seal,
    transports: {
      ...(smtp ? { email: createSmtpTransport(smtp) } : {}),
      ...(textHook ? { mobile: createTextHook(textHook) } : {}),
    },
    async compose(message) {
      const userId = await findAddressee(db, message)
      const antiphishing =
        userId === undefined ? undefined : await antiphishingOf(db, { userId, seal })
      return composeLetter(message, { texts, antiphishing, origin })
    },
  })
  return { routes: [], sender: queue, start: queue.start, stop: queue.stop }
}
