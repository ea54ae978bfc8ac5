import { timingSafeEqual } from 'node:crypto'
import type { Random } from '@x/kit'
import type { ExpiringStore } from '../expiring/ExpiringStore.ts'
import type { CodeSender } from '../mailbox/CodeSender.ts'
import { tooManyAttempts } from '../server/envelope.ts'
import { GatewayError } from '../server/route.ts'

export type CodeScene = 'register' | 'login' | 'securityVerify'
export const CODE_SCENES: readonly CodeScene[] = ['register', 'login', 'securityVerify']

/** One address a code goes to. */
export interface CodeTarget {
  readonly to: string
  readonly channel: 'email' | 'mobile'
  readonly scene: CodeScene
}

export interface VerificationCodes {
  /** `bizId` names the captcha that paid for it. @throws GatewayError 42901 before a minute has passed, 00006 without a provider. */
  send(target: CodeTarget, options: { bizId: string | undefined; deliver: boolean }): Promise<void>
  /** The captcha that paid for the code that is on its way, `undefined` without a code. */
  paidBy(target: CodeTarget): Promise<string | undefined>
  /** @throws GatewayError 40102. A right code stays until it is spent, so that several can be checked before any is. */
  check(target: CodeTarget, code: unknown): Promise<void>
  /** Uses the code up; of two callers with the same code one gets 40102. */
  spend(target: CodeTarget): Promise<void>
}

export interface VerificationCodesOptions {
  readonly store: ExpiringStore
  readonly random: Random
  /** Absent where no provider is configured: the gateway then says so instead of losing codes. */
  readonly sender: CodeSender | undefined
}

interface StoredCode {
  readonly code: string
  readonly bizId: string | null
}

const LIFETIME_MS = 600_000
const RESEND_MS = 60_000
const PER_HOUR = 10
const TRIES = 5
const DIGITS = 6

export function createVerificationCodes({ store, random, sender }: VerificationCodesOptions): VerificationCodes {
  const keyOf = ({ to, scene }: CodeTarget) => `code:${scene}:${to}`
  const refused = () => new GatewayError('40102', 'The verification code is wrong or expired')

  return {
    async send(target, { bizId, deliver }) {
      if (!sender) throw new GatewayError('00006', 'Codes cannot be sent at the moment')
      const key = keyOf(target)
      const minute = await store.increment(`${key}:minute`, { ttlMs: RESEND_MS })
      if (minute.count > 1) throw tooManyAttempts(minute.expiresInMs, 'A code is already on its way, please wait before asking for another')
      const hour = await store.increment(`codes:${target.to}:hour`, { ttlMs: 3_600_000 })
      if (hour.count > PER_HOUR) throw tooManyAttempts(hour.expiresInMs)
      const code = randomDigits(random)
      await store.remove(`${key}:tries`)
      await store.set(key, { code, bizId: bizId ?? null } satisfies StoredCode, { ttlMs: LIFETIME_MS })
      if (deliver) await sender.send({ ...target, code })
    },

    async paidBy(target) {
      return (await store.get<StoredCode>(keyOf(target)))?.bizId ?? undefined
    },

    async check(target, code) {
      const key = keyOf(target)
      const stored = await store.get<StoredCode>(key)
      if (!stored) throw refused()
      // Counted before it is compared, so that parallel guesses cannot share a try.
      const { count } = await store.increment(`${key}:tries`, { ttlMs: LIFETIME_MS })
      if (count > TRIES) await store.remove(key)
      const given = Buffer.from(typeof code === 'string' ? code.trim() : '')
      const expected = Buffer.from(stored.code)
      if (count > TRIES || given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused()
    },

    async spend(target) {
      if (!(await store.take(keyOf(target)))) throw refused()
    },
  }
}

/** Six digits, each value equally likely: the bytes that would favour some are drawn again. */
function randomDigits(random: Random): string {
  const range = 10 ** DIGITS
  const limit = Math.floor(2 ** 32 / range) * range
  for (;;) {
    const value = Buffer.from(random.bytes(4)).readUInt32BE()
    if (value < limit) return String(value % range).padStart(DIGITS, '0')
  }
}
