import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest } from '../../platform/http/route.ts'
import { bindIdentity, type ThirdPartyIdentity } from '../users/identityQueries.ts'
import { mobileAddress } from '../users/loginName.ts'
import { assertAcceptablePassword } from '../passwords/passwordPolicy.ts'
import type { Passwords } from '../passwords/passwords.ts'
import {
  findUser,
  insertUser,
  type InsertOutcome,
  type NewUser,
  type User,
} from '../users/queries.ts'
import type { CodeTarget, VerificationCodes } from '../verification-codes/verificationCodes.ts'

/** The addresses that an applicant names. */
export interface Applicant {
  readonly email: string | null
  readonly areaCode: string | null
  readonly mobile: string | null
}

export interface Registrar {
  /**
   * Checks the codes of an applicant's addresses and the captcha that paid for them, hashes the
   * password and uses the codes up.
   * @throws GatewayError 40102, 40103, 40010 for a password that is too weak.
   */
  prove(
    request: Pick<GatewayRequest, 'body' | 'address'>,
    options: { applicant: Applicant; password: string | undefined },
  ): Promise<{ passwordHash: string | null }>
  /**
   * Writes the user, and the identity that opens the account, together.
   * @throws GatewayError 40010 for an address or identity that has an account.
   */
  open(
    user: Omit<NewUser, 'id' | 'createdAt'>,
    options?: { identity?: ThirdPartyIdentity },
  ): Promise<User>
}

type Refusal = Exclude<InsertOutcome, 'inserted' | 'id-taken'>
const TAKEN: Readonly<Record<Refusal, readonly [field: string, message: string]>> = {
  'email-taken': ['email', 'This e-mail address has an account already, please log in'],
  'mobile-taken': ['mobile', 'This mobile number has an account already, please log in'],
}

export interface RegistrarOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly codes: VerificationCodes
  readonly passwords: Passwords
}

export function createRegistrar({
  db,
  clock,
  random,
  codes,
  passwords,
}: RegistrarOptions): Registrar {
  return {
    async prove({ body, address }, { applicant, password }) {
      if (password !== undefined)
        assertAcceptablePassword(password, {
          loginNames: [applicant.email?.split('@', 1)[0] ?? '', applicant.mobile ?? ''],
        })
      const targets = targetsOf(applicant)
      await assertCaptcha(body['bizId'], targets)
      for (const target of targets)
        await codes.check(target, body[`${target.channel}Code`], { guesser: address })
      const passwordHash =
        password === undefined
          ? null
          : await passwords.hash(password, { address, standing: 'challenged' })
      // Only who holds the codes learns afterwards whether an account exists.
      for (const target of targets) await codes.spend(target)
      return { passwordHash }
    },

    async open(user, { identity } = {}) {
      for (;;) {
        const id = randomUserId(random.bytes(8))
        const outcome = await insertWithIdentity(
          db,
          { ...user, id, createdAt: clock.now() },
          { identity },
        )
        if (outcome === 'id-taken') continue
        if (outcome === 'identity-taken')
          throw invalidParameter('token', 'This identity opens another account already')
        if (outcome !== 'inserted') throw invalidParameter(...TAKEN[outcome])
        const written = await findUser(db, id)
        if (!written) throw new Error('A user that was just written cannot be found.')
        return written
      }
    },
  }

  /**
   * A code that is on its way was paid for with a captcha; registration must come with the same one
   * (wire 10).
   */
  async function assertCaptcha(bizId: unknown, targets: readonly CodeTarget[]): Promise<void> {
    if (targets.length === 0) return
    const paid = await Promise.all(targets.map((target) => codes.paidBy(target)))
    if (paid.some((ids) => ids.length === 0))
      throw new GatewayError('40102', 'The verification code is wrong or expired')
    if (!paid.flat().some((id) => id === bizId))
      throw new GatewayError('40103', 'Please complete the security check')
  }
}

/** Both rows or none: a user without password and without identity could never come in. */
async function insertWithIdentity(
  db: Database,
  user: NewUser,
  { identity }: { readonly identity: ThirdPartyIdentity | undefined },
): Promise<InsertOutcome | 'identity-taken'> {
  if (!identity) return insertUser(db, user)
  const rollback = new Error('rolled back')
  let outcome: InsertOutcome | 'identity-taken' = 'inserted'
  try {
    await db.transaction(async (tx) => {
      outcome = await insertUser(tx, user)
      if (
        outcome === 'inserted' &&
        (await bindIdentity(tx, { userId: user.id, identity, at: user.createdAt })) === 'taken'
      )
        outcome = 'identity-taken'
      if (outcome !== 'inserted') throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
  return outcome
}

function targetsOf({ email, areaCode, mobile }: Applicant): CodeTarget[] {
  const targets: CodeTarget[] = []
  if (email !== null) targets.push({ to: email, channel: 'email', scene: 'register' })
  if (areaCode !== null && mobile !== null)
    targets.push({ to: mobileAddress({ areaCode, mobile }), channel: 'mobile', scene: 'register' })
  return targets
}

/** Ten digits that reveal nothing about how many users there are. */
export function randomUserId(bytes: Uint8Array): string {
  const range = 9_000_000_000n
  return String(1_000_000_000n + (Buffer.from(bytes).readBigUInt64BE() % range))
}
