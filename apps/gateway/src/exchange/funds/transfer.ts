import { spotOwner } from '../accounts/owner.ts'
import { post } from '../accounts/posting.ts'
import { refuseAbove } from './deposits.ts'
import type { TransferCommand } from '../state/command.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import type { ExchangeState } from '../state/state.ts'

type Terms = Pick<TransferCommand, 'fromUserId' | 'toUserId' | 'asset' | 'atoms'>

/**
 * A customer's transfers have keys of their own: a `clientOid` may name an order and a transfer.
 */
export const transferKey = ({
  askedBy,
  clientOid,
}: Pick<TransferCommand, 'askedBy' | 'clientOid'>): string => `transfer:${askedBy}:${clientOid}`

/** Two transfers are the same when these are: `1.50` is `1.5`. */
export const transferDigest = ({ fromUserId, toUserId, asset, atoms }: Terms): string =>
  `${fromUserId}:${toUserId}:${asset}:${atoms}`

/**
 * Moves what the sender can spend. Both accounts are of the live realm and of one asset, for there
 * is no command that names two.
 */
export function transfer(
  state: ExchangeState,
  log: EffectLog,
  command: TransferCommand,
  { isJournalled = false } = {},
): { readonly refused: Refusal } | undefined {
  const { askedBy, clientOid, fromUserId, toUserId, asset, at } = command
  const amount = BigInt(command.atoms)
  const key = transferKey(command)
  if (!isJournalled && state.keys.has(key)) return refuse('key-used')
  if (fromUserId === toUserId || amount <= 0n) return refuse('no-transfer')
  const kept = refuseAbove(state, { userId: fromUserId, asset, amount, isJournalled })
  if (kept) return kept

  const id = state.next.transfer ?? 1
  state.next.transfer = id + 1
  state.keys.add(key, { digest: transferDigest(command), answer: { transferId: String(id) }, at })
  const from = state.accounts.of('live', spotOwner(fromUserId), asset)
  const to = state.accounts.of('live', spotOwner(toUserId), asset)
  log.touchAccount(from)
  log.touchAccount(to)
  log.addTransaction({
    realm: 'live',
    kind: 'transfer',
    scope: 'transfer',
    key: String(id),
    entries: post('transfer', { from, to, amount }),
  })
  log.addTransfer({
    id,
    askedBy,
    clientOid,
    fromUserId,
    toUserId,
    asset,
    amount,
    leftBehind: from.balance,
    at,
  })
  return undefined
}
