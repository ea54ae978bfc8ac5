import type { StepUp, PendingStepUp } from './ports/StepUp.ts'
import type { Random } from '@x/kit'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { tokenDigest } from '../users/tokenDigest.ts'

/** Both the time to prove and the time to use the proof. */
const LIFETIME_MS = 300_000

export function createStepUp({ store, random }: { store: TtlStore; random: Random }): StepUp {
  const name = () => Buffer.from(random.bytes(24)).toString('base64url')
  const expired = () =>
    new GatewayError('40102', 'This verification has expired, please start again')
  const pendingKey = (serialNo: string) => `step-up:pending:${serialNo}`
  const tokenKey = (token: string) => `step-up:token:${tokenDigest(token)}`

  return {
    async begin(pending) {
      const serialNo = name()
      await store.set(pendingKey(serialNo), pending, { ttlMs: LIFETIME_MS })
      return serialNo
    },
    async read(serialNo, { sessionId }) {
      const pending = await store.get<PendingStepUp>(pendingKey(serialNo))
      if (pending?.sessionId !== sessionId) throw expired()
      return pending
    },
    async prove(serialNo) {
      const pending = await store.take<PendingStepUp>(pendingKey(serialNo))
      if (!pending) throw expired()
      const token = name()
      await store.set(tokenKey(token), pending, { ttlMs: LIFETIME_MS })
      return token
    },
    async spend(token, { sessionId, action }) {
      const proved =
        typeof token === 'string' ? await store.take<PendingStepUp>(tokenKey(token)) : undefined
      if (proved?.sessionId !== sessionId || proved.action !== action)
        throw new GatewayError('00005', 'Please verify that it is you')
    },
  }
}
