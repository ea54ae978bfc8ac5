import type { P2pAppealCase } from '@x/api'
import { agentSection } from './agents.ts'
import { appealSection } from './appealSection.ts'
import { amountOf, type HotBalance, type OperatorActions } from './createOperatorActions.ts'
import type { OperatorSession } from './createOperatorSessions.ts'
import type { OperatorEntry } from './openOperatorLog.ts'
import { navHtml, safe, type Section, sectionHtml, table, timeHtml, token } from './operatorHtml.ts'
import type { FoundEntry } from '../../platform/audit/findAuditEntries.ts'
import type { UnsignedAddress } from '../reserves/ports/attestations.ts'
import type { WaitingIdentity } from '../verification/ports/IdentityReview.ts'
import { auditSection } from './auditSection.ts'
import type { HeldDeposit } from './createHeldDeposits.ts'
import { coldSection } from './coldSection.ts'
import { earnSection, type ShownEarnPool } from './earnSection.ts'
import { heldSection } from './heldSection.ts'
import { identitySection } from './identitySection.ts'
import { rulesSection } from './rulesSection.ts'
import type { RulesStatus } from '../../exchange/trading-core/createRulesUpgrade.ts'

const document = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${safe(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/operators.css"><script src="/operators.js" defer></script></head>
<body>${body}</body></html>`

/** The log-in: one page, one answer for everything that is wrong. */
export const loginPage = (isRefused: boolean): string =>
  document(
    'Operators',
    `<main class="entry"><h1>Operators</h1>
${isRefused ? '<p role="alert">That did not work. After five tries wait 15 minutes.</p>' : ''}
<form method="post" action="/login">
<label>Name <input name="name" required autocomplete="username"></label>
<label>Password <input name="password" type="password" required
 autocomplete="current-password"></label>
<label>Code of the authenticator <input name="code" required inputmode="numeric"
 autocomplete="one-time-code"></label>
<button class="main">Log in</button></form></main>`,
  )

interface Overview {
  readonly session: OperatorSession
  readonly actions: OperatorActions
  readonly hot: readonly HotBalance[]
  readonly held: readonly HeldDeposit[]
  readonly unsigned: readonly UnsignedAddress[]
  readonly appeals: readonly P2pAppealCase[]
  readonly entries: readonly OperatorEntry[]
  readonly notice: string | undefined
  readonly identities: readonly WaitingIdentity[]
  readonly agents: readonly string[]
  readonly earn: ShownEarnPool
  readonly rules: RulesStatus
  readonly query: { readonly user: string; readonly order: string }
  /** Absent: nothing was searched for. */
  readonly found: readonly FoundEntry[] | undefined
}

/** Everything that an operator decides or watches. */
export function overviewPage(overview: Overview): string {
  const { session, notice } = overview
  const sections = [
    reviewSection(overview),
    appealSection(overview),
    identitySection(overview),
    heldSection(overview),
    coldSection(overview),
    earnSection(overview),
    networkSection(overview),
    hotSection(overview),
    agentSection(overview),
    rulesSection(overview),
    auditSection(overview),
    logSection(overview),
  ]
  return document(
    'Operators',
    `<header><h1>Operators</h1>
<form method="post" action="/logout">${token(session)}
<span>${safe(session.operator.name)}</span> <button>Log out</button></form></header>
${navHtml(sections)}
<main>${notice === undefined ? '' : `<p role="status">${safe(notice)}</p>`}
${sections.map(sectionHtml).join('\n')}</main>`,
  )
}

const logSection = ({ entries }: Overview): Section => ({
  title: 'Audit log of operators',
  body: table(
    ['Time', 'Operator', 'Action', 'Subject', 'Outcome'],
    entries.map(({ at, operator, action, subject, outcome }) => [
      timeHtml(at),
      ...[operator, action, subject, outcome].map(safe),
    ]),
  ),
})

function reviewSection({ session, actions }: Overview): Section {
  const reviews = actions.reviews()
  const rows = reviews.map(({ withdrawal, text }) => {
    const { id, userId, network, address, asset, amount, fee, reason, approvals, createdAt } =
      withdrawal
    const by = approvals.map(({ approver }) => approver).join(', ')
    return [
      safe(id),
      safe(userId),
      timeHtml(createdAt),
      `${safe(amountOf(amount, asset))}, fee ${safe(amountOf(fee, asset))}`,
      `${safe(actions.nameOf(network))}<br><code>${safe(address)}</code>`,
      safe(reason ?? ''),
      safe(by || 'nobody'),
      approveForm(session, { id, text }) + rejectForm(session, id),
    ]
  })
  const heads = ['Id', 'User', 'Requested', 'Amount', 'To', 'Why', 'Approved by', 'Decision']
  return {
    title: 'Withdrawals in review',
    waiting: reviews.length,
    body: `${table(heads, rows)}
<p>Approved and waiting for the hot address: ${actions.waiting().length}</p>`,
  }
}

/** The key is read in the browser and never sent; a signature made elsewhere may be put in. */
const approveForm = (
  session: OperatorSession,
  { id, text }: { readonly id: number; readonly text: string },
): string =>
  `<form method="post" action="/withdrawals/${id}/approve" data-sign="${safe(text)}">
${token(session)}<p><code>${safe(text)}</code></p>
<label>Your key (PEM) <input type="file" data-key></label>
<label>or its signature <input name="signature"></label>
<button>Approve</button></form>`

const rejectForm = (session: OperatorSession, id: number): string =>
  `<form method="post" action="/withdrawals/${id}/reject">${token(session)}
<button>Reject</button></form>`

function networkSection({ session, actions }: Overview): Section {
  const rows = actions.networks().map(({ id, height, pause }) => {
    const verb = pause === undefined ? 'pause' : 'resume'
    return [
      safe(actions.nameOf(id)),
      safe(height ?? 'no answer'),
      safe(pause ?? 'runs'),
      `<form method="post" action="/networks/${safe(id)}/${verb}">${token(session)}
<button>${verb === 'pause' ? 'Pause' : 'Resume'}</button></form>`,
    ]
  })
  const heads = ['Network', 'Height', 'State', 'Decision']
  return { title: 'Networks', body: table(heads, rows) }
}

const hotSection = ({ hot, actions }: Overview): Section => ({
  title: 'Hot address',
  body: table(
    ['Network', 'Asset', 'Balance', 'Withdrawals wait for', 'Refill to'],
    hot.map(({ network, asset, balance, waiting, address }) => [
      ...[actions.nameOf(network), asset, balance ?? 'no answer', waiting].map(safe),
      `<code>${safe(address ?? 'no answer')}</code>`,
    ]),
  ),
})

/** Signs in the browser: the private key stays there, and is not kept. */
export const SCRIPT = `'use strict'
for (const form of document.querySelectorAll('form[data-sign]'))
  form.addEventListener('submit', async (event) => {
    const [file] = form.querySelector('[data-key]').files
    if (!file) return
    event.preventDefault()
    const pem = (await file.text()).replaceAll(/-----[^-]+-----|\\s/g, '')
    const bytes = Uint8Array.from(atob(pem), (sign) => sign.charCodeAt(0))
    const key = await crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', false, ['sign'])
    const text = new TextEncoder().encode(form.dataset.sign)
    const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key, text))
    form.elements.signature.value = btoa(String.fromCharCode(...signature))
    form.submit()
  })`
