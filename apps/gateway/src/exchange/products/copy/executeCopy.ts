import type { CopyCommand } from '../../state/copyCommand.ts'
import type { EffectLog, Refusal } from '../../state/effects.ts'
import type { ExchangeState } from '../../state/state.ts'
import { copyFill } from './copyFill.ts'
import { changeFollow, followEvent, fundFollow, openFollow } from './follows.ts'
import type { Keyed } from './keys.ts'
import { changeLead, closeLead, countDay, fundLead, openLead } from './leads.ts'
import { sellFollow } from './sellFollow.ts'
import { settleWeek } from './shares.ts'

const KINDS: Readonly<Record<CopyCommand['kind'], true>> = {
  copyLeadOpen: true,
  copyLeadChange: true,
  copyLeadFund: true,
  copyLeadClose: true,
  copyFollowOpen: true,
  copyFollowChange: true,
  copyFollowEvent: true,
  copyFollowFund: true,
  copyFill: true,
  copySell: true,
  copyWeek: true,
  copyDay: true,
}

export const isCopyCommand = (command: { readonly kind: string }): command is CopyCommand =>
  Object.hasOwn(KINDS, command.kind)

/** Runs one command of copy trading. */
export function executeCopy(
  state: ExchangeState,
  log: EffectLog,
  { command, isJournalled }: Keyed & { readonly command: CopyCommand },
): { readonly refused: Refusal } | undefined {
  switch (command.kind) {
    case 'copyLeadOpen':
      return openLead(state, log, command, { isJournalled })
    case 'copyLeadChange':
      return changeLead(state, log, command)
    case 'copyLeadFund':
      return fundLead(state, log, command, { isJournalled })
    case 'copyLeadClose':
      return closeLead(state, log, command)
    case 'copyFollowOpen':
      return openFollow(state, log, command, { isJournalled })
    case 'copyFollowChange':
      return changeFollow(state, log, command)
    case 'copyFollowEvent':
      return followEvent(state, log, command)
    case 'copyFollowFund':
      return fundFollow(state, log, command, { isJournalled })
    case 'copyFill':
      return copyFill(state, log, command)
    case 'copySell':
      return sellFollow(state, log, command)
    case 'copyWeek':
      return settleWeek(state, log, command)
    case 'copyDay':
      return countDay(state, log, command)
  }
}
