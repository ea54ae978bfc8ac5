import { parseUnits } from '@x/decimal'
import type { Entry } from '../accounts/posting.ts'
import { spotOwner } from '../accounts/owner.ts'
import type { PaperOpenCommand, PaperResetCommand, PaperTopUpCommand } from '../state/command.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import { issue, withdrawAll } from '../funds/grants.ts'
import { closeOrder } from '../funds/holds.ts'
import { type ExchangeState, pairOf, paperAccountOf } from '../state/state.ts'
import { scaleOf } from '../instruments/symbols.ts'

/**
 * What a paper account starts with (trading 5), and what top-ups may add per UTC
 * day (docs/adr/paper.md); as pages show it.
 */
export const PAPER_TERMS = {
  start: { USDT: '50000', BTC: '1', ETH: '10' },
  dailyTopUp: { USDT: '10000', BTC: '0.2', ETH: '2' },
} as const
export const PAPER_FUNDS = atomsOf(PAPER_TERMS.start)
export const DAILY_TOP_UP = atomsOf(PAPER_TERMS.dailyTopUp)

export const DAY_MS = 24 * 60 * 60 * 1000

/** First use of the paper realm: season 1 begins. */
export function openPaper(
  state: ExchangeState,
  log: EffectLog,
  { userId, funds }: PaperOpenCommand,
): void {
  if (state.paper.has(userId)) return
  state.paper.set(userId, { season: 1, day: 0, toppedUp: {}, topUps: 0 })
  log.addTransaction({
    realm: 'paper',
    kind: 'grant',
    scope: 'season',
    key: `${userId}:1`,
    entries: issue(state, log, { realm: 'paper', userId, funds }),
  })
}

/**
 * Cancels what is open, takes everything back and begins the next season; orders and fills of
 * earlier seasons stay on record. `takenBefore`: what other wallets gave back already.
 */
export function resetPaper(
  state: ExchangeState,
  log: EffectLog,
  { userId, funds }: PaperResetCommand,
  { takenBefore = [] }: { readonly takenBefore?: readonly Entry[] } = {},
): void {
  for (const order of state.ordersOf('paper', userId))
    closeOrder(state, log, { order, pair: pairOf(state, order.symbol), status: 'cancelled' })
  const account = paperAccountOf(state, userId)
  account.season++
  const taken = state.accounts
    .ownedBy('paper', spotOwner(userId))
    .flatMap((owned) => withdrawAll(state, log, owned))
  const given = issue(state, log, { realm: 'paper', userId, funds })
  log.addTransaction({
    realm: 'paper',
    kind: 'reset',
    scope: 'season',
    key: `${userId}:${account.season}`,
    entries: [...takenBefore, ...taken, ...given],
  })
}

export function topUpPaper(
  state: ExchangeState,
  log: EffectLog,
  command: PaperTopUpCommand,
): { readonly refused: Refusal } | undefined {
  const { userId, asset, day } = command
  const account = paperAccountOf(state, userId)
  const used = account.day === day ? account.toppedUp : {}
  const toppedUp = BigInt(used[asset] ?? 0) + BigInt(command.atoms)
  // The limit of its own time: a replay under a lower one finds the funds that were given, and what
  // was bought of them.
  if (command.cap !== undefined && toppedUp > BigInt(command.cap)) return refuse('top-up-limit')
  if (command.clientOid !== undefined) {
    const use = { digest: command.digest ?? '', answer: null }
    state.keys.add(topUpKey(userId, command.clientOid), { ...use, at: command.at })
    log.addKey({ key: topUpKey(userId, command.clientOid), ...use })
  }
  account.day = day
  account.topUps++
  account.toppedUp = { ...used, [asset]: String(toppedUp) }
  const entries = issue(state, log, { realm: 'paper', userId, funds: { [asset]: command.atoms } })
  log.addTransaction({
    realm: 'paper',
    kind: 'grant',
    scope: 'topup',
    key: `${userId}:${account.topUps}`,
    entries,
  })
  return undefined
}

export const topUpKey = (userId: string, clientOid: string): string =>
  `topup:${userId}:${clientOid}`

function atomsOf(amounts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(amounts).map(([asset, text]) => [
      asset,
      String(parseUnits(text, scaleOf(asset))),
    ]),
  )
}
