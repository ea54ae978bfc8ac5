import type { Realm } from '../exchange/accounts/accounts.ts'
import { formatOwner, mayGoNegative, spotOwner } from '../exchange/accounts/owner.ts'
import { post } from '../exchange/accounts/posting.ts'
import { createEffectLog, type Effects } from '../exchange/state/effects.ts'
import type { ExchangeState } from '../exchange/state/state.ts'
import { createFlow } from './matchingCommandGenerator.ts'

/**
 * Funds that go from one account type to another, for tests of accounts and ledger: no command
 * moves them yet.
 */
export interface AccountMove {
  readonly kind: 'move'
  readonly at: number
  readonly realm: Realm
  /** Names its transaction. */
  readonly number: number
  readonly from: string
  readonly to: string
  readonly asset: string
  readonly atoms: string
}

/** Random moves between the accounts of the users of `createCommandFlow`, and with `clearing`. */
export function createAccountMoves(seed: number, { users = 4 } = {}) {
  const next = createFlow(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  let count = 0

  const ownersOf = (userId: string): readonly string[] => [
    spotOwner(userId),
    formatOwner({ kind: 'user', userId, type: 'futures' }),
    formatOwner({ kind: 'user', userId, type: 'futures', symbol: 'BTCUSDT', side: 'long' }),
    formatOwner({ kind: 'user', userId, type: 'margin', symbol: 'ETHUSDT' }),
    formatOwner({ kind: 'debt', userId, symbol: 'ETHUSDT' }),
    'clearing:BTCUSDT',
  ]

  /** `undefined`: the accounts that were drawn have nothing to move. */
  return ({ accounts }: ExchangeState): AccountMove | undefined => {
    const owners = ownersOf(`u${below(users)}`)
    const [realm, asset] = [pick(['live', 'paper'] as const), pick(['USDT', 'BTC'])]
    const [from, to] = withLender(pick(owners), pick(owners))
    const free = accounts.spendable(realm, from, asset)
    const owed = -accounts.spendable(realm, to, asset)
    // What is lent is the sum of the debts (futures F10).
    const most = mayGoNegative(from) ? 1_000n : from === 'lent' && owed < free ? owed : free
    const atoms = most / BigInt(1 + below(4))
    if (atoms <= 0n || from === to) return undefined
    return { kind: 'move', at: 1, realm, number: count++, from, to, asset, atoms: String(atoms) }
  }
}

export function runAccountMove({ accounts }: ExchangeState, move: AccountMove): Effects {
  const { at, realm, number, asset, atoms } = move
  const log = createEffectLog(at)
  const from = accounts.of(realm, move.from, asset)
  const to = accounts.of(realm, move.to, asset)
  log.touchAccount(from)
  log.touchAccount(to)
  const entries = post('grant', { from, to, amount: BigInt(atoms) })
  log.addTransaction({ realm, kind: 'grant', scope: 'move', key: String(number), entries })
  return log.seal()
}

/** The other side of a debt is what is lent. */
function withLender(from: string, to: string): readonly [from: string, to: string] {
  if (from.startsWith('debt:')) return [from, 'lent']
  return to.startsWith('debt:') ? ['lent', to] : [from, to]
}
