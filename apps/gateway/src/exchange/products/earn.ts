import { formatOwner, ISSUANCE, spotOwner } from '../accounts/owner.ts'
import { post, type EntryKind } from '../accounts/posting.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import type { ExchangeState } from '../state/state.ts'
import type {
  EarnDayCommand,
  EarnFundCommand,
  EarnRedeemCommand,
  EarnRenewalCommand,
  EarnSubscribeCommand,
} from '../state/productCommand.ts'
import type { EarnPosition, EarnTier } from '../state/productsState.ts'

type Done = { readonly refused: Refusal } | undefined

export const DAY_MS = 86_400_000
/** Pays the interest of every product; never below zero. */
export const EARN_POOL = 'earnPool'
/** Basis points of a year of 365 days: what a day's numerators are divided by. */
export const YEAR_BP = 3_650_000n
/** Open positions of a holder in a product at most. */
export const MOST_POSITIONS = 50

/** Where the principal of a product is. */
export const earnOwner = (product: string): string => formatOwner({ kind: 'earn', product })

/** Subscriptions and redemptions share keys: a `clientOid` names one of either. */
export const earnKey = ({
  userId,
  clientOid,
}: {
  readonly userId: string
  readonly clientOid: string
}): string => `earn:${userId}:${clientOid}`

/** Pays into the pool, once for each key, and no more than the treasury has. */
export function fundEarn(
  state: ExchangeState,
  log: EffectLog,
  { key, asset, atoms, from }: EarnFundCommand,
): Done {
  const name = `live:earn:${key}`
  const amount = BigInt(atoms)
  if (state.grants.has(name)) return undefined
  if (from !== undefined && amount > state.accounts.spendable('live', from, asset))
    return refuse('balance', { asset })
  state.grants.add(name)
  pay(state, log, {
    scope: 'grant',
    kind: 'grant',
    key: `earn:${key}`,
    from: from ?? ISSUANCE,
    to: EARN_POOL,
    asset,
    amount,
  })
  state.products.paused.clear()
  return undefined
}

/** Takes the principal; it counts from the next UTC day. */
export function subscribeEarn(
  state: ExchangeState,
  log: EffectLog,
  command: EarnSubscribeCommand,
  { isJournalled }: { readonly isJournalled: boolean },
): Done {
  const { userId, holder, clientOid, digest, productId, asset, days, tiers, autoRenew, at } =
    command
  const { products, accounts, keys, next } = state
  const key = earnKey(command)
  if (!isJournalled && keys.has(key)) return refuse('key-used')
  if (products.paused.has(productId)) return refuse('earn-paused')
  const amount = BigInt(command.atoms)
  const own = products.positionsOf(holder, productId)
  const mine = [...own].reduce((sum, { principal }) => sum + principal, 0n)
  const owner = earnOwner(productId)
  const all = accounts.spendable('live', owner, asset)
  if (amount <= 0n || own.size >= MOST_POSITIONS) return refuse('earn-limit')
  if (mine + amount > BigInt(command.perUser) || all + amount > BigInt(command.quota))
    return refuse('earn-limit')
  if (amount > accounts.spendable('live', spotOwner(userId), asset))
    return refuse('balance', { asset })
  const id = next.earn ?? 1
  next.earn = id + 1
  keys.add(key, { digest, answer: { transferId: String(id) }, at })
  const startDay = Math.floor(at / DAY_MS) + 1
  const position: EarnPosition = {
    id,
    userId,
    holder,
    clientOid,
    digest,
    productId,
    asset,
    days,
    tiers: days > 0 ? tiers : [],
    createdAt: at,
    startDay,
    nextDay: startDay,
    principal: amount,
    carry: 0n,
    accrued: 0n,
    paid: 0n,
    redeeming: 0n,
    redeemDay: 0,
    autoRenew: days > 0 && autoRenew,
    updatedAt: at,
  }
  products.addPosition(position)
  log.touchEarn(position)
  pay(state, log, {
    kind: 'earn',
    key: `${id}`,
    from: spotOwner(userId),
    to: owner,
    asset,
    amount,
  })
  return undefined
}

/**
 * Pays principal back: of a flexible product at once while the day's quota lasts, else after the
 * day; of a fixed one at once, all of it, and without interest for the term that is broken.
 */
export function redeemEarn(
  state: ExchangeState,
  log: EffectLog,
  command: EarnRedeemCommand,
  { isJournalled }: { readonly isJournalled: boolean },
): Done {
  const { userId, digest, positionId, at } = command
  const key = earnKey(command)
  if (!isJournalled && state.keys.has(key)) return refuse('key-used')
  const position = state.products.positions.get(positionId)
  if (!position || position.userId !== userId) return refuse('no-position')
  const amount = BigInt(command.atoms)
  if (amount <= 0n || amount > position.principal - position.redeeming) return refuse('earn-limit')
  if (position.days > 0 && amount !== position.principal) return refuse('earn-limit')
  const day = Math.floor(at / DAY_MS)
  state.keys.add(key, { digest, answer: { transferId: String(positionId) }, at })
  position.updatedAt = at
  log.touchEarn(position)
  if (position.days === 0) {
    const today = state.products.redeemed.get(position.productId)
    const used = today?.day === day ? today.atoms : 0n
    if (used + amount > BigInt(command.dayQuota)) {
      position.redeeming += amount
      position.redeemDay = day
      return undefined
    }
    state.products.redeemed.set(position.productId, { day, atoms: used + amount })
  }
  payBack(state, log, { position, amount })
  return undefined
}

export function setEarnRenewal(
  state: ExchangeState,
  log: EffectLog,
  { userId, positionId, autoRenew, at }: EarnRenewalCommand,
): Done {
  const position = state.products.positions.get(positionId)
  if (!position || position.userId !== userId || position.days === 0) return refuse('no-position')
  position.autoRenew = autoRenew
  position.updatedAt = at
  log.touchEarn(position)
  return undefined
}

/**
 * Counts a day that is over, once for each position: interest, then what waited for its end. A pool
 * that cannot pay pauses the product; its positions are counted later, in order. What is older
 * comes later in the command, for it may leave at the end of the day.
 */
export function countEarnDay(
  state: ExchangeState,
  log: EffectLog,
  { productId, day, tiers, positionIds, at }: EarnDayCommand,
): Done {
  const { products } = state
  if ((day + 1) * DAY_MS > at) return refuse('no-position')
  for (const id of positionIds) {
    const position = products.positions.get(id)
    if (!position || position.productId !== productId) continue
    if (position.nextDay === day && !countDay(state, log, { position, tiers, at })) {
      products.paused.add(productId)
      return undefined
    }
    if (position.redeeming > 0n && position.redeemDay <= day) {
      const amount = position.redeeming
      position.redeeming = 0n
      log.touchEarn(position)
      payBack(state, log, { position, amount })
    }
  }
  products.paused.delete(productId)
  return undefined
}

/** Whether the pool could pay. */
function countDay(
  state: ExchangeState,
  log: EffectLog,
  {
    position,
    tiers,
    at,
  }: { readonly position: EarnPosition; readonly tiers: readonly EarnTier[]; readonly at: number },
): boolean {
  const { id, asset, days, nextDay, startDay, userId } = position
  const offset = principalBefore(state, position)
  const numerator =
    position.carry +
    dailyNumerator(position.principal, { offset, tiers: days > 0 ? position.tiers : tiers })
  const interest = numerator / YEAR_BP
  const isMature = days > 0 && nextDay + 1 >= startDay + days
  const due = days === 0 ? interest : isMature ? position.accrued + interest : 0n
  if (due > state.accounts.spendable('live', EARN_POOL, asset)) return false
  position.carry = numerator % YEAR_BP
  position.accrued = days === 0 || isMature ? 0n : position.accrued + interest
  position.paid += due
  position.nextDay = nextDay + 1
  position.updatedAt = at
  log.touchEarn(position)
  if (due > 0n) {
    log.earnPayments.push({ positionId: id, userId, day: nextDay, asset, amount: due, at })
    pay(state, log, {
      kind: 'interest',
      key: `${id}:day:${nextDay}`,
      from: EARN_POOL,
      to: spotOwner(userId),
      asset,
      amount: due,
    })
  }
  if (!isMature) return true
  if (position.autoRenew) position.startDay = position.nextDay
  else payBack(state, log, { position, amount: position.principal })
  return true
}

/** What the holder has in the product before this position: tiers count over all of it. */
function principalBefore({ products }: ExchangeState, position: EarnPosition): bigint {
  let before = 0n
  for (const other of products.positionsOf(position.holder, position.productId)) {
    if (other === position) break
    if (other.startDay <= position.nextDay) before += other.principal
  }
  return before
}

/** Atoms x basis points over the tiers, of what lies between `offset` and `offset + principal`. */
export function dailyNumerator(
  principal: bigint,
  { offset, tiers }: { readonly offset: bigint; readonly tiers: readonly EarnTier[] },
): bigint {
  const end = offset + principal
  let [from, sum] = [0n, 0n]
  for (const [upTo, aprBp] of tiers) {
    const to = upTo === null ? end : BigInt(upTo)
    const [low, high] = [from > offset ? from : offset, to < end ? to : end]
    if (high > low) sum += (high - low) * BigInt(aprBp)
    from = to
  }
  return sum
}

function payBack(
  state: ExchangeState,
  log: EffectLog,
  { position, amount }: { readonly position: EarnPosition; readonly amount: bigint },
): void {
  const posting = state.next.earnPosting ?? 1
  state.next.earnPosting = posting + 1
  position.principal -= amount
  if (position.principal === 0n) {
    position.accrued = 0n
    state.products.dropPosition(position)
  }
  pay(state, log, {
    kind: 'earn',
    key: `${position.id}:back:${posting}`,
    from: earnOwner(position.productId),
    to: spotOwner(position.userId),
    asset: position.asset,
    amount,
  })
}

function pay(
  { accounts }: ExchangeState,
  log: EffectLog,
  {
    scope = 'earn',
    kind,
    key,
    asset,
    amount,
    ...names
  }: {
    readonly scope?: 'earn' | 'grant'
    readonly kind: EntryKind & ('earn' | 'interest' | 'grant')
    readonly key: string
    readonly from: string
    readonly to: string
    readonly asset: string
    readonly amount: bigint
  },
): void {
  const from = accounts.of('live', names.from, asset)
  const to = accounts.of('live', names.to, asset)
  log.touchAccount(from)
  log.touchAccount(to)
  log.addTransaction({
    realm: 'live',
    kind: scope,
    scope,
    key,
    entries: post(kind, { from, to, amount }),
  })
}
