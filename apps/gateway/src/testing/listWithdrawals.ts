import type { Page, Withdrawal } from '@x/api'
import type { TestClient } from './createTestClient.ts'

/** All withdrawals of the client's user, page by page. */
export async function listWithdrawals(client: TestClient): Promise<readonly Withdrawal[]> {
  const items: Withdrawal[] = []
  for (let next: string | null = ''; next !== null;) {
    const cursor: string = next === '' ? '' : `&cursor=${next}`
    // Each page names the one after it.
    // oxlint-disable-next-line no-await-in-loop
    const { data } = await client.get(`/v1/spot/withdraw/history?limit=100${cursor}`)
    const page = data as unknown as Page<Withdrawal>
    items.push(...page.items)
    next = page.next
  }
  return items
}
