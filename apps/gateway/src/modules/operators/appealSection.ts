import type { P2pAppealCase } from '@x/api'
import type { OperatorSession } from './createOperatorSessions.ts'
import { safe, type Section, table, timeHtml, token } from './operatorHtml.ts'

const MOST_OF_REASON = 500

/** Appeals of P2P orders with what the parties wrote, and the two rulings (products 2). */
export function appealSection({
  session,
  appeals,
}: {
  readonly session: OperatorSession
  readonly appeals: readonly P2pAppealCase[]
}): Section {
  const heads = ['Order', 'Parties', 'Coins', 'To pay', 'Appeal', 'Messages', 'Decision']
  const rows = appeals.map((appeal) => [
    safe(appeal.orderId),
    `Buyer ${safe(appeal.buyer)}<br>Seller ${safe(appeal.seller)}`,
    `${safe(appeal.amount)} ${safe(appeal.asset)}`,
    `${safe(appeal.total)} ${safe(appeal.fiat)}<br>Paid ${timeOf(appeal.paidAt)}`,
    `${timeOf(appeal.appealedAt)} by the ${appeal.appealedBy}<br>${safe(appeal.reason)}`,
    messageList(appeal),
    rulingForm(session, appeal.orderId),
  ])
  return { title: 'P2P appeals', waiting: appeals.length, body: table(heads, rows) }
}

const timeOf = (at: number | null): string => (at === null ? 'never' : timeHtml(at))

function messageList({ orderId, messages }: P2pAppealCase): string {
  if (messages.length === 0) return 'None.'
  const lines = messages.map(
    ({ at, from, text, fileId }) =>
      `<li>${timeOf(at)} ${from}: ` +
      `${fileId === null ? safe(text) : pictureLink(orderId, fileId)}</li>`,
  )
  return `<ol>${lines.join('')}</ol>`
}

const pictureLink = (orderId: string, fileId: string): string =>
  `<a href="/appeals/${safe(orderId)}/pictures/${safe(fileId)}">Picture ${safe(fileId)}</a>`

/** One reason, two ends: each button has an address of its own. */
const rulingForm = (session: OperatorSession, orderId: string): string =>
  `<form method="post" action="/appeals/${safe(orderId)}/release">${token(session)}
<label>Reason, which both parties read
<textarea name="reason" required maxlength="${MOST_OF_REASON}"></textarea></label>
<button>Release to the buyer</button>
<button formaction="/appeals/${safe(orderId)}/refund">Return to the seller</button></form>`
