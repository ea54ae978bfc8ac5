import type { Database } from '../../platform/db/Database.ts'
import type { OperatorSession } from './createOperatorSessions.ts'
import { safe, type Section, table, token } from './operatorHtml.ts'

/** Who logs in as an agent, and the two decisions about it. */
export interface Agents {
  list(): Promise<readonly string[]>
  /** Answers what to note. @throws RangeError where there is no such main account */
  set(userId: string, isAgent: boolean): Promise<string>
}

const MOST = 500

export const createAgents = (db: Database): Agents => ({
  async list() {
    const rows = await db.query<{ readonly id: string }>(
      'select id from users where is_agent order by id limit $1',
      [MOST],
    )
    return rows.map(({ id }) => id)
  },
  async set(userId, isAgent) {
    const rows = await db.query(
      'update users set is_agent = $2 where id = $1 and parent_id is null returning id',
      [userId, isAgent],
    )
    if (rows.length === 0) throw new RangeError('There is no such main account.')
    return `${isAgent ? 'granted to' : 'taken from'} ${userId}`
  },
})

/** The agents, and the form that makes one or ends it. Both count from the next log-in on. */
export const agentSection = ({
  session,
  agents,
}: {
  readonly session: OperatorSession
  readonly agents: readonly string[]
}): Section => ({
  title: 'Agents',
  body: `${table(
    ['User'],
    agents.map((id) => [safe(id)]),
  )}
<form method="post" action="/agents/user/grant">${token(session)}
<label>Number of the user <input name="user" required inputmode="numeric"></label>
<button>Make an agent</button>
<button formaction="/agents/user/revoke">End it</button></form>`,
})
