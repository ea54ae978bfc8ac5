import { api, type LostProof, type RequestOf } from '@x/api'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import { limitAddress } from '../../platform/http/addressLimit.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { LoginFlow } from '../login/ports/LoginFlow.ts'
import type { FactorMethod, SecondFactors } from '../second-factors/ports/SecondFactors.ts'
import { presentUser, type User } from '../users/ports/users.ts'
import type { VerificationCodes } from '../verification-codes/ports/VerificationCodes.ts'
import { readAddress, targetOfAddress, type NewAddress } from './accountAddress.ts'
import type { Recovery } from './createRecovery.ts'

const PER_ADDRESS_AND_HOUR = 30

export interface RecoveryRoutesOptions {
  readonly db: Database
  readonly store: TtlStore
  readonly flow: Pick<LoginFlow, 'authenticate'>
  readonly factors: SecondFactors
  readonly codes: VerificationCodes
  readonly recovery: Recovery
}

type Ask = RequestOf<typeof api.accountLife.askRecovery>

/** The 72-hour path of `/modifyverification` (products 7). */
export function recoveryRoutes(options: RecoveryRoutesOptions): RouteSpec[] {
  const { db, recovery, store } = options
  const { askRecovery, stopRecovery, recoveries, cancelRecovery } = api.accountLife
  return [
    route(askRecovery, (request, params) => ask(request, { ...options, params })),
    route(stopRecovery, async (request, { token }) => {
      await limitAddress(store, {
        name: 'recovery:stop',
        address: request.address,
        most: PER_ADDRESS_AND_HOUR,
        ttlMs: 3_600_000,
      })
      await recovery.stop(request, token)
      return null
    }),
    route(recoveries, async (request) => recovery.list((await presentUser(db, request)).user.id)),
    route(cancelRecovery, async (request, { changeId }) => {
      const { user } = await presentUser(db, request)
      await recovery.cancel(request, { userId: user.id, changeId })
      return null
    }),
  ]
}

async function ask(
  request: GatewayRequest,
  options: RecoveryRoutesOptions & { readonly params: Ask },
) {
  const { flow, factors, codes, recovery, params } = options
  const { lost } = params
  const user = await flow.authenticate(request)
  if (user.status === 'frozen')
    throw new GatewayError('00004', 'This account is frozen, please contact support')
  const methods = await factors.enabled(user.id)
  assertHas(user, { lost, methods })
  const address = newAddressOf(lost, params)
  const target = address && targetOfAddress(address)
  if (target) await codes.check(target, params.newCode, { guesser: request.address })
  const proofs = proofsWithout(user, { lost, methods })
  if (proofs.length > 0)
    await factors.verify(user, {
      fields: request.body,
      address: request.address,
      methods: proofs,
      scene: 'login',
      challenge: null,
      party: undefined,
    })
  else if (request.session?.userId !== user.id)
    throw refused('Nothing is left that could prove this account is yours, please contact support')
  if (target) await codes.spend(target)
  return recovery.ask(request, { user, lost, address })
}

/** @throws GatewayError 40010 for what the account does not have */
function assertHas(
  user: User,
  { lost, methods }: { readonly lost: LostProof; readonly methods: readonly FactorMethod[] },
): void {
  const hasIt =
    lost === 'email'
      ? user.email !== null
      : lost === 'mobile'
        ? user.mobile !== null
        : methods.includes(lost)
  if (!hasIt) throw malformedParameter('lost', 'This account does not have it')
}

/** A lost address is replaced; what is lost otherwise is taken away. */
function newAddressOf(lost: LostProof, params: Ask): NewAddress | undefined {
  if (lost === 'email') return readAddress({ email: params.newEmail ?? '' })
  if (lost === 'mobile')
    return readAddress({ areaCode: params.newAreaCode, mobile: params.newMobile ?? '' })
  return undefined
}

const refused = (message: string) => new GatewayError('40301', message)

/**
 * The addresses that are left to prove the owner with, besides the password. Without one only a
 * session of the owner counts.
 * @throws GatewayError 40301 while an authenticator or a passkey is left, which needs no wait
 */
function proofsWithout(
  user: User,
  { lost, methods }: { readonly lost: LostProof; readonly methods: readonly FactorMethod[] },
): readonly FactorMethod[] {
  const strong = methods.filter((method) => method === 'google' || method === 'passkey')
  if (strong.some((method) => method !== lost))
    throw refused('Please log in and change it with your authenticator or passkey')
  const addresses: FactorMethod[] = []
  if (user.email !== null) addresses.push('email')
  if (user.mobile !== null) addresses.push('mobile')
  return addresses.filter((method) => method !== lost)
}
