import { api, type CaptchaId } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import type { Clock, Random } from '@x/kit'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import {
  CodedAnswer,
  GatewayError,
  type GatewayModule,
  type GatewayRequest,
} from '../../platform/http/route.ts'
import { limitAddress } from '../../platform/http/addressLimit.ts'
import type { CaptchaGate } from './ports/CaptchaGate.ts'
import type { ChallengeScript } from './challengeScript.ts'
import { readChallengeTexts } from './challengeTexts.ts'
import { createChallenges } from './createChallenges.ts'
import type { WorkSize } from './proofOfWork.ts'
import { referenceRoutes } from './referenceRoutes.ts'
import { scriptRoutes } from './scriptRoutes.ts'

export interface CaptchaOptions {
  readonly store: TtlStore
  readonly clock: Clock
  readonly random: Random
  readonly secret: Buffer
  readonly script: ChallengeScript
  /** Whether a log-in of this account from this address has to be challenged. */
  readonly needsLoginChallenge: (login: {
    bizParam: string | undefined
    areaCode: unknown
    address: string
  }) => Promise<boolean>
  readonly work?: WorkSize
  readonly isDevelopment: boolean
}

/** One business action that asked for a captcha. */
interface Business {
  readonly bizId: string
  readonly scene: string
  /** The caller's own name for the action, if it sent one. */
  readonly requested: string | null
}

const BUSINESS_MS = 600_000
const SLIDER = 3
const VERIFIED = '00000'
const IDS_PER_ADDRESS = { most: 600, ttlMs: 600_000 }

/**
 * Who has to solve a captcha, and who did (wire 10 Captcha); the challenge itself is the reference
 * provider's.
 */
export function createCaptchaModule(
  options: CaptchaOptions,
): GatewayModule & { readonly gate: CaptchaGate } {
  const { store, random, needsLoginChallenge } = options
  const challenges = createChallenges(options)
  const randomHex = () => Buffer.from(random.bytes(16)).toString('hex')
  const businessOf = (captchaId: string) => store.get<Business>(`captcha:id:${captchaId}`)

  return {
    gate: createGate(store),
    routes: [
      route(api.captcha.getId, getCaptchaId),
      route(api.captcha.check, checkCaptcha),
      ...referenceRoutes(challenges, {
        isKnownId: async (captchaId) => (await businessOf(captchaId)) !== undefined,
        findLanguage: readChallengeTexts(),
        isDevelopment: options.isDevelopment,
      }),
      ...scriptRoutes(options.script),
    ],
  }

  async function getCaptchaId({ body, address }: GatewayRequest): Promise<CaptchaId> {
    await limitAddress(store, { name: 'captcha:ids', address, ...IDS_PER_ADDRESS })
    const scene = String(body['scene'])
    const bizId = randomHex()
    const { bizParam, areaCode, bizId: requested } = body
    const isNeeded =
      scene !== 'login' ||
      (await needsLoginChallenge({
        bizParam: stringOr(bizParam, undefined),
        areaCode,
        address,
      }))
    if (!isNeeded) return { status: 0, bizId, geetestId: '' }
    // An id of its own for each action ties the solved challenge to it; a provider with one id for
    // all would not.
    const geetestId = randomHex()
    await store.set(
      `captcha:id:${geetestId}`,
      { bizId, scene, requested: stringOr(requested, null) } satisfies Business,
      { ttlMs: BUSINESS_MS },
    )
    return { status: 1, bizId, geetestId }
  }

  async function checkCaptcha({ body }: GatewayRequest): Promise<CodedAnswer> {
    if (Number(body['captchaType']) !== SLIDER)
      throw malformedParameter('captchaType', 'This kind of captcha is not offered')
    const captchaId = await challenges.redeem(decodeValidation(body['captchaValidate']))
    const business = captchaId === undefined ? undefined : await businessOf(captchaId)
    if (!business || !isSameBusiness(business, body))
      throw new GatewayError('40103', 'The security check failed, please try again')
    await store.set(`captcha:passed:${business.bizId}`, business.scene, { ttlMs: BUSINESS_MS })
    return new CodedAnswer(VERIFIED, { bizId: business.bizId })
  }
}

function createGate(store: TtlStore): CaptchaGate {
  return {
    async spend(bizId, scenes) {
      if (typeof bizId !== 'string') return false
      const scene = await store.get<string>(`captcha:passed:${bizId}`)
      if (scene === undefined || !scenes.includes(scene)) return false
      return (await store.take(`captcha:passed:${bizId}`)) !== undefined
    },
  }
}

/** What a check does not name is not compared. */
const isSameBusiness = (
  business: Business,
  { bizId, scene }: { readonly bizId?: unknown; readonly scene?: unknown },
): boolean =>
  (bizId === undefined || bizId === business.bizId || bizId === business.requested) &&
  (scene === undefined || scene === business.scene)

const stringOr = <T>(value: unknown, fallback: T): string | T =>
  typeof value === 'string' ? value : fallback

/** Base64 of the UTF-8 JSON of the provider's validation object; anything else is no pass. */
function decodeValidation(value: unknown): unknown {
  if (typeof value !== 'string') return undefined
  try {
    return JSON.parse(Buffer.from(value, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
