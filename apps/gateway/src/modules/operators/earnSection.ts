import type { EarnFilling, EarnPoolAsset } from '../earn/ports/EarnPool.ts'
import type { OperatorSession } from './createOperatorSessions.ts'
import { safe, type Section, table, timeHtml, token } from './operatorHtml.ts'

/** What pays the interest of earn products, and the form that fills it (products 3). */
export interface ShownEarnPool {
  readonly assets: readonly EarnPoolAsset[]
  readonly fillings: readonly EarnFilling[]
  /** Proposed for the next filling. */
  readonly key: string
}

export function earnSection({
  session,
  earn,
}: {
  readonly session: OperatorSession
  readonly earn: ShownEarnPool
}): Section {
  const { assets, fillings } = earn
  const balances = assets.map(({ asset, balance, treasury, paused }) =>
    [asset, balance, treasury, paused.join(', ') || 'none'].map(safe),
  )
  const lines = fillings.map(({ at, asset, amount, from, key }) => [
    timeHtml(at),
    ...[`${amount} ${asset}`, from, key].map(safe),
  ])
  const body = `<p>It pays the interest. A product that waits for funds takes no subscriptions
and pays later.</p>
${table(['Asset', 'In the pool', 'In the treasury', 'Waiting for funds'], balances)}
${fillForm(session, earn)}
<h3>Fillings</h3>${table(['Time', 'Amount', 'From', 'Key'], lines)}`
  return { title: 'Earn pool', body }
}

const fillForm = (session: OperatorSession, { assets, key }: ShownEarnPool): string =>
  `<form method="post" action="/earn/pool/fund">${token(session)}
<label>Asset <select name="asset" required>${assets
    .map(({ asset }) => `<option>${safe(asset)}</option>`)
    .join('')}</select></label>
<label>Amount, from the treasury <input name="amount" required inputmode="decimal"></label>
<label>Key: sent again, it is filled once
<input name="key" required maxlength="64" value="${safe(key)}"></label>
<label>New code of the authenticator <input name="code" required inputmode="numeric"
 autocomplete="one-time-code"></label>
<button>Fill the pool</button></form>`
