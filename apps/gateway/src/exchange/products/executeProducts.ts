import type { EffectLog, Refusal } from '../state/effects.ts'
import type { ExchangeState } from '../state/state.ts'
import { countEarnDay, fundEarn, redeemEarn, setEarnRenewal, subscribeEarn } from './earn.ts'
import { fundProtection } from './protection.ts'
import type { ProductCommand } from '../state/productCommand.ts'
import { payRebates } from './rebates.ts'
import { claimRedPacket, createRedPacket, expireRedPacket } from './redPackets.ts'

type Run<Command> = (
  state: ExchangeState,
  log: EffectLog,
  command: Command,
  options: { readonly isJournalled: boolean },
) => { readonly refused: Refusal } | undefined | void

/** Every command of a product, and what it does. */
const RUN: {
  readonly [Kind in ProductCommand['kind']]: Run<Extract<ProductCommand, { readonly kind: Kind }>>
} = {
  redPacketCreate: createRedPacket,
  redPacketClaim: claimRedPacket,
  redPacketExpire: expireRedPacket,
  earnFund: fundEarn,
  protectionFund: fundProtection,
  rebate: payRebates,
  earnSubscribe: subscribeEarn,
  earnRedeem: redeemEarn,
  earnRenewal: setEarnRenewal,
  earnDay: countEarnDay,
}

export const isProductCommand = (command: { readonly kind: string }): command is ProductCommand =>
  Object.hasOwn(RUN, command.kind)

/** Runs one command of earn, red packets, the protection fund or rebates. */
export const executeProducts = (
  state: ExchangeState,
  log: EffectLog,
  { command, isJournalled }: { readonly command: ProductCommand; readonly isJournalled: boolean },
): { readonly refused: Refusal } | undefined | void =>
  (RUN[command.kind] as Run<ProductCommand>)(state, log, command, { isJournalled })
