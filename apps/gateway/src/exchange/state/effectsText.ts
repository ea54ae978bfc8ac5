import type { Account } from '../accounts/accounts.ts'
import type { Hold } from '../accounts/hold.ts'
import type { LedgerTransaction } from '../accounts/posting.ts'
import type {
  DepositEffects,
  Effects,
  FuturesEffects,
  MarginEffects,
  MarketEffect,
  NewKey,
} from './effects.ts'
import type { FuturesOrder } from './futuresOrder.ts'
import type { DoneFill, Order, OrderList, SpotOrder } from './order.ts'

/**
 * All that a command did as one text, which two replicas that agree have in common. Equal effects
 * give equal texts, whatever order their fields were set in. Its test changes each field of each
 * type and fails for a field that is not written here.
 */
export function effectsText(effects: Effects): string {
  const { at, transactions, fills, transfers, holds, orders, accounts, market } = effects
  let text = String(at)
  for (const transaction of transactions) text += transactionText(transaction)
  for (const fill of fills) text += fillText(fill)
  if (transfers.length > 0) text += sorted(transfers)
  for (const hold of holds) text += holdText(hold)
  for (const order of orders) text += orderText(order)
  for (const account of accounts) text += accountText(account)
  for (const effect of market) text += marketText(effect)
  for (const orderId of effects.rested ?? []) text += `|rested ${orderId}`
  for (const key of effects.keys ?? []) text += keyText(key)
  if (effects.futures) text += futuresText(effects.futures)
  if (effects.withdrawals) text += withdrawalsText(effects.withdrawals)
  if (effects.deposits) text += depositsText(effects.deposits)
  if (effects.products) text += productsText(effects.products)
  if (effects.p2p) text += p2pText(effects.p2p)
  if (effects.payments) text += paymentsText(effects.payments)
  if (effects.algos) text += algosText(effects.algos)
  if (effects.copy) text += copyText(effects.copy)
  if (effects.margin) text += marginText(effects.margin)
  return text
}

const orderText = (order: Order): string => `${placedText(order)}${presentText(order)}`

function placedText(o: Order): string {
  return (
    `|${o.product} ${o.id} ${o.realm} ${o.userId} ${o.clientOid} ${o.symbol} ${o.side} ` +
    `${o.orderType} ${o.prevention} ${o.makerPpm} ${o.takerPpm} ${o.createdAt} ${o.season}` +
    (o.owner === undefined ? '' : ` ${o.owner}`)
  )
}

/** What changes while the order is open. */
function presentText(o: Order): string {
  const text =
    ` ${o.timeInForce} ${o.ticks} ${o.lots} ${o.budget} ${o.queueAhead} ${o.updatedAt} ` +
    `${o.status} ${o.filledLots} ${o.filledTickLots} ${o.fee} ${o.held}`
  const owned =
    (o.account === undefined ? text : `${text} ${loanText(o)}`) +
    (o.list === undefined ? '' : ` ${listText(o.list, o.phase)}`)
  return o.triggers || o.exits || o.atMarket || o.parent !== undefined || o.exit !== undefined
    ? `${owned} ${conditionText(o)}`
    : owned
}

/** Of an order of a list. */
export const listText = ({ id, clientOid, names }: OrderList, phase: SpotOrder['phase']): string =>
  `${id} ${clientOid} ${names.join(' ')} ${phase}`

/** Of an order of a margin account. */
export const loanText = ({ account, loan, line }: Order): string => `${account} ${loan} ${line}`

const conditionText = (o: Order): string =>
  `${sorted(o.triggers)} ${sorted(o.exits)} ${o.atMarket} ${o.firedAt} ${o.parent} ${o.exit} ` +
  o.covered

/** The order of a fill is among the orders. */
const fillText = (fill: DoneFill): string =>
  `|${fill.id} ${fill.tradeId} ${fill.order.id} ${fill.ticks} ${fill.lots} ${fill.quote} ` +
  `${fill.fee} ${fill.role} ${fill.at} ${fill.status}` +
  (fill.frictions ? sorted(fill.frictions) : '')

function transactionText({ realm, kind, scope, key, entries }: LedgerTransaction): string {
  let text = `|${realm} ${kind} ${scope} ${key}`
  // Of the accounts only who they are: what they have is among the accounts.
  for (const { kind: entry, debit, credit, amount } of entries)
    text += ` ${entry} ${debit.owner} ${credit.owner} ${debit.asset} ${amount}`
  return text
}

const accountText = ({ realm, owner, asset, balance, held }: Account): string =>
  `|${realm} ${owner} ${asset} ${balance} ${held}`

const holdText = ({ scope, ref, realm, owner, asset, amount }: Hold): string =>
  `|${scope} ${ref} ${realm} ${owner} ${asset} ${amount}`

function keyText({ key, digest, answer }: NewKey): string {
  const text = `|${key} ${digest} `
  return answer ? `${text}${answer.orderId} ${answer.clientOid} ${answer.status}` : `${text}null`
}

function marketText(effect: MarketEffect): string {
  const { kind, instrumentId, level } = effect
  const text = `|${kind} ${instrumentId} ${level[0]} ${level[1]} `
  return effect.kind === 'trade'
    ? `${text}${effect.takerSide} ${effect.at}`
    : `${text}${effect.side}`
}

export const marginText = ({ accounts, loans, liquidations }: MarginEffects): string =>
  `|margin ${sorted(accounts)} ${sorted(loans)} ${sorted(liquidations)}`

export const productsText = (products: NonNullable<Effects['products']>): string =>
  `|products ${sorted(products)}`

export const p2pText = ({ adverts, orders }: NonNullable<Effects['p2p']>): string =>
  `|p2p ${sorted(adverts)} ${sorted(orders)}`
export const algosText = (algos: NonNullable<Effects['algos']>): string => `|algos ${sorted(algos)}`
export const copyText = (copy: NonNullable<Effects['copy']>): string => `|copy ${sorted(copy)}`

export const paymentsText = ({
  conversions,
  sends,
  swaps,
}: NonNullable<Effects['payments']>): string =>
  `|payments ${sorted(conversions)} ${sorted(sends)}` +
  // A record from before there were swaps has the hash that it had.
  (swaps.length === 0 ? '' : ` ${sorted(swaps)}`)

export const withdrawalsText = (withdrawals: NonNullable<Effects['withdrawals']>): string =>
  `|withdrawals ${sorted(withdrawals)}`

export const depositsText = ({ booked, claims, stale, moves }: DepositEffects): string =>
  `|deposits ${sorted(booked)} ${sorted(claims)} ${sorted(stale)} ${sorted(moves)}`

/** What happened to futures; the order of a fill is among the orders. */
export const futuresText = ({
  orders,
  fills,
  positions,
  accounts,
  moves,
  liquidations,
}: FuturesEffects): string =>
  `|futures [${orders.map(futuresOrderText).join()}] ` +
  `${sorted(fills.map(({ order, ...fill }) => [order.id, fill]))} ` +
  `${sorted(positions)} ${sorted(accounts)} ${sorted(moves)} ` +
  sorted(liquidations)

/** As `sorted` writes it, without asking which fields it has: one goes with every futures order. */
function futuresOrderText(o: Readonly<FuturesOrder>): string {
  const { atMarket, closePosition, exits, firedAt, triggers } = o
  return (
    `{${atMarket === undefined ? '' : `atMarket:${atMarket},`}clientOid:${o.clientOid},` +
    (closePosition === undefined ? '' : `closePosition:${closePosition},`) +
    `createdAt:${o.createdAt},` +
    (exits === undefined ? '' : `exits:${sorted(exits)},`) +
    `fee:${o.fee},filledLots:${o.filledLots},filledTickLots:${o.filledTickLots},` +
    (firedAt === undefined ? '' : `firedAt:${firedAt},`) +
    `id:${o.id},lots:${o.lots},makerPpm:${o.makerPpm},orderType:${o.orderType},` +
    `positionSide:${o.positionSide},prevention:${o.prevention},product:${o.product},` +
    `queueAhead:${o.queueAhead},realm:${o.realm},reduceOnly:${o.reduceOnly},` +
    `result:${o.result},season:${o.season},side:${o.side},status:${o.status},` +
    `symbol:${o.symbol},takerPpm:${o.takerPpm},ticks:${o.ticks},timeInForce:${o.timeInForce},` +
    (triggers === undefined ? '' : `triggers:${sorted(triggers)},`) +
    `updatedAt:${o.updatedAt},userId:${o.userId}}`
  )
}

/** Plain data with its fields in alphabetical order. */
function sorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(sorted).join()}]`
  const fields = value as Readonly<Record<string, unknown>>
  let text = ''
  for (const field of namesOf(fields)) {
    const held = fields[field]
    if (held !== undefined) text += `${text === '' ? '' : ','}${field}:${sorted(held)}`
  }
  return `{${text}}`
}

/** The sorted fields of objects of one kind, by these fields as they were set. */
const sortedNames = new Map<string, readonly string[]>()
/** Fields may be data, as names of symbols are: not all are kept. */
const MOST_KEPT = 1_000

function namesOf(value: object): readonly string[] {
  const names = Object.keys(value)
  const asSet = names.join()
  const known = sortedNames.get(asSet)
  if (known) return known
  names.sort((a, b) => (a < b ? -1 : 1))
  if (sortedNames.size < MOST_KEPT) sortedNames.set(asSet, names)
  return names
}
