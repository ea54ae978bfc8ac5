import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { MessageSender } from '../delivery/ports/MessageSender.ts'
import { findUser, mobileAddress } from '../users/ports/users.ts'
import type { Addresses, SecurityMail } from './ports/SecurityMail.ts'

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
    async announce({ headers }, { userId, former, ...message }) {
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
      const owners = former ? [user, former] : [user]
      const emails = new Set(owners.flatMap(({ email }) => email ?? []))
      const mobiles = new Set(owners.flatMap((owner) => mobileOf(owner) ?? []))
      for (const email of emails) await send(email, 'email')
      for (const mobile of mobiles) await send(mobile, 'mobile')
    },
  }
}

const mobileOf = ({ areaCode, mobile }: Addresses): string | undefined =>
  areaCode === null || mobile === null ? undefined : mobileAddress({ areaCode, mobile })
