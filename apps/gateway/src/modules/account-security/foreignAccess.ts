import type { Database } from '../../platform/db/Database.ts'
import type { GatewayRequest } from '../../platform/http/route.ts'
import type { ApiKeys } from '../api-keys/ports/ApiKeys.ts'
import { unbindIdentitiesSince } from '../users/ports/identities.ts'
import type { SecurityLog } from './ports/SecurityLog.ts'

export interface ForeignAccessOptions {
  readonly db: Database
  readonly apiKeys: Pick<ApiKeys, 'list' | 'remove'>
  readonly securityLog: Pick<SecurityLog, 'record'>
}

/**
 * Takes away what opens the account besides the password and was added since a time: who was in it
 * may have left a key, or a third party of their own, to come back by. Sub-accounts have keys too.
 */
export async function endForeignAccess(
  request: Pick<GatewayRequest, 'address' | 'headers' | 'session'>,
  { db, apiKeys, securityLog }: ForeignAccessOptions,
  { userId, since }: { readonly userId: string; readonly since: number },
): Promise<void> {
  if ((await unbindIdentitiesSince(db, { userId, since })) > 0)
    await securityLog.record(request, { userId, kind: 'identityChanged' })
  const accounts = await db.query<{ readonly id: string }>(
    'select id from users where id = $1 or parent_id = $1',
    [userId],
  )
  let removed = 0
  for (const { id } of accounts) removed += await removeKeysSince(apiKeys, { userId: id, since })
  if (removed > 0) await securityLog.record(request, { userId, kind: 'apiKeyChanged' })
}

async function removeKeysSince(
  apiKeys: ForeignAccessOptions['apiKeys'],
  { userId, since }: { readonly userId: string; readonly since: number },
): Promise<number> {
  let removed = 0
  for (const realm of ['live', 'paper'] as const)
    for (const { apiKey, createdAt } of await apiKeys.list({ userId, realm })) {
      if (createdAt < since) continue
      await apiKeys.remove({ userId, realm, apiKey })
      removed++
    }
  return removed
}
