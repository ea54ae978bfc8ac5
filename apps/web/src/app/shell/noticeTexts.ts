import type { UserNotice } from '@x/api'
import type { NoticeMessageId } from '../../lib/messages/messages.ts'

/** Texts of what a notice is about, by its kind and by what happened; they may name an amount. */
const AMOUNT_TEXTS = {
  'deposit credited': 'notice.depositCredited',
  'deposit reversed': 'notice.depositReversed',
  'withdrawal completed': 'notice.withdrawalCompleted',
  'withdrawal rejected': 'notice.withdrawalRejected',
  'withdrawal failed': 'notice.withdrawalFailed',
  'payment received': 'notice.received',
  'p2p taken': 'notice.p2pTaken',
  'p2p paid': 'notice.p2pPaid',
  'p2p released': 'notice.p2pReleased',
  'p2p cancelled': 'notice.p2pCancelled',
  'p2p expired': 'notice.p2pExpired',
  'p2p appealed': 'notice.p2pAppealed',
  'p2p toBuyer': 'notice.p2pToBuyer',
  'p2p toSeller': 'notice.p2pToSeller',
  'copy sharePaid': 'notice.copySharePaid',
  'copy shareReceived': 'notice.copyShareReceived',
  'earn matured': 'notice.earnMatured',
  'earn renewed': 'notice.earnRenewed',
  'redPacket returned': 'notice.packetReturned',
  'redPacket finished': 'notice.packetFinished',
  'redPacket received': 'notice.packetReceived',
  'rebate received': 'notice.rebate',
} as const satisfies Readonly<Record<string, NoticeMessageId>>

const PLAIN_TEXTS = {
  'copy close': 'notice.copyClose',
  'copy stopLoss': 'notice.copyStopLoss',
  'copy leadCloses': 'notice.copyLeadCloses',
} as const satisfies Readonly<Record<string, NoticeMessageId>>

/** Why a fill was not copied. */
const SKIP_TEXTS = {
  'copy skip.minimum': 'notice.skip.minimum',
  'copy skip.funds': 'notice.skip.funds',
  'copy skip.slippage': 'notice.skip.slippage',
  'copy skip.dailyCap': 'notice.skip.dailyCap',
  'copy skip.pair': 'notice.skip.pair',
  'copy skip.backlog': 'notice.skip.backlog',
} as const satisfies Readonly<Record<string, NoticeMessageId>>

const textIn = <T extends string>(
  texts: Readonly<Record<string, T>>,
  { kind, subject }: UserNotice,
): T | undefined => {
  const name = `${kind} ${subject?.state ?? ''}`
  return Object.hasOwn(texts, name) ? texts[name] : undefined
}

export const amountTextOf = (notice: UserNotice) => textIn(AMOUNT_TEXTS, notice)
export const plainTextOf = (notice: UserNotice) => textIn(PLAIN_TEXTS, notice)
export const skipTextOf = (notice: UserNotice) => textIn(SKIP_TEXTS, notice)

/** The page where the reader can go on from a notice of a product. */
export function pageOfNotice({ kind, subject }: UserNotice): string | undefined {
  switch (kind) {
    case 'p2p':
      return subject?.id === undefined ? '/p2p/orders' : `/p2p/orders/${subject.id}`
    case 'copy':
      return '/copy-trading/my'
    case 'earn':
      return '/earn'
    case 'redPacket':
      return '/redpacket'
    case 'rebate':
      return '/referral'
    default:
      return undefined
  }
}
