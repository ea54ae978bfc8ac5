import type { Page, StatementLine } from '@x/api'
import type { Harness } from './tradingHarness.ts'

/** `kind amount asset` of each line of a user's statement, the latest first. */
export async function statementOf(
  { call, trading }: Pick<Harness, 'call' | 'trading'>,
  userId: string,
): Promise<readonly string[]> {
  await trading.service.core.settled()
  const query = { limit: '50' }
  const { items } = await call<Page<StatementLine>>('/v1/asset/statement', { userId, query })
  return items.map(({ kind, amount, asset }) => `${kind} ${amount} ${asset}`)
}
