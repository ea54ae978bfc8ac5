import type { ExpiringStore } from '../expiring/ExpiringStore.ts'
import { tooManyAttempts } from '../server/envelope.ts'
import { addressGroup } from '../server/addressGroup.ts'
import { countAddress, hasReached } from '../server/addressLimit.ts'
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
   * Runs one password check at a time per account, and three per address, so that parallel guesses are counted before
   * the next of them: one account tried with many passwords, and many accounts tried with one.
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
/** A household or office that logs in together: about ten a second, where a check takes a quarter of one. */
const [ADDRESS_WIDTH, ADDRESS_WAITING] = [3, 60]
const ADDRESS = 'login:address'

export function createLoginGuard({ store }: { store: ExpiringStore }): LoginGuard {
  const queue = createKeyedQueue({ maxWaiting: MAX_WAITING })
  const places = createKeyedQueue({ maxWaiting: ADDRESS_WAITING, width: ADDRESS_WIDTH })
  const accountKey = ({ account }: Attempt) => `login:account:${account}`
  const pairKey = (attempt: Attempt) => `login:pair:${attempt.account}:${addressGroup(attempt.address)}`

  return {
    async needsCaptcha(attempt) {
      const [{ count }, isAddress] = await Promise.all([store.count(accountKey(attempt)), hasReached(store, { name: ADDRESS, address: attempt.address, most: CAPTCHA_AFTER })])
      return count >= CAPTCHA_AFTER || isAddress
    },
    async inTurn(attempt, check) {
      const turn = async () => {
        const [pair, account] = await Promise.all([store.count(pairKey(attempt)), store.count(accountKey(attempt))])
        if (pair.count >= LOCK_AFTER) throw tooManyAttempts(pair.expiresInMs)
        if (account.count >= LOCK_ACCOUNT_AFTER) throw tooManyAttempts(account.expiresInMs)
        return check()
      }
      // The address first: who waits for a place of an own address keeps nobody from theirs.
      const run = places.enter(addressGroup(attempt.address), async () => {
        const entered = queue.enter(attempt.account, turn)
        if (!entered) throw tooManyAttempts(1000)
        return entered
      })
      if (!run) throw tooManyAttempts(1000)
      return run
    },
    async failed(attempt) {
      for (const key of [accountKey(attempt), pairKey(attempt)]) await store.increment(key, { ttlMs: WINDOW_MS })
      await countAddress(store, { name: ADDRESS, address: attempt.address, ttlMs: WINDOW_MS })
    },
    async succeeded(attempt) {
      // The address keeps its count: otherwise an own account would wash the guesses at other people's.
      await Promise.all([store.remove(accountKey(attempt)), store.remove(pairKey(attempt))])
    },
  }
}
