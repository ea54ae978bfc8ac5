import type {
  api,
  CopyFollow as WireFollow,
  CopyLead as WireLead,
  CopyLeader,
  CopyLeaderDetail,
  Page,
  RequestOf,
} from '@x/api'
import type { Clock } from '@x/kit'
import { copyKey } from '../../exchange/products/copy/keys.ts'
import {
  followFrom,
  leadFrom,
  type CopyFollow,
  type CopyLead,
} from '../../exchange/state/copyState.ts'
import type { CopyCommand } from '../../exchange/state/copyCommand.ts'
import type { Database } from '../../platform/db/Database.ts'
import { readClientOid, required } from '../../platform/http/requestFields.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import { assertMayMoveFunds } from '../sessions/ports/newDevices.ts'
import { createIdempotency } from '../trading/ports/idempotency.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import type { Trading } from '../trading/module.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import { readFollowTerms, readId, readLeadTerms, readMoney } from './copyInput.ts'
import {
  followView,
  leaderDetailView,
  leaderView,
  leadView,
  type ViewContext,
} from './copyViews.ts'
import type { CopyRunner } from './createCopyRunner.ts'
import { createLeaderBoard, type LeaderBoard } from './createLeaderBoard.ts'
import { marksOf } from './marks.ts'
import { daysOf, followById, leadById, sharedWithLead } from './queries.ts'

type Copy = typeof api.copy
type Params<Name extends keyof Copy> = RequestOf<Copy[Name]>

export interface CopyServiceOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly market: DisplayedMarket
  readonly runner: Pick<CopyRunner, 'sell'>
}

/** What users do with copy trading (products 1). Every method may throw a GatewayError. */
export interface CopyService {
  leaders(params: Params<'leaders'>): Promise<Page<CopyLeader>>
  leader(params: Params<'leader'>): Promise<CopyLeaderDetail>
  lead(session: RequestSession): Promise<WireLead | null>
  openLead(session: RequestSession, params: Params<'openLead'>): Promise<WireLead>
  changeLead(session: RequestSession, params: Params<'changeLead'>): Promise<WireLead>
  fundLead(session: RequestSession, params: Params<'fundLead'>): Promise<WireLead>
  closeLead(session: RequestSession, params: Params<'closeLead'>): Promise<{ leadId: string }>
  openFollow(session: RequestSession, params: Params<'openFollow'>): Promise<WireFollow>
  changeFollow(session: RequestSession, params: Params<'changeFollow'>): Promise<WireFollow>
  fundFollow(session: RequestSession, params: Params<'fundFollow'>): Promise<WireFollow>
  followEvent(
    session: RequestSession,
    params: Params<'pauseFollow'> & { readonly event: 'pause' | 'resume' | 'close' },
  ): Promise<WireFollow>
}

interface Context extends CopyServiceOptions {
  /** SQL has everything executed so far. */
  caughtUp(): Promise<void>
  view(): ViewContext
  readonly board: LeaderBoard
}

export function createCopyService(options: CopyServiceOptions): CopyService {
  const { trading, db, clock, market } = options
  const { state } = trading.service.core
  const view = () => ({ state, marks: marksOf(market) })
  const context: Context = {
    ...options,
    caughtUp: () => ledgerCaughtUp({ db, trading: trading.service, clock }),
    view,
    board: createLeaderBoard({ clock, view }),
  }
  return {
    leaders: context.board.page,
    leader: ({ leadId }) => leader(context, readId(leadId, 'lead trader')),
    lead: async (session) => {
      const lead = ownLead(context, session)
      return lead ? leadAnswer(context, lead) : null
    },
    openLead: (session, params) => openLead(context, { session, params }),
    changeLead: (session, params) => changeLead(context, { session, params }),
    fundLead: (session, params) => fundLead(context, { session, params }),
    closeLead: (session, params) => closeLead(context, { session, params }),
    openFollow: (session, params) => openFollow(context, { session, params }),
    changeFollow: (session, params) => changeFollow(context, { session, params }),
    fundFollow: (session, params) => fundFollow(context, { session, params }),
    followEvent: (session, params) => followEvent(context, { session, params }),
  }
}

interface Asked<P> {
  readonly session: RequestSession
  readonly params: P
}

const noLead = () => new GatewayError('40401', 'There is no such lead trader')
const noFollow = () => new GatewayError('40401', 'There is no such follow')

async function leader(context: Context, leadId: number): Promise<CopyLeaderDetail> {
  const { db, caughtUp, board } = context
  const days = await daysOf(db, leadId)
  const open = context.view().state.copy.leads.get(leadId)
  if (open) return leaderDetailView(context.view(), { lead: open, days, shown: board.viewOf(open) })
  await caughtUp()
  const stored = await leadById(db, leadId)
  if (!stored) throw noLead()
  const lead = leadFrom(stored)
  return leaderDetailView(context.view(), { lead, days, shown: leaderView(context.view(), lead) })
}

function ownLead(
  { trading }: Context,
  { realm, userId }: Pick<RequestSession, 'realm' | 'userId'>,
): Readonly<CopyLead> | undefined {
  return [...trading.service.core.state.copy.leads.values()].find(
    (lead) => lead.realm === realm && lead.userId === userId && lead.status === 'open',
  )
}

/** @throws GatewayError 40401 for a lead of another user or realm, or one that has ended */
function requireLead(context: Context, { session, leadId }: Asked0 & { leadId: string }) {
  const lead = ownLead(context, session)
  if (lead?.id !== readId(leadId, 'lead trader')) throw noLead()
  return lead
}

interface Asked0 {
  readonly session: RequestSession
}

async function leadAnswer(context: Context, lead: Readonly<CopyLead>): Promise<WireLead> {
  const { trading, db, caughtUp } = context
  await caughtUp()
  const shared = await sharedWithLead(db, lead.id)
  return trading.service.confirm(leadView(context.view(), { lead, shared }))
}

/** Runs once what has a key; of two copies at once the second finds the first one's key. */
function once(
  { trading: { service, guard } }: Context,
  {
    session,
    command,
  }: {
    readonly session: RequestSession
    readonly command: Extract<CopyCommand, { readonly clientOid: string }>
  },
): void {
  const { isUsed } = createIdempotency({
    keys: service.core.state.keys,
    what: 'request of copy trading',
    answerOf: () => undefined,
  })
  if (isUsed({ key: copyKey(command), digest: command.digest })) return
  guard.takeTransfer(session)
  service.assertCapacity()
  service.run(command)
}

/** What every write begins with: a bound key, a session that may move funds, a paper account. */
async function begin(
  { trading, db, clock }: Context,
  { session, params }: Asked<{ readonly clientOid?: string }>,
) {
  assertBoundKey(session)
  const clientOid = required(readClientOid(params), 'clientOid')
  await assertMayMoveFunds(db, { sessionId: session.sessionId, now: clock.now() })
  trading.service.ensurePaperAccount(session)
  const { realm, userId, holder = userId } = session
  return { at: clock.now(), realm, userId, holder, clientOid }
}

async function openLead(
  context: Context,
  { session, params }: Asked<Params<'openLead'>>,
): Promise<WireLead> {
  const terms = readLeadTerms(params)
  const atoms = String(readMoney(params, 'amount'))
  const digest = JSON.stringify([terms, atoms])
  const asked = await begin(context, { session, params })
  once(context, { session, command: { kind: 'copyLeadOpen', ...asked, digest, ...terms, atoms } })
  const lead = ownLead(context, session)
  if (!lead) throw noLead()
  return leadAnswer(context, lead)
}

async function changeLead(
  context: Context,
  { session, params }: Asked<Params<'changeLead'>>,
): Promise<WireLead> {
  const { trading, clock } = context
  assertBoundKey(session)
  const lead = requireLead(context, { session, leadId: params.leadId })
  const terms = readLeadTerms(params)
  trading.guard.takeTransfer(session)
  const { userId } = session
  trading.service.run({
    kind: 'copyLeadChange',
    at: clock.now(),
    userId,
    leadId: lead.id,
    ...terms,
  })
  return leadAnswer(context, lead)
}

async function fundLead(
  context: Context,
  { session, params }: Asked<Params<'fundLead'>>,
): Promise<WireLead> {
  const { direction } = params
  const lead = requireLead(context, { session, leadId: params.leadId })
  const atoms = String(readMoney(params, 'amount'))
  const { holder: _, ...asked } = await begin(context, { session, params })
  const digest = JSON.stringify([lead.id, direction, atoms])
  const { marks } = context.view()
  const fund = { leadId: lead.id, direction, atoms, marks }
  once(context, { session, command: { kind: 'copyLeadFund', ...asked, digest, ...fund } })
  return leadAnswer(context, lead)
}

async function closeLead(
  context: Context,
  { session, params: { leadId } }: Asked<Params<'closeLead'>>,
): Promise<{ leadId: string }> {
  const { trading, clock } = context
  assertBoundKey(session)
  const lead = requireLead(context, { session, leadId })
  trading.guard.takeTransfer(session)
  const { marks } = context.view()
  const { userId } = session
  trading.service.run({ kind: 'copyLeadClose', at: clock.now(), userId, leadId: lead.id, marks })
  return trading.service.confirm({ leadId })
}

async function openFollow(
  context: Context,
  { session, params }: Asked<Params<'openFollow'>>,
): Promise<WireFollow> {
  const leadId = readId(params.leadId, 'lead trader')
  const terms = readFollowTerms(params)
  const atoms = String(readMoney(params, 'allocation'))
  const digest = JSON.stringify([leadId, terms, atoms])
  const asked = await begin(context, { session, params })
  const command = { ...asked, digest, leadId, ...terms, atoms } as const
  once(context, { session, command: { kind: 'copyFollowOpen', ...command } })
  const { keys } = context.trading.service.core.state
  const answer = keys.get(copyKey(command))?.answer
  const id = answer && 'transferId' in answer ? Number(answer.transferId) : undefined
  const open = [...context.trading.service.core.state.copy.followsOf(leadId)]
  const followId = id ?? open.find(({ userId }) => userId === session.userId)?.id
  if (followId === undefined) throw noFollow()
  return followAnswer(context, { session, followId })
}

async function changeFollow(
  context: Context,
  { session, params }: Asked<Params<'changeFollow'>>,
): Promise<WireFollow> {
  const { trading, clock } = context
  assertBoundKey(session)
  const { id: followId } = requireFollow(context, { session, followId: params.followId })
  const terms = readFollowTerms(params)
  trading.guard.takeTransfer(session)
  const { userId } = session
  trading.service.run({ kind: 'copyFollowChange', at: clock.now(), userId, followId, ...terms })
  return followAnswer(context, { session, followId })
}

async function fundFollow(
  context: Context,
  { session, params }: Asked<Params<'fundFollow'>>,
): Promise<WireFollow> {
  const { direction } = params
  const { id: followId } = requireFollow(context, { session, followId: params.followId })
  const atoms = String(readMoney(params, 'amount'))
  const { holder: _, ...asked } = await begin(context, { session, params })
  const digest = JSON.stringify([followId, direction, atoms])
  const { marks } = context.view()
  const fund = { followId, direction, atoms, marks }
  once(context, { session, command: { kind: 'copyFollowFund', ...asked, digest, ...fund } })
  return followAnswer(context, { session, followId })
}

async function followEvent(
  context: Context,
  {
    session,
    params,
  }: Asked<Params<'pauseFollow'> & { readonly event: 'pause' | 'resume' | 'close' }>,
): Promise<WireFollow> {
  const { trading, clock, runner } = context
  const { event } = params
  assertBoundKey(session)
  const follow = requireFollow(context, { session, followId: params.followId })
  trading.guard.takeTransfer(session)
  const { marks } = context.view()
  const followId = follow.id
  trading.service.run({ kind: 'copyFollowEvent', at: clock.now(), followId, event, marks })
  if (event === 'close') await runner.sell(follow)
  return followAnswer(context, { session, followId })
}

/** @throws GatewayError 40401 for a follow of another user or realm, or one that has ended */
function requireFollow(
  { trading }: Context,
  { session, followId }: Asked0 & { readonly followId: string },
): Readonly<CopyFollow> {
  const follow = trading.service.core.state.copy.follows.get(readId(followId, 'follow'))
  if (follow?.userId !== session.userId || follow.realm !== session.realm) throw noFollow()
  return follow
}

/** The follow as it is in memory, or as the ledger has it. */
async function followAnswer(
  context: Context,
  { session, followId }: Asked0 & { readonly followId: number },
): Promise<WireFollow> {
  const { db, trading, caughtUp } = context
  const { realm, userId } = session
  await caughtUp()
  const stored = await followById(db, { realm, userId, followId })
  if (!stored) throw noFollow()
  const follow =
    trading.service.core.state.copy.follows.get(followId) ?? followFrom(stored.document)
  return trading.service.confirm(followView(context.view(), { follow, nickname: stored.nickname }))
}
