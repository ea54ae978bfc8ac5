import type { Sql } from '../../../platform/db/Database.ts'
import { readLoginName } from '../loginName.ts'
import { findUser, findUserByLoginName } from '../queries.ts'

const USER_ID = /^\d{10}$/

/**
 * The main account that a user id, an e-mail address or a whole mobile number names, if it may
 * receive. Why there is none is not to be known.
 */
export async function findReceiver(sql: Sql, to: string): Promise<string | undefined> {
  const name = to.trim()
  const user = USER_ID.test(name)
    ? await findUser(sql, name)
    : await findUserByLoginName(sql, readLoginName(name, undefined))
  return user?.status === 'active' && user.parentId === null ? user.id : undefined
}
