import type { FoundEntry } from '../../platform/audit/findAuditEntries.ts'
import { safe, type Section, table, timeHtml } from './operatorHtml.ts'

/** What the audit log holds about a user or an order; each entry as it was hashed. */
export function auditSection({
  query,
  found,
}: {
  readonly query: { readonly user: string; readonly order: string }
  readonly found: readonly FoundEntry[] | undefined
}): Section {
  const rows = (found ?? []).map(({ at, entry }) => [timeHtml(at), `<code>${safe(entry)}</code>`])
  const form = `<form method="get" action="/">
<label>User <input name="user" value="${safe(query.user)}"></label>
<label>Order <input name="order" value="${safe(query.order)}"></label>
<button>Search</button></form>`
  const list = found === undefined ? '' : table(['Time', 'Entry'], rows)
  return { title: 'Audit log of users', body: form + list }
}
