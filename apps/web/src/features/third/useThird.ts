import type { ReferralCodes } from '@x/referral'
import { useState } from 'react'
import { type LoginStep } from '../../data/login/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import {
  type BegunSignIn,
  beginSignIn,
  bindByPassword,
  isUnbound,
  type RegisterFields,
  proveIdentity,
  registerIdentity,
  type ThirdPartyProof,
  type UnboundIdentity,
} from '../../data/third-party/api.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useEntry, withLoginCaptcha } from '../auth/index.ts'
import { codesOf } from '../referral/index.ts'
import { authorizeAddress, type Returned } from './authorizeAddress.ts'
import { isAnswerTo, keepTrip, newState, type PendingTrip } from './pendingTrip.ts'
import type { ThirdParty } from '../../lib/config/thirdParties.ts'
import { walletOver } from '../../lib/credentials/walletOver.ts'

export interface ThirdOptions {
  readonly provider: ThirdParty
  /**
   * `binding`: the identity is to be added to the account that is logged in, and must not open
   * another.
   */
  readonly purpose: 'login' | 'binding'
  /** The path, without a language, that the third party sends the browser back to. */
  readonly path: string
}

/**
 * A sign-in with a third party: asked on its page or in its wallet, proved to the gateway, and what
 * the identity then opens.
 */
export function useThird({ provider, purpose, path }: ThirdOptions) {
  const services = useServices()
  const dispatch = useAppDispatch()
  const { location, random, session, referral, wallet } = services
  const t = usePageMessages()
  const entry = useEntry()
  const [unbound, setUnbound] = useState<UnboundIdentity>()
  const begin = (loginName?: string): Promise<BegunSignIn> =>
    dispatch(beginSignIn(provider, { loginName }))

  const sign = async (serialNO: string, proof: ThirdPartyProof): Promise<LoginStep | undefined> => {
    const answer = await dispatch(
      proveIdentity(provider, {
        serialNO,
        ...proof,
        ...(purpose === 'binding' ? { isBinding: true } : {}),
      }),
    )
    if (!isUnbound(answer)) return answer
    setUnbound(answer)
    return undefined
  }
  /** Leaves for the third party's page. */
  const leave = () =>
    entry.attempt(async () => {
      if (provider === 'wallet') return undefined
      const begun = await begin()
      const state = newState(random)
      const address = authorizeAddress(provider, {
        begun,
        returnTo: new URL(path, location.href()).href,
        state,
      })
      if (address === undefined) return void entry.setError(t('account.refused.unavailable'))
      keepTrip(session, {
        provider,
        serialNO: begun.serialNO,
        state,
        search: new URL(location.href()).search,
      })
      location.leave(address)
      return undefined
    })
  /** Comes back from it. */
  const arrive = ({ proof, state }: Returned, trip: PendingTrip | undefined) =>
    entry.attempt(async () => {
      if (!trip || !proof || !isAnswerTo(trip, { provider, state }))
        return void entry.setError(t('third.declined'))
      return sign(trip.serialNO, proof)
    })
  const askWallet = () =>
    entry.attempt(async () => {
      const offered = wallet()
      if (!offered) return void entry.setError(t('third.noWallet'))
      const own = walletOver(offered)
      const proof = await (async () => {
        const address = await own.address()
        const { serialNO, message = '' } = await begin(address)
        return { serialNO, signature: await own.sign(message, { address }) }
      })().catch((failure: unknown) => {
        // A wallet's own errors have numbers; the gateway's are shown as they are.
        if (typeof (failure as { code?: unknown }).code === 'string') throw failure
        return undefined
      })
      if (!proof) return void entry.setError(t('third.declined'))
      return sign(proof.serialNO, { signature: proof.signature })
    })
  /** `prove` makes what the third party would give. */
  const askStandin = (
    prove: (
      begin: (loginName?: string) => Promise<BegunSignIn>,
    ) => Promise<{ serialNO: string; proof: ThirdPartyProof }>,
  ) =>
    entry.attempt(async () => {
      const { serialNO, proof } = await prove(begin)
      return sign(serialNO, proof)
    })
  const register = (
    fields: Omit<RegisterFields, 'token'>,
    { mergeReferral }: { readonly mergeReferral: (codes: ReferralCodes) => ReferralCodes },
  ) =>
    entry.attempt(async () => {
      const kept = await referral()
      const answer = await dispatch(
        registerIdentity(provider, {
          token: unbound?.token ?? '',
          ...fields,
          ...mergeReferral(codesOf(kept.getState())),
        }),
      )
      kept.clear()
      return answer
    })
  const choose = (fields: { loginName: string; pwd: string }) =>
    entry.attempt(async () => {
      const tried = await withLoginCaptcha(services, {
        loginName: fields.loginName,
        send: (pass) =>
          dispatch(bindByPassword({ token: unbound?.token ?? '', ...fields, ...pass })),
      })
      if (tried.ok) return tried.answer
      return void entry.setError(tried.text ?? t(`captcha.${tried.reason}`))
    })

  return {
    ...entry,
    unbound,
    leave,
    arrive,
    askWallet,
    askStandin,
    register,
    choose,
    forget: () => setUnbound(undefined),
  }
}

export type Third = ReturnType<typeof useThird>
