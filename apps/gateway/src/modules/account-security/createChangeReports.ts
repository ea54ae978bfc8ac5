import type { Recovery } from './createRecovery.ts'
import type { ChangeReports } from './ports/ChangeReports.ts'
import type { SecurityLog } from './ports/SecurityLog.ts'
import type { SecurityMail } from './ports/SecurityMail.ts'

export interface ChangeReportsOptions {
  readonly securityLog: SecurityLog
  readonly securityMail: SecurityMail
  readonly recovery: Pick<Recovery, 'stopAll'>
}

export const createChangeReports = ({
  securityLog,
  securityMail,
  recovery,
}: ChangeReportsOptions): ChangeReports => ({
  async report(request, { userId, kind }) {
    // Proved by what the owner has: whatever waits because it was lost is not the owner's.
    if (kind === 'factorChanged') await recovery.stopAll(userId)
    await securityLog.record(request, { userId, kind })
    // A key holds nothing up: it withdraws from its own addresses alone, or not at all.
    await securityMail.announce(request, { userId, scene: kind, isHeld: kind !== 'apiKeyChanged' })
  },
})
