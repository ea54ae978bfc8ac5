import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock, Random } from '@x/kit'
import { fromBase32, matchTotp } from '../second-factors/ports/totp.ts'
import { isPassword, type Operator } from './Operator.ts'

export interface OperatorSession {
  readonly operator: Operator
  /** Goes with every form: a form of another site does not have it. */
  readonly formToken: string
}

/** Log-ins of operators: a password and a code of an authenticator app, both each time. */
export interface OperatorSessions {
  /** The cookie's value; `undefined`: something was wrong, or there were too many tries. */
  open(
    credentials: Readonly<Record<'name' | 'password' | 'code', string>>,
  ): Promise<string | undefined>
  find(token: string | undefined): OperatorSession | undefined
  /** Whether a code of the authenticator is right, for what a log-in alone does not allow. */
  confirm(session: OperatorSession, code: string): boolean
  close(token: string | undefined): void
}

const IDLE_MS = 30 * 60_000
const LONGEST_MS = 8 * 3_600_000
const TRIES = 5
const TRIES_MS = 15 * 60_000
const TOKEN_BYTES = 32

interface Held extends OperatorSession {
  readonly openedAt: number
  seenAt: number
}

export function createOperatorSessions({
  operators,
  clock,
  random,
}: {
  readonly operators: readonly Operator[]
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
}): OperatorSessions {
  const sessions = new Map<string, Held>()
  const failures = new Map<string, number[]>()
  /** Name -> the time step of the last code: each is good once. */
  const steps = new Map<string, number>()
  const digestOf = (token: string) => createHash('sha256').update(token).digest('hex')
  const newToken = () => Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')

  function isOver(name: string): boolean {
    const recent = (failures.get(name) ?? []).filter((at) => clock.now() - at < TRIES_MS)
    failures.set(name, recent)
    return recent.length >= TRIES
  }

  /** Takes the code: it is not good again. */
  function takeCode({ name, totpSecret }: Operator, code: string): boolean {
    const step = matchTotp(code, {
      secret: fromBase32(totpSecret),
      nowMs: clock.now(),
      lastStep: steps.get(name) ?? 0,
    })
    if (step === undefined) return false
    steps.set(name, step)
    failures.delete(name)
    return true
  }

  return {
    async open({ name, password, code }) {
      const operator = operators.find((each) => each.name === name)
      if (operator && isOver(name)) return undefined
      // Counted before the hash is made, so that tries at once are not all the first.
      if (operator) failures.get(name)?.push(clock.now())
      if (!(await isPassword(password, operator)) || !operator) return undefined
      if (!takeCode(operator, code)) return undefined
      const token = newToken()
      const now = clock.now()
      sessions.set(digestOf(token), { operator, formToken: newToken(), openedAt: now, seenAt: now })
      return token
    },
    find(token) {
      const key = digestOf(token ?? '')
      const session = sessions.get(key)
      if (!session) return undefined
      const now = clock.now()
      if (now - session.seenAt > IDLE_MS || now - session.openedAt > LONGEST_MS) {
        sessions.delete(key)
        return undefined
      }
      session.seenAt = now
      return session
    },
    confirm({ operator }, code) {
      if (isOver(operator.name)) return false
      failures.get(operator.name)?.push(clock.now())
      return takeCode(operator, code)
    },
    close: (token) => void sessions.delete(digestOf(token ?? '')),
  }
}

export function isFormToken(given: string, { formToken }: OperatorSession): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(formToken)]
  return a.length === b.length && timingSafeEqual(a, b)
}
