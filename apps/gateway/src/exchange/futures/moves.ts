import { formatOwner, ISSUANCE, spotOwner } from '../accounts/owner.ts'
import type {
  FundSeedCommand,
  MoveCommand,
  PricesCommand,
  Wallet,
} from '../state/futuresCommand.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import { moveKey } from '../state/futuresState.ts'
import type { ExchangeState } from '../state/state.ts'
import { accountAsIs } from './judge.ts'
import { mayLeave } from './margin.ts'
import { FUTURES_FUND } from './insurance.ts'
import { pay } from './purse.ts'
import { isAccountDue } from './settings.ts'

type Done = { readonly refused: Refusal } | undefined

const ownerOf = (wallet: Wallet, userId: string): string =>
  wallet === 'spot' ? spotOwner(userId) : formatOwner({ kind: 'user', userId, type: 'futures' })

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
  const most =
    from === 'spot'
      ? state.accounts.spendable(realm, spotOwner(userId), asset)
      : mayLeave(state, account, asset)
  if (amount > most) return refuse('balance', { asset })
  const id = state.next.posting ?? 1
  state.next.posting = id + 1
  state.keys.add(key, { digest, answer: { transferId: String(id) }, at })
  log.transactions.push({
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
  log.transactions.push({
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
