import type { Clock } from '@x/kit'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import { addressGroup } from '../../platform/http/addressGroup.ts'
import { countAddress, hasReached } from '../../platform/http/addressLimit.ts'
import { tooManyAttempts } from '../../platform/http/envelope.ts'
import { createKeyedQueue } from '../users/keyedQueue.ts'

export interface Attempt {
  /** `loginNameKey`; counted for unknown accounts as well, so that a count reveals nothing. */
  readonly account: string
  readonly address: string
  /**
   * Comes from an address or device that the account has logged in from: others' failures do not
   * count against it.
   */
  readonly isKnown?: boolean
  /** A captcha was solved for it. */
  readonly hasPass?: boolean
}

/**
 * Log-ins that succeed within a minute: beyond them a captcha is due first, beyond twice as many of
 * an account or address they are refused.
 */
export interface LoginLimits {
  readonly account: number
  /** Of one address, or IPv6 network: a household, an office. */
  readonly address: number
  /** Of the whole gateway, for the captcha alone; known devices are not counted against it. */
  readonly all: number
}

export const DEFAULT_LOGIN_LIMITS: LoginLimits = { account: 10, address: 30, all: 120 }

export interface LoginGuard {
  /**
   * Three failures of the account or the address (wire 10), more successes than `LoginLimits`
   * allow, or a long queue of passwords to hash: the next log-in needs a captcha.
   */
  needsCaptcha(attempt: Attempt): Promise<boolean>
  /**
   * Runs one password check at a time per account, and three per address, so that parallel guesses
   * are counted before the next of them: one account tried with many passwords, and many accounts
   * tried with one. Known devices and solved captchas do not wait for what others try at the
   * account.
   * @throws GatewayError 42901 once there were too many failures or log-ins, or the turn came too
   * late.
   */
  inTurn<T>(attempt: Attempt, check: () => Promise<T>): Promise<T>
  failed(attempt: Attempt): Promise<void>
  succeeded(attempt: Attempt): Promise<void>
}

export interface LoginGuardOptions {
  readonly store: TtlStore
  readonly clock: Pick<Clock, 'monotonic'>
  readonly limits?: LoginLimits | undefined
  /** Whether passwords of this address would wait long to be hashed. */
  readonly isBusy?: (address: string) => boolean
}

const WINDOW_MS = 900_000
const MINUTE_MS = 60_000
const CAPTCHA_AFTER = 3
/** From one address. */
const LOCK_AFTER = 10
/**
 * From all addresses together: from here on an unknown one has fewer tries, each with a captcha.
 */
const GUARDED_AFTER = 100
const GUARDED_LOCK_AFTER = 3
/** From all addresses together: from here on only known ones are let in. */
const LOCK_ACCOUNT_AFTER = 1_000
const MAX_WAITING = 20
/** A household or office that logs in together. */
const [ADDRESS_WIDTH, ADDRESS_WAITING] = [3, 60]
/** A client gives up after ten seconds. */
const MAX_WAIT_MS = 5_000
/**
 * A log-in that was asked for a captcha because the queue was long is asked for it again, however
 * long the queue is then.
 */
const CHALLENGE_MS = 120_000
const FAILED = 'login:address'
const DONE = 'login:done:address'
const DONE_ALL = 'login:done'

export function createLoginGuard({
  store,
  clock,
  limits = DEFAULT_LOGIN_LIMITS,
  isBusy = () => false,
}: LoginGuardOptions): LoginGuard {
  const inTurn = createTurns({ clock })
  const counts = { store, limits }

  return {
    async needsCaptcha(attempt) {
      const [{ count }, isAddress, isDone, isChallenged] = await Promise.all([
        store.count(accountKey(attempt)),
        hasReached(store, { name: FAILED, address: attempt.address, most: CAPTCHA_AFTER }),
        hasLoggedIn(attempt, { ...counts, share: 1 }),
        store.get<boolean>(challengeKey(attempt)),
      ])
      if (count >= CAPTCHA_AFTER || isAddress || isDone || isChallenged) return true
      if (attempt.isKnown || !isBusy(attempt.address)) return false
      await store.set(challengeKey(attempt), true, { ttlMs: CHALLENGE_MS })
      return true
    },
    inTurn: (attempt, check) =>
      inTurn(attempt, async () => {
        await assertAllowed(attempt, counts)
        return check()
      }),
    async failed(attempt) {
      await store.increment(accountKey(attempt), { ttlMs: WINDOW_MS })
      await countAddress(store, {
        name: pairName(attempt),
        address: attempt.address,
        ttlMs: WINDOW_MS,
      })
      await countAddress(store, { name: FAILED, address: attempt.address, ttlMs: WINDOW_MS })
    },
    async succeeded(attempt) {
      await store.increment(doneKey(attempt), { ttlMs: MINUTE_MS })
      await countAddress(store, { name: DONE, address: attempt.address, ttlMs: MINUTE_MS })
      if (!attempt.isKnown) await store.increment(DONE_ALL, { ttlMs: MINUTE_MS })
      // The address keeps its count: otherwise an own account would wash the guesses at other
      // people's.
      await Promise.all(
        [accountKey(attempt), pairKey(attempt), challengeKey(attempt)].map((key) =>
          store.remove(key),
        ),
      )
    },
  }
}

const accountKey = ({ account }: Attempt) => `login:account:${account}`
const pairName = ({ account }: Attempt) => `login:pair:${account}`
const pairKey = (attempt: Attempt) => `${pairName(attempt)}:${addressGroup(attempt.address)}`
const doneKey = ({ account }: Attempt) => `login:done:account:${account}`
const challengeKey = ({ account, address }: Attempt) =>
  `login:challenge:${account}:${addressGroup(address)}`

interface Counts {
  readonly store: TtlStore
  readonly limits: LoginLimits
}

/** Whether more than `share` times the log-ins of a minute succeeded. */
async function hasLoggedIn(
  attempt: Attempt,
  { store, limits, share }: Counts & { readonly share: 1 | 2 },
): Promise<boolean> {
  const [account, isAddress, all] = await Promise.all([
    store.count(doneKey(attempt)),
    hasReached(store, { name: DONE, address: attempt.address, most: share * limits.address }),
    store.count(DONE_ALL),
  ])
  // Of all only a captcha is asked: who fills that limit with accounts of their own must not keep
  // others out.
  const isAll = share === 1 && !attempt.isKnown && all.count >= limits.all
  return account.count >= share * limits.account || isAddress || isAll
}

/** @throws GatewayError 42901 */
async function assertAllowed(attempt: Attempt, { store, limits }: Counts): Promise<void> {
  const own = await store.count(pairKey(attempt))
  if (own.count >= LOCK_AFTER) throw tooManyAttempts(own.expiresInMs)
  if (!attempt.isKnown) {
    const account = await store.count(accountKey(attempt))
    const { address } = attempt
    const isLocked =
      account.count >= GUARDED_AFTER &&
      (await hasReached(store, { name: pairName(attempt), address, most: GUARDED_LOCK_AFTER }))
    if (isLocked || account.count >= LOCK_ACCOUNT_AFTER) throw tooManyAttempts(account.expiresInMs)
  }
  if (await hasLoggedIn(attempt, { store, limits, share: 2 })) throw tooManyAttempts(MINUTE_MS)
}

/** Runs the checks of one account one after the other, and few of one address at once. */
function createTurns({ clock }: Pick<LoginGuardOptions, 'clock'>) {
  const queue = createKeyedQueue({ maxWaiting: MAX_WAITING })
  const places = createKeyedQueue({ maxWaiting: ADDRESS_WAITING, width: ADDRESS_WIDTH })

  return async function inTurn<T>(attempt: Attempt, check: () => Promise<T>): Promise<T> {
    const since = clock.monotonic()
    const turn = async () => {
      if (clock.monotonic() - since > MAX_WAIT_MS) throw tooManyAttempts(1000)
      return check()
    }
    // Who waits among unproved tries at an account waits for all of them; a known device or a
    // solved captcha does not.
    const lane =
      attempt.isKnown || attempt.hasPass
        ? [attempt.account, addressGroup(attempt.address)]
        : [attempt.account]
    // The address first: who waits for a place of an own address keeps nobody from theirs.
    const run = places.enter(addressGroup(attempt.address), async () => {
      const entered = queue.enter(JSON.stringify(lane), turn)
      if (!entered) throw tooManyAttempts(1000)
      return entered
    })
    if (!run) throw tooManyAttempts(1000)
    return run
  }
}
