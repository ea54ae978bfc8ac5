import { HOUSE_ACCOUNT, spotOwner } from '../accounts/owner.ts'
import { post, type Entry } from '../accounts/posting.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import type {
  AskedPayment,
  ConvertCommand,
  PaymentCommand,
  SendCommand,
} from '../state/paymentCommand.ts'
import type { ExchangeState } from '../state/state.ts'
import { usedOn } from '../state/withdrawals.ts'
import { refuseAbove } from './deposits.ts'
import { fundPool, runSwap } from './swaps.ts'
import { startDay } from './withdrawals.ts'

type Done = { readonly refused: Refusal } | undefined

/** Conversions, payments and swaps have keys of their own, a user's in each. */
export const paymentKey = ({
  kind,
  userId,
  clientOid,
}: Pick<AskedPayment, 'kind' | 'userId' | 'clientOid'>): string => `${kind}:${userId}:${clientOid}`

/** Runs a conversion, a payment to another user or a swap. */
export function runPayment(
  state: ExchangeState,
  log: EffectLog,
  { command, isJournalled }: { readonly command: PaymentCommand; readonly isJournalled: boolean },
): Done {
  if (command.kind === 'swapFund') return fundPool(state, log, command)
  const key = paymentKey(command)
  if (!isJournalled && state.keys.has(key)) return refuse('key-used')
  switch (command.kind) {
    case 'convert':
      return convert(state, log, command)
    case 'send':
      return send(state, log, { command, isJournalled })
    case 'swap':
      return runSwap(state, log, { command, key, isJournalled })
  }
}

/** Both legs are one transaction: neither is ever there without the other. */
function convert(state: ExchangeState, log: EffectLog, command: ConvertCommand): Done {
  const { userId, clientOid, digest, fromAsset, toAsset, at } = command
  const [paid, received] = [BigInt(command.fromAtoms), BigInt(command.toAtoms)]
  if (fromAsset === toAsset || paid <= 0n || received <= 0n) return refuse('no-transfer')
  if (paid > state.accounts.spendable('live', spotOwner(userId), fromAsset))
    return refuse('balance', { asset: fromAsset })
  const id = state.next.convert ?? 1
  state.next.convert = id + 1
  state.keys.add(paymentKey(command), { digest, answer: { transferId: String(id) }, at })
  const leg = (from: string, to: string, { asset, amount }: { asset: string; amount: bigint }) =>
    move(state, log, { kind: 'convert', from, to, asset, amount })
  log.addTransaction({
    realm: 'live',
    kind: 'convert',
    scope: 'convert',
    key: String(id),
    entries: [
      ...leg(spotOwner(userId), HOUSE_ACCOUNT, { asset: fromAsset, amount: paid }),
      ...leg(HOUSE_ACCOUNT, spotOwner(userId), { asset: toAsset, amount: received }),
    ],
  })
  log.conversions.push({ id, userId, clientOid, digest, fromAsset, paid, toAsset, received, at })
  return undefined
}

/** Leaves like a withdrawal: of what is unlocked, and within the same cap of the day. */
function send(
  state: ExchangeState,
  log: EffectLog,
  { command, isJournalled }: { readonly command: SendCommand; readonly isJournalled: boolean },
): Done {
  const { userId, clientOid, digest, toUserId, asset, at } = command
  const [amount, value] = [BigInt(command.atoms), BigInt(command.value)]
  if (toUserId === userId || amount <= 0n || value < 0n) return refuse('no-transfer')
  if (state.deposits.isStopped(userId)) return refuse('withdrawals-stopped')
  const kept = refuseAbove(state, { userId, asset, amount, isJournalled })
  if (kept) return kept
  const used = usedOn(state.withdrawals, { userId, at })
  if (used + value > BigInt(command.cap)) return refuse('withdraw-cap')
  startDay(state, at)
  state.withdrawals.used.set(userId, used + value)
  const id = state.next.send ?? 1
  state.next.send = id + 1
  state.keys.add(paymentKey(command), { digest, answer: { transferId: String(id) }, at })
  const [from, to] = [spotOwner(userId), spotOwner(toUserId)]
  log.addTransaction({
    realm: 'live',
    kind: 'send',
    scope: 'send',
    key: String(id),
    entries: move(state, log, { kind: 'send', from, to, asset, amount }),
  })
  log.sends.push({ id, userId, toUserId, clientOid, digest, asset, amount, value, at })
  return undefined
}

function move(
  { accounts }: ExchangeState,
  log: EffectLog,
  {
    kind,
    asset,
    amount,
    ...names
  }: {
    readonly kind: 'convert' | 'send'
    readonly from: string
    readonly to: string
    readonly asset: string
    readonly amount: bigint
  },
): Entry[] {
  const from = accounts.of('live', names.from, asset)
  const to = accounts.of('live', names.to, asset)
  log.touchAccount(from)
  log.touchAccount(to)
  return post(kind, { from, to, amount })
}
