import type { Sql } from '../../platform/db/Database.ts'
import {
  GatewayError,
  type GatewayRequest,
  type RequestSession,
} from '../../platform/http/route.ts'
import { findUser, type User } from './queries.ts'

/** Who makes a private request. @throws GatewayError 401 when the user is gone. */
export async function presentUser(
  sql: Sql,
  { session }: Pick<GatewayRequest, 'session'>,
): Promise<{ session: RequestSession; user: User }> {
  const user = session && (await findUser(sql, session.userId))
  if (!session || !user) throw new GatewayError('401', 'Please login to visit')
  return { session, user }
}
