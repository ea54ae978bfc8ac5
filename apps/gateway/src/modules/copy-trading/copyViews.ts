import type {
  CopyFollow as WireFollow,
  CopyLead as WireLead,
  CopyLeader,
  CopyLeaderDetail,
} from '@x/api'
import { formatUnits } from '@x/decimal'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { profitOf } from '../../exchange/products/copy/shares.ts'
import { worthOf } from '../../exchange/products/copy/worth.ts'
import type { CopyMarks } from '../../exchange/state/copyCommand.ts'
import {
  COPY_QUOTE,
  copyOwner,
  INDEX_ONE,
  leadOwner,
  type CopyFollow,
  type CopyLead,
} from '../../exchange/state/copyState.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'

/** What views count by. */
export interface ViewContext {
  readonly state: ExchangeView
  readonly marks: CopyMarks
}

export const moneyText = (atoms: bigint): string =>
  formatUnits(atoms, scaleOf(COPY_QUOTE), { trim: true })
const bpText = (bp: number): string => formatUnits(BigInt(bp), 2, { trim: true })

/** An index as a return in percent, cut to two decimals. */
export const returnText = (index: bigint): string =>
  formatUnits(((index - INDEX_ONE) * 10_000n) / INDEX_ONE, 2, { trim: true })

const worthOfLead = ({ state, marks }: ViewContext, { id, realm }: Readonly<CopyLead>) =>
  worthOf(state, { realm, owner: leadOwner(id), marks })

const worthOfFollow = ({ state, marks }: ViewContext, { id, realm }: Readonly<CopyFollow>) =>
  worthOf(state, { realm, owner: copyOwner(id), marks })

/** Where the index of a lead stands at this moment. */
export function indexNow(context: ViewContext, lead: Readonly<CopyLead>): bigint {
  const { total } = worthOfLead(context, lead)
  return lead.base > 0n && lead.status === 'open' ? (lead.index * total) / lead.base : lead.index
}

export function leaderView(context: ViewContext, lead: Readonly<CopyLead>): CopyLeader {
  const index = indexNow(context, lead)
  const follows = [...context.state.copy.followsOf(lead.id)]
  const fall = lead.peak > 0n ? Number(((lead.peak - index) * 10_000n) / lead.peak) : 0
  const drawdownBp = Math.max(Math.floor(lead.drawdownPpm / 100), fall, 0)
  const isLosing = (follow: Readonly<CopyFollow>) =>
    profitOf(follow, worthOfFollow(context, follow).total) - follow.shared < 0n
  return {
    leadId: String(lead.id),
    nickname: lead.nickname,
    pairs: lead.pairs,
    share: bpText(lead.shareBp),
    minimum: moneyText(lead.minimum),
    followers: follows.length,
    maxFollowers: lead.maxFollowers,
    return: returnText(index),
    drawdown: bpText(drawdownBp),
    startedAt: lead.createdAt,
    ended: lead.ended,
    lost: lead.lost,
    losing: follows.filter(isLosing).length,
  }
}

export interface DayRow {
  readonly day: bigint
  readonly performance: string
}

export function leaderDetailView(
  context: ViewContext,
  {
    lead,
    days,
    shown,
  }: {
    readonly lead: Readonly<CopyLead>
    readonly days: readonly DayRow[]
    readonly shown: CopyLeader
  },
): CopyLeaderDetail {
  return {
    ...shown,
    days: days.map(({ day, performance }) => ({
      day: Number(day) * 86_400_000,
      return: returnText(BigInt(performance)),
    })),
    holdings: holdingsOf(context, lead),
  }
}

function holdingsOf(
  { state, marks }: ViewContext,
  lead: Readonly<CopyLead>,
): CopyLeaderDetail['holdings'] {
  const of = { realm: lead.realm, owner: leadOwner(lead.id) }
  const { total, quote } = worthOf(state, { ...of, marks })
  if (total === 0n) return []
  const part = (worth: bigint) => bpText(Number((worth * 10_000n) / total))
  const coins = marks.flatMap((mark) => {
    const market = state.markets.get(mark[0])
    const worth = worthOf(state, { ...of, marks: [mark] }).total - quote
    return market && worth > 0n ? [{ asset: market.instrument.base, part: part(worth) }] : []
  })
  return [...(quote > 0n ? [{ asset: COPY_QUOTE, part: part(quote) }] : []), ...coins]
}

/** What can be sold of each coin. */
function coinsOf({ state }: ViewContext, { id, realm }: Readonly<CopyLead>): WireLead['holdings'] {
  const owner = leadOwner(id)
  return state.accounts
    .ownedBy(realm, owner)
    .map(({ asset }) => [asset, state.accounts.spendable(realm, owner, asset)] as const)
    .filter(([asset, atoms]) => asset !== COPY_QUOTE && atoms > 0n)
    .map(([asset, atoms]) => ({
      asset,
      available: formatUnits(atoms, scaleOf(asset), { trim: true }),
    }))
}

export function leadView(
  context: ViewContext,
  { lead, shared }: { readonly lead: Readonly<CopyLead>; readonly shared: bigint },
): WireLead {
  const { accounts } = context.state
  return {
    ...leaderView(context, lead),
    worth: moneyText(worthOfLead(context, lead).total),
    available: moneyText(accounts.spendable(lead.realm, leadOwner(lead.id), COPY_QUOTE)),
    holdings: coinsOf(context, lead),
    paidIn: moneyText(lead.paidIn),
    takenOut: moneyText(lead.takenOut),
    shared: moneyText(shared),
  }
}

const present = (atoms: bigint): string | null => (atoms > 0n ? moneyText(atoms) : null)

export function followView(
  context: ViewContext,
  { follow, nickname }: { readonly follow: Readonly<CopyFollow>; readonly nickname: string },
): WireFollow {
  const { accounts } = context.state
  const { slippageBp, stopLossPct, shared, status } = follow
  const worth = worthOfFollow(context, follow).total
  const profit = status === 'closed' ? follow.result : profitOf(follow, worth) - shared
  return {
    followId: String(follow.id),
    leadId: String(follow.leadId),
    nickname,
    status,
    endedBy: follow.end,
    mode: follow.mode,
    amount: follow.mode === 'amount' ? moneyText(follow.amount) : null,
    slippage: slippageBp === null ? null : bpText(slippageBp),
    stopLoss: stopLossPct > 0 ? String(stopLossPct) : null,
    dailyCap: present(follow.dailyCap),
    share: bpText(follow.shareBp),
    paidIn: moneyText(follow.paidIn),
    takenOut: moneyText(follow.takenOut),
    shared: moneyText(shared),
    worth: moneyText(worth),
    available: moneyText(accounts.spendable(follow.realm, copyOwner(follow.id), COPY_QUOTE)),
    profit: moneyText(profit),
    createdAt: follow.createdAt,
    updatedAt: follow.updatedAt,
  }
}
