import type { AccountAmount } from '@x/api'
import { add, decimal, formatDecimal, formatUnits, sub } from '@x/decimal'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'
import { copyOwner, leadOwner } from '../../../exchange/state/copyState.ts'
import type { ExchangeView } from '../../../exchange/state/ExchangeView.ts'
import { walletViews } from '../../futures/ports/accountViews.ts'
import { positionViews } from '../../futures/ports/positionViews.ts'
import type { MarginAccountSource } from '../../margin/ports/MarginAccountSource.ts'
import type { Trader } from '../../trading/ports/TradingService.ts'

/** A margin mode of positions. */
const ISOLATED = 1

type Account = AccountAmount['account']

/** Amounts of one account, summed up by asset. */
type Amounts = Map<string, bigint>

const addTo = (amounts: Amounts, asset: string, atoms: bigint): void =>
  void amounts.set(asset, (amounts.get(asset) ?? 0n) + atoms)

/**
 * What the user has beside the spot account, by account and asset: equity of futures, what margin
 * accounts hold less what they owe, principal in earn products, funds of copies and leads, and what
 * waits: withdrawals, P2P escrow, red packets.
 */
export function accountAmounts(
  view: ExchangeView,
  trader: Trader,
  marginAccounts: Pick<MarginAccountSource, 'of'> | undefined,
): readonly AccountAmount[] {
  return [
    ...futuresAmounts(view, trader),
    ...marginAmounts(marginAccounts?.of(trader) ?? []),
    ...rowsOf('earn', earnAmounts(view, trader)),
    ...rowsOf('copy', copyAmounts(view, trader)),
    ...rowsOf('pending', pendingAmounts(view, trader)),
  ]
}

const rowsOf = (account: Account, amounts: Amounts): readonly AccountAmount[] =>
  [...amounts].map(([asset, atoms]) => ({
    account,
    asset,
    amount: formatUnits(atoms, scaleOf(asset), { trim: true }),
  }))

/** Unknown while a mark is stale. */
function futuresAmounts(view: ExchangeView, trader: Trader): readonly AccountAmount[] {
  const positions = positionViews(view, trader)
  return walletViews(view, trader).map(({ marginCoin, equity, isolatedMargin }) => {
    const results = positions
      .filter((each) => each.marginMode === ISOLATED && each.marginCoin === marginCoin)
      .map(({ unrealisedPnl }) => unrealisedPnl)
    return {
      account: 'futures',
      asset: marginCoin,
      amount: sumOf([equity, isolatedMargin, ...results]),
    }
  })
}

const sumOf = (texts: readonly (string | null)[]): string | null =>
  texts.some((text) => text === null)
    ? null
    : formatDecimal(texts.reduce((sum, text) => add(sum, decimal(text ?? '0')), decimal('0')))

function marginAmounts(accounts: ReturnType<MarginAccountSource['of']>): readonly AccountAmount[] {
  const nets = new Map<string, string>()
  for (const { asset, balance, principal, interest } of accounts.flatMap(({ assets }) => assets)) {
    const net = sub(decimal(balance), add(decimal(principal), decimal(interest)))
    nets.set(asset, formatDecimal(add(decimal(nets.get(asset) ?? '0'), net)))
  }
  return [...nets].map(([asset, amount]) => ({ account: 'margin', asset, amount }))
}

function earnAmounts({ products }: ExchangeView, { realm, userId }: Trader): Amounts {
  const amounts: Amounts = new Map()
  if (realm === 'live')
    for (const position of products.positions.values())
      if (position.userId === userId) addTo(amounts, position.asset, position.principal)
  return amounts
}

function copyAmounts({ accounts, copy }: ExchangeView, { realm, userId }: Trader): Amounts {
  const amounts: Amounts = new Map()
  const isOwn = (of: Trader): boolean => of.realm === realm && of.userId === userId
  const owners = [
    ...[...copy.leads.values()].filter(isOwn).map(({ id }) => leadOwner(id)),
    ...[...copy.follows.values()].filter(isOwn).map(({ id }) => copyOwner(id)),
  ]
  for (const owner of owners)
    for (const { asset, balance } of accounts.ownedBy(realm, owner)) addTo(amounts, asset, balance)
  return amounts
}

/** What has left the balance and has not arrived anywhere. */
function pendingAmounts(
  { withdrawals, products, p2p }: ExchangeView,
  { realm, userId }: Trader,
): Amounts {
  const amounts: Amounts = new Map()
  if (realm !== 'live') return amounts
  for (const each of withdrawals.open.values())
    if (each.userId === userId) addTo(amounts, each.asset, each.amount)
  for (const packet of products.packets.values())
    if (packet.userId === userId) addTo(amounts, packet.asset, packet.left)
  for (const advert of p2p.adverts.values())
    if (advert.userId === userId && advert.side === 'sell')
      addTo(amounts, advert.asset, advert.remaining)
  for (const order of p2p.orders.values())
    if (order.seller === userId) addTo(amounts, order.asset, order.atoms)
  return amounts
}
