import type { OperatorActions } from './createOperatorActions.ts'
import type { HeldDeposit } from './createHeldDeposits.ts'
import type { OperatorSession } from './createOperatorSessions.ts'
import { safe, type Section, table, token } from './operatorHtml.ts'

/** Coins that nobody credited by himself, and the two decisions of two operators (wallet 3). */
export function heldSection({
  session,
  actions,
  held,
}: {
  readonly session: OperatorSession
  readonly actions: Pick<OperatorActions, 'nameOf'>
  readonly held: readonly HeldDeposit[]
}): Section {
  const rows = held.map((deposit) => [
    `${safe(actions.nameOf(deposit.network))}<br><code>${safe(deposit.txHash)}</code>`,
    safe(deposit.userId ?? 'the exchange'),
    safe(deposit.isListed ? deposit.amount : `${deposit.amount} units of ${deposit.asset}`),
    `${safe(deposit.state)}: ${safe(deposit.reason ?? '')}`,
    safe(deposit.wanted ?? 'nobody'),
    deposit.isListed ? forms(session, deposit) : 'Not listed: it is in no ledger.',
  ])
  const heads = ['Transaction', 'User', 'Amount', 'Why', 'Wanted by', 'Decision']
  return {
    title: 'Held deposits',
    waiting: held.length,
    body: `<p>Two operators must want the same. What goes back waits in review for both
signatures.</p>${table(heads, rows)}`,
  }
}

function forms(session: OperatorSession, { key, userId }: HeldDeposit): string {
  const amount = '<label>Amount, where less came <input name="amount" inputmode="decimal"></label>'
  const credit = `<form method="post" action="/deposits/${safe(key)}/credit">${token(session)}
${amount}<button>Credit</button></form>`
  if (userId === null) return credit
  return `${credit}<form method="post" action="/deposits/${safe(key)}/return">${token(session)}
${amount}<label>Address of the sender <input name="address" required></label>
<button>Return</button></form>`
}
