import type { WaitingIdentity } from '../verification/ports/IdentityReview.ts'
import type { OperatorSession } from './createOperatorSessions.ts'
import { safe, type Section, table, timeHtml, token } from './operatorHtml.ts'

const MOST_OF_REASON = 500

/** Identity forms with their pictures, and the two decisions (products 7). */
export function identitySection({
  session,
  identities,
}: {
  readonly session: OperatorSession
  readonly identities: readonly WaitingIdentity[]
}): Section {
  const rows = identities.map(({ userId, submittedAt, form, files }) => [
    `${safe(userId)}<br>${timeHtml(submittedAt)}`,
    form
      ? [form.name, form.birthDate, form.country].map(safe).join('<br>')
      : 'Sealed with another key.',
    form ? `${safe(form.documentType)}<br>${safe(form.documentNumber)}` : '',
    files
      .map((side) => {
        const at = `/identities/${safe(userId)}/${safe(side)}`
        return `<a href="${at}"><img src="${at}" alt="${safe(side)}" width="120"></a>`
      })
      .join(' '),
    decisionForm(session, userId),
  ])
  const heads = ['User', 'Person', 'Document', 'Pictures', 'Decision']
  return { title: 'Identity forms', waiting: identities.length, body: table(heads, rows) }
}

const decisionForm = (session: OperatorSession, userId: string): string =>
  `<form method="post" action="/identities/${safe(userId)}/approve">${token(session)}
<button>Approve</button>
<label>Reason of a refusal, which the user reads
<textarea name="reason" maxlength="${MOST_OF_REASON}"></textarea></label>
<button formaction="/identities/${safe(userId)}/refuse">Refuse</button></form>`
