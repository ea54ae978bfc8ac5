import type { EffectLog, Refusal } from '../state/effects.ts'
import type { ExchangeState } from '../state/state.ts'
import { countEarnDay, fundEarn, redeemEarn, setEarnRenewal, subscribeEarn } from './earn.ts'
import { fundProtection } from './protection.ts'
import type { ProductCommand } from '../state/productCommand.ts'
import { claimRedPacket, createRedPacket, expireRedPacket } from './redPackets.ts'

const KINDS: Readonly<Record<ProductCommand['kind'], true>> = {
  redPacketCreate: true,
  redPacketClaim: true,
  redPacketExpire: true,
  earnFund: true,
  protectionFund: true,
  earnSubscribe: true,
  earnRedeem: true,
  earnRenewal: true,
  earnDay: true,
}

export const isProductCommand = (command: { readonly kind: string }): command is ProductCommand =>
  Object.hasOwn(KINDS, command.kind)

/** Runs one command of earn or red packets. */
export function executeProducts(
  state: ExchangeState,
  log: EffectLog,
  { command, isJournalled }: { readonly command: ProductCommand; readonly isJournalled: boolean },
): { readonly refused: Refusal } | undefined | void {
  switch (command.kind) {
    case 'redPacketCreate':
      return createRedPacket(state, log, command, { isJournalled })
    case 'redPacketClaim':
      return claimRedPacket(state, log, command)
    case 'redPacketExpire':
      return expireRedPacket(state, log, command)
    case 'earnFund':
      return fundEarn(state, log, command)
    case 'protectionFund':
      return fundProtection(state, log, command)
    case 'earnSubscribe':
      return subscribeEarn(state, log, command, { isJournalled })
    case 'earnRedeem':
      return redeemEarn(state, log, command, { isJournalled })
    case 'earnRenewal':
      return setEarnRenewal(state, log, command)
    case 'earnDay':
      return countEarnDay(state, log, command)
  }
}
