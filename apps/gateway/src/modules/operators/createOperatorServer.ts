import type { FoundEntry } from '../../platform/audit/findAuditEntries.ts'
import type { RulesUpgrade } from '../../exchange/trading-core/createRulesUpgrade.ts'
import type { EarnPool } from '../earn/ports/EarnPool.ts'
import type { IdentityReview } from '../verification/ports/IdentityReview.ts'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock, Random } from '@x/kit'
import type { Log } from '../../platform/log/Log.ts'
import type { Agents } from './agents.ts'
import type { OperatorActions } from './createOperatorActions.ts'
import {
  isFormToken,
  type OperatorSession,
  type OperatorSessions,
} from './createOperatorSessions.ts'
import type { OperatorLog } from './openOperatorLog.ts'
import type { Attestations } from '../reserves/ports/attestations.ts'
import type { HeldDeposits } from './createHeldDeposits.ts'
import { loginPage, overviewPage, SCRIPT } from './operatorPages.ts'
import { STYLE } from './operatorStyle.ts'

export interface OperatorServerOptions {
  readonly sessions: OperatorSessions
  readonly actions: OperatorActions
  readonly held: HeldDeposits
  readonly attestations: Attestations
  readonly identities: IdentityReview
  readonly agents: Agents
  readonly earnPool: EarnPool
  readonly rules: RulesUpgrade
  /** Entries of the audit log of users. */
  readonly findAudit: (query: {
    readonly user: string
    readonly order: string
  }) => Promise<readonly FoundEntry[]>
  readonly audit: OperatorLog
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly log: Log
}

export interface OperatorServer {
  /** Answers the port; 0 takes any. */
  listen(port: number): Promise<number>
  stop(): Promise<void>
}

const APPEAL_PICTURE = /^\/appeals\/(\d{1,16})\/pictures\/(\d{1,16})$/
const COOKIE = 'operator'
const MOST_BYTES = 8_192
const MOST_OF_REASON = 500
const MOST_OF_AMOUNT = 100
const ENTRIES = 100
const KEY_BYTES = 9
/** Reached on this machine, or through a tunnel to it. */
const HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]'])

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; " +
    "form-action 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

interface Call {
  readonly path: string
  readonly form: URLSearchParams
  readonly token: string | undefined
  readonly session: OperatorSession | undefined
}

/**
 * The pages of operators on a listener of their own, on this machine only: the port that users
 * reach has none of it (docs/adr/wallet.md).
 */
export function createOperatorServer(options: OperatorServerOptions): OperatorServer {
  const server: Server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    answer(options, { request, response }).catch((error: unknown) => {
      options.log.error('An operator page failed', { error: String(error) })
      if (!response.headersSent) send(response, { status: 500, body: 'Failed' })
    })
  })
  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

async function answer(
  options: OperatorServerOptions,
  { request, response }: Exchange,
): Promise<void> {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  if (!HOSTS.has(host)) return send(response, { status: 421, body: 'Another host' })
  const target = targetOf(request)
  if (!target) return send(response, { status: 400, body: 'No path' })
  const { pathname, searchParams } = target
  if (request.method === 'GET')
    return answerRead(options, { request, response, path: pathname, searchParams })
  if (request.method !== 'POST') return send(response, { status: 405, body: 'Not so' })
  // Browsers say where a form comes from; whatever says nothing is no browser.
  const { origin } = request.headers
  if (origin !== undefined && origin !== `http://${request.headers.host ?? ''}`)
    return send(response, { status: 403, body: 'Another site' })
  const body = await readBody(request)
  if (body === undefined) return send(response, { status: 413, body: 'The form is too long' })
  const form = new URLSearchParams(body)
  const token = cookieOf(request)
  const call: Call = { path: pathname, form, token, session: options.sessions.find(token) }
  return answerWrite(options, { call, response })
}

async function answerRead(
  options: OperatorServerOptions,
  {
    request,
    response,
    path,
    searchParams,
  }: Exchange & { readonly path: string; readonly searchParams: URLSearchParams },
): Promise<void> {
  if (path === '/operators.css') return send(response, { body: STYLE, type: 'text/css' })
  if (path === '/operators.js') return send(response, { body: SCRIPT, type: 'text/javascript' })
  const session = options.sessions.find(cookieOf(request))
  if (path.startsWith('/identities/'))
    return showPicture(options, { response, path, isAllowed: session !== undefined })
  const [, orderId, fileId] = APPEAL_PICTURE.exec(path) ?? []
  if (session && orderId && fileId) return showAppealPicture(options, { response, orderId, fileId })
  if (path !== '/') return send(response, { status: 404, body: 'Not here' })
  const query = { user: searchParams.get('user') ?? '', order: searchParams.get('order') ?? '' }
  return session
    ? showOverview(options, { response, session, query })
    : send(response, { body: loginPage(false) })
}

/** A picture of an identity form, to operators alone. */
async function showPicture(
  { identities }: OperatorServerOptions,
  {
    response,
    path,
    isAllowed,
  }: {
    readonly response: ServerResponse
    readonly path: string
    readonly isAllowed: boolean
  },
): Promise<void> {
  const [, , userId = '', side = ''] = path.split('/')
  const picture = isAllowed ? await identities.picture({ userId, side }) : undefined
  if (!picture) return send(response, { status: 404, body: 'Not here' })
  response.writeHead(200, { ...HEADERS, 'content-type': picture.type })
  response.end(picture.bytes)
}

/** What a party of an appeal sent; the gateway encoded it itself. */
async function showAppealPicture(
  { actions }: OperatorServerOptions,
  {
    response,
    ...ids
  }: {
    readonly response: ServerResponse
    readonly orderId: string
    readonly fileId: string
  },
): Promise<void> {
  const file = await actions.picture(ids).catch(() => undefined)
  if (!file) return send(response, { status: 404, body: 'Not here' })
  response.writeHead(200, { ...HEADERS, 'content-type': file.mediaType })
  response.end(Buffer.from(file.picture, 'base64'))
}

async function showOverview(
  {
    actions,
    audit,
    held: heldDeposits,
    attestations,
    identities,
    agents,
    earnPool,
    rules,
    random,
    findAudit,
  }: OperatorServerOptions,
  {
    response,
    session,
    notice,
    query = { user: '', order: '' },
  }: {
    readonly response: ServerResponse
    readonly session: OperatorSession
    readonly notice?: string
    readonly query?: { readonly user: string; readonly order: string }
  },
): Promise<void> {
  const isAsked = query.user !== '' || query.order !== ''
  const [hot, held, unsigned, appeals, waiting, found, agentIds, fillings, versions] =
    await Promise.all([
      actions.hotBalances(),
      heldDeposits.list(),
      attestations.unsigned(),
      actions.appeals(),
      identities.waiting(),
      isAsked ? findAudit(query) : undefined,
      agents.list(),
      earnPool.fillings(),
      rules.status(),
    ])
  const entries = audit.latest(ENTRIES)
  const key = Buffer.from(random.bytes(KEY_BYTES)).toString('base64url')
  const body = overviewPage({
    session,
    actions,
    hot,
    held,
    unsigned,
    appeals,
    entries,
    notice,
    identities: waiting,
    agents: agentIds,
    earn: { assets: earnPool.assets(), fillings, key },
    rules: versions,
    query,
    found,
  })
  send(response, { body })
}

async function answerWrite(
  options: OperatorServerOptions,
  { call, response }: { readonly call: Call; readonly response: ServerResponse },
): Promise<void> {
  const { path, form, token, session } = call
  if (path === '/login') return logIn(options, { form, response })
  if (!session) return send(response, { status: 401, body: loginPage(false) })
  if (!isFormToken(form.get('form') ?? '', session))
    return send(response, { status: 403, body: 'Another form' })
  if (path === '/logout') {
    note(options, { session, action: 'logout', subject: '', outcome: 'done' })
    options.sessions.close(token)
    return redirect(response, `${COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`)
  }
  const [, , subject = '', action = ''] = path.split('/')
  const outcome = await decide(options, { session, path, form })
  if (outcome === undefined) return send(response, { status: 404, body: 'Not here' })
  note(options, { session, action, subject, outcome })
  return showOverview(options, { response, session, notice: `${action} ${subject}: ${outcome}` })
}

async function logIn(
  options: OperatorServerOptions,
  { form, response }: { readonly form: URLSearchParams; readonly response: ServerResponse },
): Promise<void> {
  const name = form.get('name') ?? ''
  const token = await options.sessions.open({
    name,
    password: form.get('password') ?? '',
    code: form.get('code') ?? '',
  })
  options.audit.append({
    at: options.clock.now(),
    operator: name.slice(0, 32),
    action: 'login',
    subject: '',
    outcome: token === undefined ? 'refused' : 'done',
  })
  if (token === undefined) return send(response, { status: 401, body: loginPage(true) })
  return redirect(response, `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict`)
}

/** What came of a decision; `undefined`: there is no such one. */
async function decide(
  options: OperatorServerOptions,
  { session, path, form }: Pick<Call, 'path' | 'form'> & { readonly session: OperatorSession },
): Promise<string | undefined> {
  const { actions, identities, agents, attestations } = options
  const { operator } = session
  const [, family, subject = '', verb, ...more] = path.split('/')
  if (more.length > 0) return undefined
  const reason = (form.get('reason') ?? '').slice(0, MOST_OF_REASON)
  const ruling = { orderId: subject, reason }
  try {
    switch (`${family}/${verb}`) {
      case 'withdrawals/approve':
        return await actions.approve(operator, {
          id: numberOf(subject),
          signature: form.get('signature') ?? '',
        })
      case 'withdrawals/reject':
        return await actions.reject(numberOf(subject))
      case 'appeals/release':
        return await actions.rule(operator, { ...ruling, outcome: 'released' })
      case 'appeals/refund':
        return await actions.rule(operator, { ...ruling, outcome: 'refunded' })
      case 'identities/approve':
      case 'identities/refuse':
        return await identities.decide({
          userId: subject,
          isApproved: verb === 'approve',
          reason,
          operator: operator.name,
        })
      case 'agents/grant':
      case 'agents/revoke':
        return await agents.set(form.get('user')?.trim() ?? '', verb === 'grant')
      case 'deposits/credit':
      case 'deposits/return':
        return await decideHeld(options, { session, subject, form, isCredit: verb === 'credit' })
      case 'earn/fund':
        return await fillEarnPool(options, { session, form })
      case 'reserves/attest':
        return await attestations.attest({
          address: subject,
          signature: form.get('signature') ?? '',
          operator: operator.name,
        })
      case 'rules/upgrade':
        return `in force from record ${await options.rules.upgrade(numberOf(subject))}`
      case 'networks/pause':
        return await actions.pause(subject, operator)
      case 'networks/resume':
        return await actions.resume(subject)
      default:
        return undefined
    }
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** What was decided is what the log names: no other spelling of a number is one. */
function numberOf(subject: string): number {
  if (!/^[1-9]\d{0,14}$/.test(subject)) throw new RangeError('There is no such number.')
  return Number(subject)
}

/** A deposit that was not credited: its form names the amount, or where it goes back to. */
function decideHeld(
  { held }: OperatorServerOptions,
  {
    session,
    subject,
    form,
    isCredit,
  }: {
    readonly session: OperatorSession
    readonly subject: string
    readonly form: URLSearchParams
    readonly isCredit: boolean
  },
): Promise<string> {
  const text = (name: string) => (form.get(name) ?? '').slice(0, MOST_OF_AMOUNT)
  return held.decide({
    key: decodeURIComponent(subject),
    verb: isCredit ? 'credit' : 'return',
    amount: text('amount'),
    address: text('address'),
    operator: session.operator.name,
  })
}

/** Coins of the exchange leave the treasury: that takes a code besides the log-in. */
async function fillEarnPool(
  { sessions, earnPool }: OperatorServerOptions,
  { session, form }: { readonly session: OperatorSession; readonly form: URLSearchParams },
): Promise<string> {
  if (!sessions.confirm(session, form.get('code') ?? '')) return 'refused: code'
  return earnPool.fill({
    asset: form.get('asset') ?? '',
    amount: (form.get('amount') ?? '').trim(),
    key: (form.get('key') ?? '').trim(),
  })
}

function note(
  { audit, clock }: OperatorServerOptions,
  {
    session,
    ...entry
  }: {
    readonly session: OperatorSession
    readonly action: string
    readonly subject: string
    readonly outcome: string
  },
): void {
  audit.append({ at: clock.now(), operator: session.operator.name, ...entry })
}

function send(
  response: ServerResponse,
  {
    body,
    status = 200,
    type = 'text/html',
  }: { readonly body: string; readonly status?: number; readonly type?: string },
): void {
  response.writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8` })
  response.end(body)
}

function redirect(response: ServerResponse, cookie: string): void {
  response.writeHead(303, { ...HEADERS, location: '/', 'set-cookie': cookie })
  response.end()
}

const cookieOf = ({ headers }: IncomingMessage): string | undefined =>
  headers.cookie
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)

/** `undefined`: the form is too long. What is beyond is read, as the answer waits for its end. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8'))
    if (text.length <= MOST_BYTES) text += String(chunk)
  return text.length > MOST_BYTES ? undefined : text
}

/** A target may begin with two slashes, or be none that a path can be read from. */
const targetOf = ({ url = '' }: IncomingMessage): URL | null =>
  url.startsWith('/') ? URL.parse(`http://127.0.0.1${url}`) : null
