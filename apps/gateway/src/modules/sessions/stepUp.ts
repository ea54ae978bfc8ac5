import type { Random } from '@x/kit'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { tokenDigest } from '../users/tokenDigest.ts'

/** What a step-up can be for; a token of one opens none of the others. */
export const STEP_UP_ACTIONS = [
  'secondFactor',
  'passkey',
  'thirdParty',
  'subAccount',
  'qrLogin',
] as const
export type StepUpAction = (typeof STEP_UP_ACTIONS)[number]

/** A step-up that was begun and not proved yet. */
export interface PendingStepUp {
  readonly sessionId: string
  readonly action: StepUpAction
  /** What a passkey has to sign. */
  readonly challenge: string | null
}

export interface StepUp {
  /** Answers the serial number that the proof has to name. */
  begin(pending: PendingStepUp): Promise<string>
  /**
   * @throws GatewayError 40102 for a serial number that is unknown, expired or another session's.
   */
  read(serialNo: string, options: { sessionId: string }): Promise<PendingStepUp>
  /**
   * Ends the step-up `serialNo` and answers the token that allows its action once.
   * @throws GatewayError 40102 for the second of two.
   */
  prove(serialNo: string): Promise<string>
  /**
   * @throws GatewayError 00005 unless the token was issued to this session for this action and is
   * new.
   */
  spend(token: unknown, options: { sessionId: string; action: StepUpAction }): Promise<void>
}

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
