import type { RulesStatus } from '../../exchange/trading-core/createRulesUpgrade.ts'
import type { OperatorSession } from './createOperatorSessions.ts'
import { safe, type Section, table, token } from './operatorHtml.ts'

/** Which rules the log is under, who could follow later ones, and the forms that switch to them. */
export function rulesSection({
  session,
  rules: { version, next, followers },
}: {
  readonly session: OperatorSession
  readonly rules: RulesStatus
}): Section {
  const rows = next.map((each) => [
    safe(each.version),
    safe(each.change),
    `<form method="post" action="/rules/${each.version}/upgrade">${token(session)}
<button>Switch to version ${each.version}</button></form>`,
  ])
  const knowing = followers.map(({ name, knownRules }) => [name, knownRules].map(safe))
  return {
    title: 'Rules',
    body: `<p>Version ${version} is in force. Every replica switches at the same record, and there
is no way back.</p>
${table(['Version', 'Change', 'Decision'], rows)}
<h3>Followers</h3>${table(['Follower', 'Knows up to version'], knowing)}`,
  }
}
