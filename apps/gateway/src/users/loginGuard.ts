import type { ExpiringStore } from '../expiring/ExpiringStore.ts'
import { tooManyAttempts } from '../server/envelope.ts'
import { addressGroup } from '../server/addressGroup.ts'
import { createKeyedQueue } from './keyedQueue.ts'

export interface Attempt {
  /** `loginNameKey`; counted for unknown accounts as well, so that a count tells nothing. */
  readonly account: string
  readonly address: string
}

export interface LoginGuard {
  /** Three failures of the account or the address: the next log-in needs a captcha (wire 10). */
  needsCaptcha(attempt: Attempt): Promise<boolean>
  /**
   * Runs one password check at a time per account, so that parallel guesses are counted one after the other.
   * @throws GatewayError 42901 once there were too many failures.
   */
  inTurn<T>(attempt: Attempt, check: () => Promise<T>): Promise<T>
  failed(attempt: Attempt): Promise<void>
  succeeded(attempt: Attempt): Promise<void>
}

const WINDOW_MS = 900_000
const CAPTCHA_AFTER = 3
/** From one address; a stranger elsewhere can so not lock the owner out. */
const LOCK_AFTER = 10
/** From all addresses together: a distributed guess is slowed down too. */
const LOCK_ACCOUNT_AFTER = 100
const MAX_WAITING = 20

export function createLoginGuard({ store }: { store: ExpiringStore }): LoginGuard {
  const queue = createKeyedQueue({ maxWaiting: MAX_WAITING })
  const accountKey = ({ account }: Attempt) => `login:account:${account}`
  const addressKey = ({ address }: Attempt) => `login:address:${addressGroup(address)}`
  const pairKey = (attempt: Attempt) => `login:pair:${attempt.account}:${addressGroup(attempt.address)}`

  return {
    async needsCaptcha(attempt) {
      const counts = await Promise.all([store.count(accountKey(attempt)), store.count(addressKey(attempt))])
      return counts.some(({ count }) => count >= CAPTCHA_AFTER)
    },
    async inTurn(attempt, check) {
      const run = queue.enter(attempt.account, async () => {
        const [pair, account] = await Promise.all([store.count(pairKey(attempt)), store.count(accountKey(attempt))])
        if (pair.count >= LOCK_AFTER) throw tooManyAttempts(pair.expiresInMs)
        if (account.count >= LOCK_ACCOUNT_AFTER) throw tooManyAttempts(account.expiresInMs)
        return check()
      })
      if (!run) throw tooManyAttempts(1000)
      return run
    },
    async failed(attempt) {
      for (const key of [accountKey(attempt), addressKey(attempt), pairKey(attempt)]) await store.increment(key, { ttlMs: WINDOW_MS })
    },
    async succeeded(attempt) {
      // The address keeps its count: otherwise an own account would wash the guesses at other people's.
      await Promise.all([store.remove(accountKey(attempt)), store.remove(pairKey(attempt))])
    },
  }
}
