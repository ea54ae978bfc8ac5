import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { MessageSender } from '../delivery/ports/MessageSender.ts'
import { findUser, mobileAddress } from '../users/ports/users.ts'
import type { SecurityMail } from './ports/SecurityMail.ts'

/** Where an owner says that it was somebody else. */
const HISTORY_PATH = '/account/setting/history'

export function createSecurityMail({
  db,
  clock,
  log,
  sender,
}: {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  /** Absent where the operator has set no provider. */
  readonly sender: MessageSender | undefined
}): SecurityMail {
  return {
    async announce({ headers }, { userId, ...message }) {
      const shared = {
        at: clock.now(),
        path: HISTORY_PATH,
        language: headers['locale'],
        ...message,
      }
      const send = async (to: string, channel: 'email' | 'mobile') =>
        sender?.send({ ...shared, to, channel }).catch((error: unknown) =>
          log.warn('A security notice was not queued', {
            channel,
            error: error instanceof Error ? error.name : 'Error',
          }),
        )
      const user = await findUser(db, userId)
      if (!user) return
      const { email, areaCode, mobile } = user
      if (email !== null) await send(email, 'email')
      if (areaCode !== null && mobile !== null)
        await send(mobileAddress({ areaCode, mobile }), 'mobile')
    },
  }
}
