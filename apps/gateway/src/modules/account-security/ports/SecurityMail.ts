import type { GatewayRequest } from '../../../platform/http/route.ts'
import type { User } from '../../users/ports/users.ts'
import type { SecurityMessage } from '../../delivery/ports/MessageSender.ts'

/** Where the owner of an account is reached. */
export type Addresses = Pick<User, 'email' | 'areaCode' | 'mobile'>

/** Reports changes of an account to every address that it has. */
export interface SecurityMail {
  /** Never rejects: what happened has happened, and the history shows it too. */
  announce(
    request: Pick<GatewayRequest, 'headers'>,
    message: Pick<SecurityMessage, 'scene' | 'effectiveAt' | 'isHeld' | 'path'> & {
      readonly userId: string
      /** The addresses as they were: what was sent to them is sent there too. */
      readonly former?: Addresses
    },
  ): Promise<void>
}
