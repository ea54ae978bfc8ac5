import type { GatewayRequest } from '../../../platform/http/route.ts'
import type { SecurityMessage } from '../../delivery/ports/MessageSender.ts'

/** Reports changes of an account to every address that it has. */
export interface SecurityMail {
  /** Never rejects: what happened has happened, and the history shows it too. */
  announce(
    request: Pick<GatewayRequest, 'headers'>,
    message: Pick<SecurityMessage, 'scene' | 'effectiveAt' | 'isHeld'> & {
      readonly userId: string
    },
  ): Promise<void>
}
