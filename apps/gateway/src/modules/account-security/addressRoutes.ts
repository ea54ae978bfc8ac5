import { api, type LoginResult } from '@x/api'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import type { GatewayRequest, RouteSpec } from '../../platform/http/route.ts'
import type { SessionIssuer } from '../sessions/ports/SessionIssuer.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import { presentUser } from '../users/ports/users.ts'
import type { VerificationCodes } from '../verification-codes/ports/VerificationCodes.ts'
import { readAddress, setAddress, targetOfAddress } from './accountAddress.ts'
import type { Recovery } from './ports/Recovery.ts'
import type { SecurityLog } from './ports/SecurityLog.ts'
import type { SecurityMail } from './ports/SecurityMail.ts'

export interface AddressRoutesOptions {
  readonly db: Database
  readonly codes: VerificationCodes
  readonly stepUp: StepUp
  readonly sessionIssuer: SessionIssuer
  readonly securityLog: SecurityLog
  readonly securityMail: SecurityMail
  readonly recovery: Pick<Recovery, 'stopAll'>
}

/** Change of an address: proved by the old one and by a code to the new one (products 7). */
export function addressRoutes(options: AddressRoutesOptions): RouteSpec[] {
  return [route(api.accountLife.changeAddress, (request) => changeAddress(request, options))]
}

async function changeAddress(
  request: GatewayRequest,
  { db, codes, stepUp, sessionIssuer, securityLog, securityMail, recovery }: AddressRoutesOptions,
): Promise<LoginResult> {
  const { user, session } = await presentUser(db, request)
  const { body, address: guesser } = request
  const address = readAddress(body)
  const target = targetOfAddress(address)
  await codes.check(target, body[`${address.kind}Code`], { guesser })
  await stepUp.spend(body['verifyToken'], { sessionId: session.sessionId, action: 'address' })
  await codes.spend(target)
  await setAddress(db, { userId: user.id, address })
  // Proved by what the owner has: whatever waits because it was lost is not the owner's.
  await recovery.stopAll(user.id)
  const answer = await sessionIssuer.renew(request, { user })
  const kind = `${address.kind}Changed` as const
  await securityLog.record(request, { userId: user.id, kind })
  // To the address that was left too: its owner must hear of it.
  await securityMail.announce(request, { userId: user.id, scene: kind, isHeld: true, former: user })
  return answer
}
