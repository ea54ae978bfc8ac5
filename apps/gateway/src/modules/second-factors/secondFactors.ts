import type { Clock } from '@x/kit'
import type { Database, Sql } from '../../platform/db/Database.ts'
import type { Passkeys } from '../passkeys/createPasskeys.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { GatewayError } from '../../platform/http/route.ts'
import type { RelyingParty } from '../../platform/http/relyingParty.ts'
import type { SecretSeal } from '../../platform/security/sealSecret.ts'
import { fromBase32, matchTotp } from './ports/totp.ts'
import type { User } from '../users/queries.ts'
import {
  codeTargetOf,
  type CodeScene,
  type VerificationCodes,
} from '../verification-codes/verificationCodes.ts'

export type FactorMethod = 'passkey' | 'google' | 'email' | 'mobile'
/** Method -> the field that carries its proof (wire 10); strongest first. */
const FACTOR_FIELDS: Readonly<Record<FactorMethod, string>> = {
  passkey: 'passkey',
  google: 'googleCode',
  email: 'emailCode',
  mobile: 'mobileCode',
}
const METHODS = Object.keys(FACTOR_FIELDS) as FactorMethod[]
/** What a setting turns on and off; a passkey is on as long as it exists. */
export type SwitchedMethod = Exclude<FactorMethod, 'passkey'>
/** The table speaks of the mechanism, the wire of its best-known app. */
const STORED: Readonly<Record<SwitchedMethod, string>> = {
  google: 'totp',
  email: 'email',
  mobile: 'mobile',
}

/** A proof as it was handed in. */
export interface FactorProof {
  readonly fields: Readonly<Record<string, unknown>>
  /** Where it came from: wrong codes are counted by it. */
  readonly address: string
  /** What this proof may consist of. */
  readonly methods: readonly FactorMethod[]
  readonly scene: CodeScene
  /** What a passkey had to sign, and for which site. */
  readonly challenge: string | null
  readonly party: RelyingParty | undefined
}

export interface SecondFactors {
  /** What the user asked to be asked for, strongest first. */
  enabled(userId: string): Promise<FactorMethod[]>
  /**
   * Checks every proof in `fields`: at least one, each of a method in `methods`.
   * @throws GatewayError 40010 without a proof, 40102 for a wrong one.
   */
  verify(user: User, proof: FactorProof): Promise<void>
  enable(
    userId: string,
    factor: { method: SwitchedMethod; secret: string | null; lastStep: number },
  ): Promise<void>
  disable(userId: string, method: SwitchedMethod): Promise<void>
}

interface Raw {
  method: string
  secret: string | null
  last_step: bigint
}

export interface SecondFactorsOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly codes: VerificationCodes
  readonly passkeys: Passkeys
  /** Opens and closes the secrets of authenticators. */
  readonly seal: SecretSeal
}

export function createSecondFactors({
  db,
  clock,
  codes,
  passkeys,
  seal,
}: SecondFactorsOptions): SecondFactors {
  return {
    async enabled(userId) {
      const [rows, keys] = await Promise.all([
        db.query<Raw>('select method from second_factors where user_id = $1', [userId]),
        passkeys.list(userId),
      ])
      return METHODS.filter((method) =>
        method === 'passkey' ? keys.length > 0 : rows.some((row) => row.method === STORED[method]),
      )
    },

    async verify(user, { fields, address, methods, scene, challenge, party }) {
      const given = givenMethods(methods, fields)
      const sent = given
        .filter((method) => method === 'email' || method === 'mobile')
        .map((method) => ({ method, target: codeTargetOf(user, { channel: method, scene }) }))
      // All are checked before any is used up: a typing error in one does not cost the others.
      for (const { method, target } of sent)
        await codes.check(target, fields[FACTOR_FIELDS[method]], { guesser: address })
      if (given.includes('google'))
        await spendTotp(db, {
          seal,
          userId: user.id,
          code: String(fields[FACTOR_FIELDS.google]).trim(),
          nowMs: clock.now(),
        })
      const assertion = { userId: user.id, response: fields[FACTOR_FIELDS.passkey] }
      const isAsserted =
        !given.includes('passkey') ||
        (party !== undefined &&
          challenge !== null &&
          (await passkeys.asserts({ ...assertion, party, challenge })))
      if (!isAsserted) throw new GatewayError('40102', 'The passkey could not be verified')
      for (const { target } of sent) await codes.spend(target)
    },

    async enable(userId, { method, secret, lastStep }) {
      const sealed = secret === null ? null : seal.seal(secret, { owner: userId })
      await db.query(
        `insert into second_factors (user_id, method, secret, last_step, created_at) values ($1, $2,
          $3, $4, $5)
         on conflict (user_id, method) do update set secret = excluded.secret,
           last_step = excluded.last_step`,
        [userId, STORED[method], sealed, lastStep, clock.now()],
      )
    },
    async disable(userId, method) {
      const key = [userId, STORED[method]]
      await db.query('delete from second_factors where user_id = $1 and method = $2', key)
    },
  }
}

/** The methods that the fields prove. @throws GatewayError 40010 when there is none */
function givenMethods(
  methods: readonly FactorMethod[],
  fields: Readonly<Record<string, unknown>>,
): readonly FactorMethod[] {
  const given = methods.filter((method) => fields[FACTOR_FIELDS[method]] !== undefined)
  if (given.length > 0) return given
  throw malformedParameter(FACTOR_FIELDS[methods[0] ?? 'email'], 'A verification code is missing')
}

async function spendTotp(
  sql: Sql,
  { seal, userId, code, nowMs }: { seal: SecretSeal; userId: string; code: string; nowMs: number },
): Promise<void> {
  const [row] = await sql.query<Raw>(
    "select * from second_factors where user_id = $1 and method = 'totp'",
    [userId],
  )
  const text = row?.secret ? seal.open(row.secret, { owner: userId }) : undefined
  const secret = text === undefined ? undefined : fromBase32(text)
  const step =
    secret && row ? matchTotp(code, { secret, nowMs, lastStep: Number(row.last_step) }) : undefined
  // The condition makes the step of two equal codes in parallel count once.
  const used =
    step === undefined
      ? []
      : await sql.query(
          'update second_factors set last_step = $2 where user_id = $1 and method = ' +
            "'totp' and last_step < $2 returning user_id",
          [userId, step],
        )
  if (used.length === 0)
    throw new GatewayError('40102', 'The verification code is wrong or expired')
}
