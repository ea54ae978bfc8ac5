import type { Account } from '../accounts/accounts.ts'
import { formatOwner, spotOwner } from '../accounts/owner.ts'
import { post, type Entry } from '../accounts/posting.ts'
import { refuseAbove } from './deposits.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import type { ExchangeView } from '../state/ExchangeView.ts'
import type { SwapCommand, SwapFundCommand } from '../state/paymentCommand.ts'
import type { ExchangeState } from '../state/state.ts'

type Done = { readonly refused: Refusal } | undefined

/** What a swap leaves in the pool, in parts of 10,000: 0.3 %. */
export const SWAP_FEE_BP = 30n
const WHOLE_BP = 10_000n
const TREASURY = formatOwner({ kind: 'treasury' })

const poolOwner = (pool: string): string => formatOwner({ kind: 'swap', pool })

/** What a pool has of an asset, in atoms. */
export const poolReserve = (
  { accounts }: Pick<ExchangeView, 'accounts'>,
  { pool, asset }: { readonly pool: string; readonly asset: string },
): bigint =>
  accounts.ownedBy('live', poolOwner(pool)).find((each) => each.asset === asset)?.balance ?? 0n

/**
 * What a constant-product pool gives for an amount, its fee taken off, rounded down: the product of
 * both reserves never falls.
 */
export function swapOutput(
  { paidIn, paidOut }: { readonly paidIn: bigint; readonly paidOut: bigint },
  amount: bigint,
): bigint {
  if (paidIn <= 0n || paidOut <= 0n || amount <= 0n) return 0n
  const counted = amount * (WHOLE_BP - SWAP_FEE_BP)
  return (paidOut * counted) / (paidIn * WHOLE_BP + counted)
}

/**
 * Both legs are one transaction. The amount must be free to leave: what a swap brings may be
 * withdrawn at once. Below the signed minimum nothing moves.
 */
export function runSwap(
  state: ExchangeState,
  log: EffectLog,
  {
    command,
    key,
    isJournalled,
  }: { readonly command: SwapCommand; readonly key: string; readonly isJournalled: boolean },
): Done {
  const { userId, clientOid, digest, pool, wallet, fromAsset, toAsset, at } = command
  const [paid, minimum] = [BigInt(command.fromAtoms), BigInt(command.minAtoms)]
  if (fromAsset === toAsset || paid <= 0n || minimum <= 0n) return refuse('no-transfer')
  if (state.deposits.isStopped(userId)) return refuse('withdrawals-stopped')
  const kept = refuseAbove(state, { userId, asset: fromAsset, amount: paid, isJournalled })
  if (kept) return kept
  const reserve = (asset: string) => poolReserve(state, { pool, asset })
  const received = swapOutput({ paidIn: reserve(fromAsset), paidOut: reserve(toAsset) }, paid)
  if (received < minimum) return refuse('swap-price')

  const id = state.next.swap ?? 1
  state.next.swap = id + 1
  state.keys.add(key, { digest, answer: { transferId: String(id) }, at })
  const [user, owner] = [spotOwner(userId), poolOwner(pool)]
  book(log, String(id), [
    ...leg(state, log, { from: user, to: owner, asset: fromAsset, amount: paid }),
    ...leg(state, log, { from: owner, to: user, asset: toAsset, amount: received }),
  ])
  log.swaps.push({
    id,
    userId,
    clientOid,
    digest,
    pool,
    wallet,
    fromAsset,
    paid,
    toAsset,
    received,
    minimum,
    at,
  })
  return undefined
}

/** Once for a pool: it is never empty again. */
export function fundPool(state: ExchangeState, log: EffectLog, command: SwapFundCommand): Done {
  const { pool, parts } = command
  const owner = poolOwner(pool)
  const [first, second] = parts
  const isPair = first && second && parts.length === 2 && first.asset !== second.asset
  if (!isPair || parts.some(({ atoms }) => BigInt(atoms) <= 0n)) return refuse('no-transfer')
  const isFilled = state.accounts.ownedBy('live', owner).some(({ balance }) => balance > 0n)
  const treasury = state.accounts.ownedBy('live', TREASURY)
  const lacks = parts.some(
    ({ asset, atoms }) =>
      (treasury.find((each) => each.asset === asset)?.balance ?? 0n) < BigInt(atoms),
  )
  if (isFilled || lacks) return refuse('pool-state')
  book(
    log,
    `fund:${pool}`,
    parts.flatMap(({ asset, atoms }) =>
      leg(state, log, { from: TREASURY, to: owner, asset, amount: BigInt(atoms) }),
    ),
  )
  return undefined
}

function leg(
  { accounts }: ExchangeState,
  log: EffectLog,
  {
    asset,
    amount,
    ...names
  }: {
    readonly from: string
    readonly to: string
    readonly asset: string
    readonly amount: bigint
  },
): Entry[] {
  const touched = (owner: string): Account => {
    const account = accounts.of('live', owner, asset)
    log.touchAccount(account)
    return account
  }
  return post('convert', { from: touched(names.from), to: touched(names.to), amount })
}

const book = (log: EffectLog, key: string, entries: readonly Entry[]): void =>
  void log.addTransaction({ realm: 'live', kind: 'convert', scope: 'swap', key, entries })
