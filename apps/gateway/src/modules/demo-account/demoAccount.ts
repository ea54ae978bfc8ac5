import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { TradingAccounts } from '../users/ports/TradingAccounts.ts'
import {
  findUserByEmail,
  insertUser,
  markAccountsOpened,
  setPasswordHash,
  type User,
} from '../users/queries.ts'

export interface DemoAccount {
  readonly loginName: string
  readonly password: string
}

const FILE = 'demo-account.json'
/** A name that nobody can own (RFC 2606). */
export const DEMO_LOGIN_NAME = 'demo@example.com'
const USER_ID = '1000000001'

export interface DemoAccountOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly passwords: Passwords
  readonly accounts: TradingAccounts
  /** Where the password is kept between runs; absent: a new one each time. */
  readonly dataDir?: string | undefined
}

/**
 * The account that a development gateway offers: its password is drawn once per data folder and
 * shown at each start. `undefined`: the account of this database has the password of another data
 * folder, which it keeps.
 */
export async function ensureDemoAccount({
  db,
  clock,
  random,
  passwords,
  accounts,
  dataDir,
}: DemoAccountOptions): Promise<DemoAccount | undefined> {
  const kept = await readPassword(dataDir)
  const password = kept ?? `demo-${Buffer.from(random.bytes(6)).toString('hex')}`
  const user = await findUserByEmail(db, DEMO_LOGIN_NAME)
  const id = user?.id ?? USER_ID
  if (!user) {
    const outcome = await insertUser(db, {
      id,
      email: DEMO_LOGIN_NAME,
      areaCode: null,
      mobile: null,
      passwordHash: await passwords.hash(password),
      referral: {},
      createdAt: clock.now(),
    })
    if (outcome !== 'inserted')
      throw new Error(`The demonstration account cannot be written: ${outcome}.`)
  } else if (isReplaced(user, kept)) {
    await setPasswordHash(db, { id, passwordHash: await passwords.hash(password) })
  }
  const isOwn =
    !user || isReplaced(user, kept) || (await passwords.matches(password, user.passwordHash))
  // Production had retired it.
  if (user?.status === 'frozen')
    await db.query("update users set status = 'active' where id = $1", [id])
  if (!user?.hasAccounts) {
    await accounts.openAccounts(id)
    await accounts.seedDemo(id)
    await markAccountsOpened(db, { id, at: clock.now() })
  }
  if (!isOwn) return undefined
  if (dataDir !== undefined)
    await writeFile(
      path.join(dataDir, FILE),
      `${JSON.stringify({ loginName: DEMO_LOGIN_NAME, password })}\n`,
      { mode: 0o600 },
    )
  return { loginName: DEMO_LOGIN_NAME, password }
}

/** The database outlived the file, or production retired the account and its password. */
const isReplaced = (user: Pick<User, 'status'>, kept: string | undefined): boolean =>
  kept === undefined || user.status === 'frozen'

async function readPassword(dataDir: string | undefined): Promise<string | undefined> {
  if (dataDir === undefined) return undefined
  try {
    const { password } = JSON.parse(await readFile(path.join(dataDir, FILE), 'utf8')) as {
      password?: unknown
    }
    return typeof password === 'string' && password !== '' ? password : undefined
  } catch {
    return undefined
  }
}
