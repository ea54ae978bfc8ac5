import { pay } from '../accounts/posting.ts'
import { formatOwner, ISSUANCE, spotOwner } from '../accounts/owner.ts'
import type {
  FundSeedCommand,
  MoveCommand,
  PricesCommand,
  Wallet,
} from '../state/futuresCommand.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import { moveKey } from '../state/futuresState.ts'
import { marginAccountAsIs, marginOwner, openMarginAccount } from '../state/marginState.ts'
import { refuseLeaving } from '../funds/loans.ts'
import { isMarginAsset } from '../instruments/marginTerms.ts'
import type { ExchangeState } from '../state/state.ts'
import { accountAsIs } from './judge.ts'
import { crossGroup, isFresh, mayLeave } from './margin.ts'
import { FUTURES_FUND } from './insurance.ts'
import { isAccountDue } from './settings.ts'

type Done = { readonly refused: Refusal } | undefined

function ownerOf(wallet: Wallet, userId: string): string {
  if (wallet === 'spot') return spotOwner(userId)
  if (wallet === 'futures') return formatOwner({ kind: 'user', userId, type: 'futures' })
  return marginOwner({ userId, symbol: symbolOf(wallet) })
}

/** The pair of an isolated margin account. */
const symbolOf = (wallet: Wallet): string | undefined =>
  wallet.startsWith('margin:') ? wallet.slice('margin:'.length) : undefined

/** Between two wallets of one user (futures 8). Unrealised profit never leaves (futures 3). */
export function moveFunds(
  state: ExchangeState,
  log: EffectLog,
  command: MoveCommand,
  { isJournalled }: { readonly isJournalled: boolean },
): Done {
  const { realm, userId, from, to, asset, clientOid, digest, at } = command
  const amount = BigInt(command.atoms)
  const key = moveKey(command)
  if (!isJournalled && state.keys.has(key)) return refuse('key-used')
  if (from === to || amount <= 0n) return refuse('no-transfer')
  const account = accountAsIs(state, command)
  if (from === 'futures' && isAccountDue(state, account)) return refuse('being-liquidated')
  // What may leave is not known on a stale index. Older journals hold what left at the last mark.
  if (!isJournalled && from === 'futures' && !isFresh(state, crossGroup(state, account, asset)))
    return refuse('no-mark')
  const refused = refuseMargins(state, command)
  if (refused) return refused
  const most =
    from === 'futures'
      ? mayLeave(state, account, asset)
      : state.accounts.spendable(realm, ownerOf(from, userId), asset)
  if (amount > most) return refuse('balance', { asset })
  if (to.startsWith('margin'))
    log.touchMargin(openMarginAccount(state.margin, { realm, userId, symbol: symbolOf(to) }))
  const id = state.next.posting ?? 1
  state.next.posting = id + 1
  state.keys.add(key, { digest, answer: { transferId: String(id) }, at })
  log.addTransaction({
    realm,
    kind: 'move',
    scope: 'futures',
    key: String(id),
    entries: pay(log, 'move', {
      from: state.accounts.of(realm, ownerOf(from, userId), asset),
      to: state.accounts.of(realm, ownerOf(to, userId), asset),
      amount,
    }),
  })
  log.moves.push({ id, realm, userId, from, to, asset, amount, clientOid, digest, at })
  return undefined
}

/** Whether the margin accounts of a move may take the asset and let it go (futures 7). */
function refuseMargins(
  state: ExchangeState,
  { realm, userId, from, to, asset, atoms, at }: MoveCommand,
): Done {
  for (const wallet of [from, to])
    if (wallet.startsWith('margin') && !isMarginAsset(asset, symbolOf(wallet)))
      return refuse('no-transfer')
  if (!from.startsWith('margin')) return undefined
  const account = marginAccountAsIs(state.margin, { realm, userId, symbol: symbolOf(from) })
  return refuseLeaving(state, { account, asset, amount: BigInt(atoms), at })
}

/** Stores the prices (futures 5). Without a mark the last one stays, and is no longer fresh. */
export function setPrices(state: ExchangeState, log: EffectLog, { rows, at }: PricesCommand): void {
  log.records.prices = rows.filter(([symbol]) => state.markets.get(symbol)?.product === 'futures')
  for (const [symbol, mark, index] of rows) {
    if (state.markets.get(symbol)?.product !== 'futures') continue
    const before = state.futures.prices.get(symbol)
    if (mark > 0) state.futures.prices.set(symbol, { mark, index, at, isFresh: true })
    else if (before) state.futures.prices.set(symbol, { ...before, at, isFresh: false })
  }
}

/** Pays the insurance fund's first money, once per key (futures 1). */
export function seedFund(
  state: ExchangeState,
  log: EffectLog,
  { realm, key, asset, atoms }: FundSeedCommand,
): void {
  const name = `${realm}:fund:${key}`
  if (state.grants.has(name)) return
  state.grants.add(name)
  log.addTransaction({
    realm,
    kind: 'grant',
    scope: 'grant',
    key: `fund:${key}`,
    entries: pay(log, 'grant', {
      from: state.accounts.of(realm, ISSUANCE, asset),
      to: state.accounts.of(realm, FUTURES_FUND, asset),
      amount: BigInt(atoms),
    }),
  })
}
