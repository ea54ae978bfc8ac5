import type { UserNotice } from '@x/api'

/** A text of the folder of mails, and what it names. */
export interface NoticeMailText {
  readonly text: string
  readonly values: Readonly<Record<string, string>>
}

/** Texts of what a notice is about, by its kind and by what happened. */
const TEXTS: Readonly<Record<string, string>> = {
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
  'copy close': 'notice.copyClose',
  'copy stopLoss': 'notice.copyStopLoss',
  'copy leadCloses': 'notice.copyLeadCloses',
  'copy sharePaid': 'notice.copySharePaid',
  'copy shareReceived': 'notice.copyShareReceived',
  'earn matured': 'notice.earnMatured',
  'earn renewed': 'notice.earnRenewed',
  'redPacket returned': 'notice.packetReturned',
  'redPacket finished': 'notice.packetFinished',
  'redPacket received': 'notice.packetReceived',
  'rebate received': 'notice.rebate',
}

/** What a mail says of a notice; `undefined`: it is not worth one. */
export function noticeMailText({ kind, order, subject }: UserNotice): NoticeMailText | undefined {
  if (order) return ofOrder(kind, order)
  if (!subject) return undefined
  if (kind === 'liquidation') return { text: 'notice.liquidated', values: {} }
  if (kind === 'marginCall')
    return { text: 'notice.marginCall', values: { level: subject.amount ?? '' } }
  const text = TEXTS[`${kind} ${subject.state}`]
  const amount = [subject.amount, subject.asset].filter(Boolean).join(' ')
  return text === undefined ? undefined : { text, values: { amount } }
}

function ofOrder(
  kind: UserNotice['kind'],
  { side, size, price, symbol }: NonNullable<UserNotice['order']>,
): NoticeMailText {
  // The size counts the pair's base, the price its quote: the pair says which they are.
  const amount = `${size} (${symbol})`
  return kind === 'triggered'
    ? { text: 'notice.triggered', values: { amount, side: `spot.${side}` } }
    : {
        text: side === 'buy' ? 'orders.bought' : 'orders.sold',
        values: { amount, price: price ?? '' },
      }
}
