import type { Realm } from '../../../accounts/accounts.ts'
import type { PaperResetCommand } from '../../../state/command.ts'
import type { CopyCommand, CopyMarks } from '../../../state/copyCommand.ts'
import type { ExchangeView } from '../../../state/ExchangeView.ts'
import type { Below } from '../../testing/productFlow.ts'

/** Who follows the one lead `ann`, and what each begins with, in atoms of USDT. */
export const COPY_USERS = ['bob', 'eve', 'kim'] as const
export const COPY_FUNDS = 200_000_000_000n
const DAY = 86_400_000
const CENT = 1_000_000

interface Sided {
  readonly at: number
  readonly side: 'buy' | 'sell'
}

export type CopyStep =
  | ({ readonly kind: 'quote'; readonly ticks: number; readonly depth: number } & Sided)
  | ({ readonly kind: 'trade'; readonly lots: number } & Sided)
  | { readonly kind: 'command'; readonly command: CopyCommand | PaperResetCommand }

/** The first lead of every history. */
export const openFirstLead = (realm: Realm): Extract<CopyCommand, { kind: 'copyLeadOpen' }> => ({
  kind: 'copyLeadOpen',
  at: 20_000 * DAY,
  realm,
  userId: 'ann',
  clientOid: 'lead',
  digest: 'd',
  holder: 'ann',
  nickname: 'Ann',
  pairs: ['BTCUSDT'],
  shareBp: 1_234,
  minimum: '1000000000',
  maxFollowers: 2,
  atoms: '100000000000',
})

const ETH_ONLY = 20
const RESET = 60
/** Lots that stand in the book where they are enough for everybody. */
const DEEP = 2 ** 30

/**
 * Random steps: the price moves, the lead trades, changes terms, pays in and out, ends and begins
 * anew; followers come, change and go; fills are copied in time, late, at another price, or from a
 * book that is not enough for all; days are counted; paper accounts begin anew. Many steps are to
 * be refused.
 */
export function createCopyFlow(
  below: Below,
  { view, realm }: { readonly view: Pick<ExchangeView, 'copy'>; readonly realm: Realm },
) {
  let at = 20_000 * DAY
  let [count, ticks, hasTraded] = [0, 5_000_000, false]
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const marks = (): CopyMarks => [['BTCUSDT', ticks]]
  const atoms = (most: number) => String((1 + below(most)) * CENT)
  const asked = (userId: string) => ({
    at,
    realm,
    userId,
    clientOid: `c${below(9) === 0 ? below(count + 1) : ++count}`,
    digest: 'd',
  })

  /** The latest one, seldom another. */
  const leadId = () => (below(15) === 0 ? 77 : Math.max(1, ...view.copy.leads.keys()))
  const howToCopy = () => ({
    mode: pick(['ratio', 'amount'] as const),
    // More than most follows have, now and then.
    amount: atoms(below(3) === 0 ? 200_000 : 20_000),
    slippageBp: pick([null, 1, 100]),
    stopLossPct: pick([0, 5, 30]),
    dailyCap: pick(['0', atoms(40_000)]),
  })
  const open = (): CopyCommand => {
    const userId = pick([...COPY_USERS, 'ann'])
    return {
      kind: 'copyFollowOpen',
      ...asked(userId),
      holder: userId,
      leadId: leadId(),
      ...howToCopy(),
      atoms: atoms(150_000),
    }
  }
  const changed = (): CopyCommand => ({
    kind: 'copyFollowChange',
    at,
    userId: pick(COPY_USERS),
    followId: pick([...view.copy.follows.keys(), 77]),
    ...howToCopy(),
    ...(below(9) === 0 ? { stopLossPct: 99 } : {}),
  })
  const conditions = () => ({
    nickname: 'Ann',
    pairs: below(ETH_ONLY) === 0 ? ['ETHUSDT'] : ['BTCUSDT'],
    shareBp: pick([0, 1_234, 3_000]),
    minimum: atoms(3_000),
    maxFollowers: 1 + below(3),
  })
  const ofLead = (): CopyCommand => {
    const kind = below(16)
    const userId = below(9) === 0 ? 'bob' : 'ann'
    if (kind === 0) return { kind: 'copyLeadClose', at, userId, leadId: leadId(), marks: marks() }
    if (kind < 4)
      return {
        kind: 'copyLeadOpen',
        ...asked('ann'),
        holder: 'ann',
        ...conditions(),
        atoms: atoms(100_000),
      }
    if (kind < 8)
      return {
        kind: 'copyLeadChange',
        at,
        userId,
        leadId: leadId(),
        ...conditions(),
        ...(below(9) === 0 ? { shareBp: 3_001 } : {}),
      }
    return {
      kind: 'copyLeadFund',
      ...asked(userId),
      leadId: leadId(),
      direction: pick(['in', 'out']),
      atoms: atoms(60_000),
      marks: marks(),
    }
  }
  const day = (): CopyCommand => ({
    kind: 'copyDay',
    at,
    day: Math.floor(at / DAY) - 1,
    leadIds: [...view.copy.leads.keys()],
    marks: marks(),
  })
  const fund = (): CopyCommand => ({
    kind: 'copyFollowFund',
    ...asked(pick(COPY_USERS)),
    followId: pick([...view.copy.follows.keys(), 77]),
    direction: pick(['in', 'out']),
    atoms: atoms(60_000),
    marks: marks(),
  })
  const event = (): CopyCommand => ({
    kind: 'copyFollowEvent',
    at,
    followId: pick([...view.copy.follows.keys(), 77]),
    event: pick(['pause', 'resume', 'stopLoss', 'stopLoss', 'resume', 'close']),
    marks: marks(),
  })
  const copied = (fillId: number): CopyCommand => ({
    kind: 'copyFill',
    at,
    fillId,
    marks: marks(),
    rows: [...view.copy.follows.keys()].map((followId) => ({
      followId,
      makerPpm: 1_000,
      takerPpm: 1_000,
    })),
  })
  const sold = (): CopyCommand => ({
    kind: 'copySell',
    at,
    followId: pick([...view.copy.follows.keys(), 77]),
    marks: [['BTCUSDT', ticks + pick([0, 0, 40_000])]],
    makerPpm: 1_000,
    takerPpm: 1_000,
  })
  const week = (): CopyCommand => ({
    kind: 'copyWeek',
    at,
    week: Math.floor(at / DAY) - below(3),
    followIds: [...view.copy.follows.keys()],
    marks: marks(),
  })

  const reset = (): PaperResetCommand => ({
    kind: 'paperReset',
    at,
    userId: pick([...COPY_USERS, 'ann']),
    funds: { USDT: String(COPY_FUNDS) },
  })

  return (): readonly CopyStep[] => {
    // Most fills are copied right after the trade, as the runner does it.
    const isSoon = hasTraded && below(4) > 0
    hasTraded = false
    at += !isSoon && below(12) === 0 ? below(3 * DAY) : below(4_000)
    if (below(3) === 0) ticks += below(200_001) - 100_000
    ticks = Math.max(ticks, 2_000_000)
    const side = pick(['buy', 'sell'] as const)
    const depth = below(3) === 0 ? 1 + below(400) : DEEP
    const quote = (of: 'buy' | 'sell'): CopyStep => ({ kind: 'quote', at, side: of, ticks, depth })
    const command = (of: CopyCommand | PaperResetCommand): CopyStep => ({
      kind: 'command',
      command: of,
    })
    if (realm === 'paper' && below(RESET) === 0) return [command(reset())]
    const waiting = [...view.copy.pending.values()]
    const kind = isSoon ? 3 : below(15)
    if (kind < 3) {
      hasTraded = true
      return [quote(side), { kind: 'trade', at, side, lots: 1 + below(1_500) }]
    }
    if (kind < 6) {
      const fill = isSoon ? waiting.at(-1) : pick([waiting[0], waiting.at(-1), undefined])
      return [quote(fill?.side ?? side), command(copied(fill?.fillId ?? 77_777))]
    }
    if (kind < 8) return [command(open())]
    if (kind === 8) return [command(fund())]
    if (kind === 9) return [command(event())]
    if (kind === 10) return [quote('sell'), command(sold())]
    if (kind === 11) return [command(week())]
    if (kind === 12) return [command(changed())]
    if (kind === 13) return [command(day())]
    return [command(ofLead())]
  }
}
