import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock, Random } from '@x/kit'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { CodePurpose, CodeSender } from '../delivery/ports/MessageSender.ts'
import type { Log } from '../../platform/log/Log.ts'
import { addressGroup } from '../../platform/http/addressGroup.ts'
import { invalidParameter, tooManyAttempts } from '../../platform/http/envelope.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { mobileAddress } from '../users/loginName.ts'
import type { User } from '../users/queries.ts'
import { createCodeDispatch } from './codeDispatch.ts'

export type CodeScene = CodePurpose

/** One address a code goes to. */
export interface CodeTarget {
  readonly to: string
  readonly channel: 'email' | 'mobile'
  readonly scene: CodeScene
}

export interface SendOptions {
  /** The captcha that paid for the code. */
  readonly bizId: string | undefined
  readonly deliver: boolean
  /** The address that it was asked from. */
  readonly asker: string
  /** Locale of the reader. */
  readonly language?: string | undefined
}

export interface VerificationCodes {
  /**
   * Makes a code and has it delivered in the background: the answer and its time show nobody
   * whether it went out. `bizId` names the captcha that paid for it, `asker` the address that it
   * was asked from. Codes of the target that still live go on living: who asks for one need not be
   * who waits for one.
   * @throws GatewayError 42901 before a minute has passed or after too many guesses, 00006 without
   * a provider.
   */
  send(target: CodeTarget, options: SendOptions): Promise<void>
  /** The captchas that paid for the codes that are on their way, the latest first. */
  paidBy(target: CodeTarget): Promise<readonly string[]>
  /**
   * A right code stays until it is spent, so that several can be checked before any is. `guesser`
   * is the address that the code came from.
   * @throws GatewayError 40102, 42901 after too many wrong ones within an hour.
   */
  check(target: CodeTarget, code: unknown, options: { guesser: string }): Promise<void>
  /** Uses the target's codes up; of two callers with the same code one gets 40102. */
  spend(target: CodeTarget): Promise<void>
}

export interface VerificationCodesOptions {
  readonly store: TtlStore
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: Random
  readonly log: Log
  /** 32 bytes that the digests of codes are keyed with. */
  readonly codeKey: Uint8Array
  /** Absent where no provider is configured: the gateway then says so instead of losing codes. */
  readonly sender: CodeSender | undefined
}

interface StoredCode {
  /**
   * Keyed digest of the code and its target: six digits would be guessed from a plain one. Absent:
   * an older gateway wrote it.
   */
  readonly digest?: string
  readonly bizId: string | null
  /** Milliseconds since the epoch. */
  readonly until: number
}

const LIFETIME_MS = 600_000
const RESEND_MS = 60_000
/**
 * To one address, asked from one place and from all: who floods an address must not keep its owner
 * out.
 */
const [PER_HOUR, PER_HOUR_OF_ALL] = [10, 30]
/** Each guess is one in a million for each of them. */
const MOST_CODES = 3
const TRIES = 5
/**
 * Wrong ones of one address and scene, however many codes are asked for: from one place and from
 * all (docs/adr/login.md).
 */
const [GUESSES_PER_HOUR, GUESSES_PER_HOUR_OF_ALL] = [10, 20]
const HOUR_MS = 3_600_000
const DIGITS = 6

export function createVerificationCodes({
  store,
  clock,
  random,
  sender,
  log,
  codeKey,
}: VerificationCodesOptions): VerificationCodes {
  const dispatch = sender && createCodeDispatch({ sender, clock, log })
  const liveCodes = async (key: string) =>
    ((await store.get<readonly StoredCode[]>(key)) ?? []).filter(
      ({ digest, until }) => digest !== undefined && until > clock.now(),
    )
  const digestOf = (key: string, code: string) => keyedDigest(codeKey, [key, code])

  return {
    async send(target, { bizId, deliver, asker: address, language }) {
      const asker = addressGroup(address)
      if (!dispatch) throw new GatewayError('00006', 'Codes cannot be sent at the moment')
      const key = keyOf(target)
      await limitSending(store, { to: target.to, key, asker })
      const code = randomDigits(random)
      await store.remove(`${key}:tries`)
      const made: StoredCode = {
        digest: digestOf(key, code),
        bizId: bizId ?? null,
        until: clock.now() + LIFETIME_MS,
      }
      await store.set(key, [made, ...(await liveCodes(key))].slice(0, MOST_CODES), {
        ttlMs: LIFETIME_MS,
      })
      if (deliver) dispatch({ ...target, code, language })
    },

    async paidBy(target) {
      return (await liveCodes(keyOf(target))).flatMap(({ bizId }) => bizId ?? [])
    },

    async check(target, code, { guesser }) {
      const key = keyOf(target)
      const live = await liveCodes(key)
      if (live.length === 0) throw refused()
      const limits = guessLimits(key, addressGroup(guesser))
      // Counted before it is compared, so that parallel guesses cannot share a try. One's own place
      // first: who is turned away there uses up nobody else's.
      await countGuess(store, limits)
      const { count } = await store.increment(`${key}:tries`, { ttlMs: LIFETIME_MS })
      if (count > TRIES) await store.remove(key)
      const isRight = isOneOf(live, digestOf(key, typeof code === 'string' ? code.trim() : ''))
      if (count > TRIES || !isRight) throw refused()
      // Who has the code has the address; the guesses before were typing errors, or somebody else's
      // in vain.
      for (const limit of limits) await store.remove(limit.key)
    },

    async spend(target) {
      if (!(await store.take(keyOf(target)))) throw refused()
    },
  }
}

const keyOf = ({ to, scene }: CodeTarget) => `code:${scene}:${to}`

const refused = () => new GatewayError('40102', 'The verification code is wrong or expired')

const keyedDigest = (key: Uint8Array, parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')

/** Compared with each of them, so that the time taken says nothing. */
function isOneOf(codes: readonly StoredCode[], digest: string): boolean {
  const given = Buffer.from(digest)
  return codes
    .map(
      ({ digest: stored = '' }) =>
        stored.length === given.length && timingSafeEqual(given, Buffer.from(stored)),
    )
    .includes(true)
}

/** Counts a code that is asked for. @throws GatewayError 42901 where there are too many */
async function limitSending(
  store: TtlStore,
  { to, key, asker }: { readonly to: string; readonly key: string; readonly asker: string },
): Promise<void> {
  for (const limit of guessLimits(key, asker)) {
    const { count, expiresInMs } = await store.count(limit.key)
    if (count >= limit.most) throw tooManyGuesses(expiresInMs)
  }
  const minute = await store.increment(`${key}:minute:${asker}`, { ttlMs: RESEND_MS })
  if (minute.count > 1)
    throw tooManyAttempts(
      minute.expiresInMs,
      'A code is already on its way, please wait before asking for another',
    )
  const hour = await store.increment(`codes:${to}:hour:${asker}`, { ttlMs: HOUR_MS })
  if (hour.count > PER_HOUR) throw tooManyAttempts(hour.expiresInMs)
  const all = await store.increment(`codes:${to}:hour`, { ttlMs: HOUR_MS })
  if (all.count > PER_HOUR_OF_ALL) throw tooManyAttempts(all.expiresInMs)
}

interface GuessLimit {
  readonly key: string
  readonly most: number
}

async function countGuess(store: TtlStore, limits: readonly GuessLimit[]): Promise<void> {
  for (const limit of limits) {
    const guesses = await store.increment(limit.key, { ttlMs: HOUR_MS })
    if (guesses.count > limit.most) throw tooManyGuesses(guesses.expiresInMs)
  }
}

function guessLimits(key: string, place: string): readonly GuessLimit[] {
  return [
    { key: `${key}:guesses:${place}`, most: GUESSES_PER_HOUR },
    { key: `${key}:guesses`, most: GUESSES_PER_HOUR_OF_ALL },
  ]
}

function tooManyGuesses(retryAfterMs: number): GatewayError {
  return tooManyAttempts(
    retryAfterMs,
    'Too many wrong codes were tried, please wait before you try again',
  )
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

/** @throws GatewayError 40010 when the user has no such address. */
export function codeTargetOf(
  user: User,
  { channel, scene }: { channel: 'email' | 'mobile'; scene: CodeScene },
): CodeTarget {
  const { email, areaCode, mobile } = user
  if (channel === 'email' && email !== null) return { to: email, channel, scene }
  if (channel === 'mobile' && areaCode !== null && mobile !== null)
    return { to: mobileAddress({ areaCode, mobile }), channel, scene }
  throw invalidParameter(
    `${channel}Code`,
    channel === 'email'
      ? 'This account has no e-mail address'
      : 'This account has no mobile number',
  )
}
