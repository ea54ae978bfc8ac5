import { FEES, formatOwner, spotOwner } from '../accounts/owner.ts'
import { type Entry, post } from '../accounts/posting.ts'
import { refuseLeaving } from '../funds/deposits.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import type {
  P2pAdvertCommand,
  P2pCommand,
  P2pEditCommand,
  P2pOrderCommand,
  P2pPublishCommand,
  P2pTakeCommand,
} from '../state/p2pCommand.ts'
import {
  ADVERT_TABLE,
  type AdvertTerms,
  countCancel,
  ORDER_TABLE,
  type P2pAdvert,
  type P2pOrder,
  type P2pOrderStatus,
} from '../state/p2pState.ts'
import type { ExchangeState } from '../state/state.ts'

type Done = { readonly refused: Refusal } | undefined

/** Decimals of a price: fiat for a whole coin. */
export const PRICE_DECIMALS = 8
/** Decimals of every fiat amount. */
export const FIAT_DECIMALS = 2
/** Units of a price in a cent. */
const PRICE_OF_CENT = 10n ** BigInt(PRICE_DECIMALS - FIAT_DECIMALS)
const WHOLE_BP = 10_000n
/** Adverts of a user that are not closed, and open orders that a user has taken, at most. */
const MOST_ADVERTS = 20
const MOST_ORDERS = 10
/** How long after the payment an operator may be asked. */
export const APPEAL_AFTER_MS = 10 * 60_000
const PAY_MINUTES = { least: 15, most: 60 }
const MOST_MARGIN_BP = 2_000

/** Where the coins of an advert and of its orders are. */
const p2pOwner = (advertId: number): string =>
  formatOwner({ kind: 'p2p', advert: String(advertId) })

/** Adverts and orders share keys: a `clientOid` names one of either. */
export const p2pKey = ({
  userId,
  clientOid,
}: {
  readonly userId: string
  readonly clientOid: string
}): string => `p2p:${userId}:${clientOid}`

/** Cents for coins, rounded up: the seller never gets less than the price. */
export const centsFor = (
  atoms: bigint,
  { price, scale }: { readonly price: bigint; readonly scale: number },
): bigint => {
  const whole = 10n ** BigInt(scale) * PRICE_OF_CENT
  return (atoms * price + whole - 1n) / whole
}

/** Coins for cents, rounded down. */
export const atomsFor = (
  cents: bigint,
  { price, scale }: { readonly price: bigint; readonly scale: number },
): bigint => (cents * PRICE_OF_CENT * 10n ** BigInt(scale)) / price

const KINDS: Readonly<Record<P2pCommand['kind'], true>> = {
  p2pPublish: true,
  p2pEdit: true,
  p2pAdvert: true,
  p2pTake: true,
  p2pOrder: true,
}

export const isP2pCommand = (command: { readonly kind: string }): command is P2pCommand =>
  Object.hasOwn(KINDS, command.kind)

/** Runs one command of P2P trading. */
export function executeP2p(
  state: ExchangeState,
  log: EffectLog,
  { command, isJournalled }: { readonly command: P2pCommand; readonly isJournalled: boolean },
): Done {
  switch (command.kind) {
    case 'p2pPublish':
      return publish(state, log, command, { isJournalled })
    case 'p2pEdit':
      return edit(state, log, command, { isJournalled })
    case 'p2pAdvert':
      return changeAdvert(state, log, command)
    case 'p2pTake':
      return take(state, log, command, { isJournalled })
    case 'p2pOrder':
      return changeOrder(state, log, command)
  }
}

function publish(
  state: ExchangeState,
  log: EffectLog,
  command: P2pPublishCommand,
  { isJournalled }: { readonly isJournalled: boolean },
): Done {
  const { userId, clientOid, digest, side, asset, scale, fiat, terms, at } = command
  const { p2p, keys, next } = state
  const key = p2pKey(command)
  if (!isJournalled && keys.has(key)) return refuse('key-used')
  const remaining = BigInt(command.atoms)
  if (remaining <= 0n || !areTerms(terms)) return refuse('advert-terms')
  if (side === 'buy' && isStopped(state, userId, at)) return refuse('p2p-stopped')
  const own = [...p2p.adverts.values()].filter(
    (each) => each.userId === userId && each.status !== 'closed',
  )
  if (own.length >= MOST_ADVERTS) return refuse('p2p-limit')
  const kept =
    side === 'sell' && refuseLeaving(state, { userId, asset, amount: remaining, isJournalled })
  if (kept) return kept
  const id = next.p2pAdvert ?? 1
  next.p2pAdvert = id + 1
  keys.add(key, { digest, answer: { transferId: String(id) }, at })
  const advert: P2pAdvert = {
    id,
    userId,
    clientOid,
    digest,
    side,
    asset,
    scale,
    fiat,
    createdAt: at,
    terms,
    version: 1,
    remaining,
    openOrders: 0,
    status: 'online',
    updatedAt: at,
  }
  p2p.adverts.set(id, advert)
  log.touchAdvert(advert)
  if (side === 'sell')
    move(state, log, {
      key: `advert:${id}:1`,
      from: spotOwner(userId),
      to: p2pOwner(id),
      asset,
      amount: remaining,
    })
  return undefined
}

function edit(
  state: ExchangeState,
  log: EffectLog,
  command: P2pEditCommand,
  { isJournalled }: { readonly isJournalled: boolean },
): Done {
  const { userId, advertId, terms, at } = command
  const advert = state.p2p.adverts.get(advertId)
  if (advert?.userId !== userId) return refuse('no-advert')
  if (!ADVERT_TABLE[advert.status].edit) return refuse('advert-state')
  const remaining = BigInt(command.atoms)
  if (remaining <= 0n || !areTerms(terms)) return refuse('advert-terms')
  const more = advert.side === 'sell' ? remaining - advert.remaining : 0n
  const { asset } = advert
  const kept = more > 0n && refuseLeaving(state, { userId, asset, amount: more, isJournalled })
  if (kept) return kept
  advert.version++
  advert.terms = terms
  advert.remaining = remaining
  advert.updatedAt = at
  log.touchAdvert(advert)
  if (more === 0n) return undefined
  const [user, escrow] = [spotOwner(userId), p2pOwner(advertId)]
  move(state, log, {
    key: `advert:${advertId}:${advert.version}`,
    from: more > 0n ? user : escrow,
    to: more > 0n ? escrow : user,
    asset,
    amount: more > 0n ? more : -more,
  })
  return undefined
}

function changeAdvert(
  state: ExchangeState,
  log: EffectLog,
  { event, userId, advertId, at }: P2pAdvertCommand,
): Done {
  const advert = state.p2p.adverts.get(advertId)
  if (advert?.userId !== userId) return refuse('no-advert')
  const to = ADVERT_TABLE[advert.status][event]
  if (!to || to === 'draft') return refuse('advert-state')
  if (event === 'resume' && advert.side === 'buy' && isStopped(state, userId, at))
    return refuse('p2p-stopped')
  advert.status = to
  advert.updatedAt = at
  log.touchAdvert(advert)
  if (to !== 'closed') return undefined
  const { remaining, asset } = advert
  advert.remaining = 0n
  if (advert.side === 'sell' && remaining > 0n)
    move(state, log, {
      key: `advert:${advertId}:close`,
      from: p2pOwner(advertId),
      to: spotOwner(userId),
      asset,
      amount: remaining,
    })
  forgetClosed(state, advert)
  return undefined
}

function take(
  state: ExchangeState,
  log: EffectLog,
  command: P2pTakeCommand,
  { isJournalled }: { readonly isJournalled: boolean },
): Done {
  const { userId, advertId, at } = command
  const { p2p, keys, next } = state
  const key = p2pKey(command)
  if (!isJournalled && keys.has(key)) return refuse('key-used')
  const advert = p2p.adverts.get(advertId)
  if (!advert || advert.status !== 'online') return refuse('no-advert')
  if (advert.userId === userId) return refuse('own-advert')
  const amounts = amountsOf(advert, command)
  const refused = refuseTake(state, { advert, amounts, command, isJournalled })
  if (refused) return refused
  const id = next.p2pOrder ?? 1
  next.p2pOrder = id + 1
  keys.add(key, { digest: command.digest, answer: { transferId: String(id) }, at })
  const order = newOrder(advert, { id, amounts, command })
  p2p.orders.set(id, order)
  advert.remaining -= amounts.atoms
  advert.openOrders++
  advert.updatedAt = at
  log.touchAdvert(advert)
  log.touchP2pOrder(order)
  if (advert.side === 'buy')
    move(state, log, {
      key: `order:${id}`,
      from: spotOwner(order.seller),
      to: p2pOwner(advertId),
      asset: order.asset,
      amount: amounts.atoms,
    })
  return undefined
}

function newOrder(
  advert: P2pAdvert,
  {
    id,
    amounts,
    command,
  }: { readonly id: number; readonly amounts: Amounts; readonly command: P2pTakeCommand },
): P2pOrder {
  const { asset, scale, fiat, terms, userId: maker } = advert
  const { userId: taker, clientOid, digest, at, price, feeBp } = command
  const [buyer, seller] = advert.side === 'sell' ? [taker, maker] : [maker, taker]
  return {
    id,
    advertId: advert.id,
    clientOid,
    digest,
    maker,
    taker,
    buyer,
    seller,
    asset,
    scale,
    fiat,
    price,
    ...amounts,
    feeBp,
    methods: advert.side === 'sell' ? terms.methodIds : command.methods,
    text: terms.text,
    createdAt: at,
    expiresAt: at + terms.payMinutes * 60_000,
    paidAt: null,
    appeal: null,
    ruling: null,
    status: 'awaitingPayment',
    updatedAt: at,
  }
}

interface Amounts {
  readonly atoms: bigint
  readonly cents: bigint
}

function amountsOf(
  { scale }: P2pAdvert,
  { by, amount, price: text }: Pick<P2pTakeCommand, 'by' | 'amount' | 'price'>,
): Amounts {
  const price = BigInt(text)
  const given = BigInt(amount)
  return by === 'asset'
    ? { atoms: given, cents: centsFor(given, { price, scale }) }
    : { atoms: atomsFor(given, { price, scale }), cents: given }
}

function refuseTake(
  state: ExchangeState,
  {
    advert,
    amounts: { atoms, cents },
    command: { userId, version, price, at },
    isJournalled,
  }: {
    readonly advert: P2pAdvert
    readonly amounts: Amounts
    readonly command: P2pTakeCommand
    readonly isJournalled: boolean
  },
): Done {
  const { terms, side, remaining, asset } = advert
  if (version !== advert.version || (terms.price !== null && terms.price !== price))
    return refuse('advert-changed')
  if (atoms <= 0n || cents < BigInt(terms.minimum) || cents > BigInt(terms.maximum))
    return refuse('p2p-amount')
  if (atoms > remaining) return refuse('p2p-remaining')
  if (side === 'sell' && isStopped(state, userId, at)) return refuse('p2p-stopped')
  if (side === 'buy' && isStopped(state, advert.userId, at)) return refuse('no-advert')
  const taken = [...state.p2p.orders.values()].filter(({ taker }) => taker === userId)
  if (taken.length >= MOST_ORDERS) return refuse('p2p-limit')
  if (side === 'sell') return undefined
  return refuseLeaving(state, { userId, asset, amount: atoms, isJournalled })
}

function changeOrder(state: ExchangeState, log: EffectLog, command: P2pOrderCommand): Done {
  const { event, orderId, at } = command
  const order = state.p2p.orders.get(orderId)
  if (!order || !mayDo(order, command)) return refuse('no-p2p-order')
  const [to, other] = stepsOf(order, event) ?? []
  if (!to) return refuse('p2p-state')
  if (event === 'paid' && at >= order.expiresAt) return refuse('p2p-state')
  if (event === 'expire' && at < order.expiresAt) return refuse('p2p-early')
  if (event === 'appeal' && at < (order.paidAt ?? at) + APPEAL_AFTER_MS) return refuse('p2p-early')
  order.updatedAt = at
  log.touchP2pOrder(order)
  if (event === 'paid') order.paidAt = at
  if (event === 'appeal')
    order.appeal = { userId: command.userId ?? '', reason: command.reason ?? '', at }
  if (event === 'rule')
    order.ruling = { operator: command.userId ?? '', reason: command.reason ?? '' }
  order.status = command.outcome === 'refunded' && other ? other : to
  if (event === 'cancel' || event === 'expire')
    countCancel(state.p2p.cancels, { buyer: order.buyer, at })
  if (!(order.status in ORDER_TABLE)) endOrder(state, log, order)
  return undefined
}

const stepsOf = (
  { status }: P2pOrder,
  event: P2pOrderCommand['event'],
): readonly P2pOrderStatus[] | undefined =>
  status in ORDER_TABLE ? ORDER_TABLE[status as keyof typeof ORDER_TABLE][event] : undefined

/** Buyers pay and cancel, sellers release, either appeals; the clock and operators are neither. */
function mayDo({ buyer, seller }: P2pOrder, { event, userId }: P2pOrderCommand): boolean {
  switch (event) {
    case 'paid':
    case 'cancel':
      return userId === buyer
    case 'release':
      return userId === seller
    case 'appeal':
      return userId === buyer || userId === seller
    case 'rule':
      return userId !== undefined && userId !== buyer && userId !== seller
    case 'expire':
      return true
  }
}

/** The coins leave the escrow, or count as the advert's again: once, in the record of the end. */
function endOrder(state: ExchangeState, log: EffectLog, order: P2pOrder): void {
  const { id, advertId, asset, atoms, buyer, seller, status } = order
  const advert = state.p2p.adverts.get(advertId)
  if (!advert) throw new RangeError('An order has no advert.')
  state.p2p.orders.delete(id)
  advert.openOrders--
  log.touchAdvert(advert)
  const key = `order:${id}:end`
  const from = p2pOwner(advertId)
  if (status === 'released') {
    const fee = (atoms * BigInt(order.feeBp)) / WHOLE_BP
    move(state, log, { key, from, to: spotOwner(buyer), asset, amount: atoms - fee, fee })
  } else {
    const isOpen = advert.status !== 'closed'
    if (isOpen) advert.remaining += atoms
    if (!isOpen || advert.side === 'buy')
      move(state, log, { key, from, to: spotOwner(seller), asset, amount: atoms })
  }
  forgetClosed(state, advert)
}

function forgetClosed({ p2p }: ExchangeState, { id, status, openOrders }: P2pAdvert): void {
  if (status === 'closed' && openOrders === 0) p2p.adverts.delete(id)
}

const isStopped = ({ p2p }: ExchangeState, userId: string, at: number): boolean =>
  (p2p.cancels.get(userId)?.stoppedUntil ?? 0) > at

function areTerms(terms: AdvertTerms): boolean {
  const { price, marginBp, payMinutes, methods } = terms
  const [minimum, maximum] = [BigInt(terms.minimum), BigInt(terms.maximum)]
  const isPriced =
    price === null
      ? marginBp !== null && Math.abs(marginBp) <= MOST_MARGIN_BP
      : marginBp === null && BigInt(price) > 0n
  return (
    isPriced &&
    minimum > 0n &&
    maximum >= minimum &&
    payMinutes >= PAY_MINUTES.least &&
    payMinutes <= PAY_MINUTES.most &&
    methods.length > 0
  )
}

/** One record: the coins, and what the exchange takes of them. */
function move(
  { accounts }: ExchangeState,
  log: EffectLog,
  {
    key,
    asset,
    amount,
    fee = 0n,
    ...names
  }: {
    readonly key: string
    readonly from: string
    readonly to: string
    readonly asset: string
    readonly amount: bigint
    readonly fee?: bigint
  },
): void {
  const from = accounts.of('live', names.from, asset)
  const to = accounts.of('live', names.to, asset)
  log.touchAccount(from)
  log.touchAccount(to)
  const entries: Entry[] = post('p2p', { from, to, amount })
  if (fee > 0n) {
    const fees = accounts.of('live', FEES, asset)
    log.touchAccount(fees)
    entries.push(...post('fee', { from, to: fees, amount: fee }))
  }
  log.addTransaction({ realm: 'live', kind: 'p2p', scope: 'p2p', key, entries })
}
