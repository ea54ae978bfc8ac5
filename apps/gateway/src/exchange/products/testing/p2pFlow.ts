import type { ExchangeCommand } from '../../state/command.ts'
import type { ExchangeView } from '../../state/ExchangeView.ts'
import type { P2pCommand } from '../../state/p2pCommand.ts'
import type { AdvertTerms } from '../../state/p2pState.ts'
import type { Below } from './productFlow.ts'

export const P2P_USERS = ['1', '2', '3', '4'] as const
export const P2P_FUNDS = 1_000_000n
const MINUTE = 60_000
const ADVERT_EVENTS = ['pause', 'resume', 'close'] as const
const ORDER_EVENTS = ['paid', 'expire', 'cancel', 'release', 'appeal', 'rule'] as const

/** What each user begins with. */
export const p2pGrants = (): ExchangeCommand[] =>
  P2P_USERS.map((userId) => ({
    kind: 'grant',
    at: 1,
    realm: 'live',
    userId,
    key: userId,
    funds: { USDT: String(P2P_FUNDS) },
  }))

/** Random commands of all kinds; many of them are to be refused. */
export function createP2pFlow(below: Below, view: Pick<ExchangeView, 'p2p'>) {
  let at = 20_000 * 1_440 * MINUTE
  let count = 0
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const asked = () => ({
    at,
    clientOid: `c${below(10) === 0 ? below(count + 1) : ++count}`,
    digest: 'd',
  })
  const terms = (): AdvertTerms => {
    const isFixed = below(2) === 0
    const minimum = 1 + below(50)
    return {
      price: isFixed ? String(1 + below(3_000_000)) : null,
      marginBp: isFixed && below(30) > 0 ? null : below(4_200) - 2_050,
      minimum: String(minimum),
      maximum: String(minimum + below(20_000) - 3),
      payMinutes: 15 + below(46),
      methods: ['bank'],
      methodIds: [1],
      text: '',
    }
  }

  function advertCommand(userId: string): P2pCommand {
    const own = [...view.p2p.adverts.values()].filter((each) => each.userId === userId)
    const advertId = own.length > 0 ? pick(own).id : 1 + below(9)
    const atoms = String(below(300_000))
    if (own.length > 0 && below(6) === 0)
      return { kind: 'p2pEdit', at, userId, advertId, atoms, terms: terms() }
    if (own.length > 1 && below(2) === 0)
      return {
        kind: 'p2pAdvert',
        at,
        event: pick(ADVERT_EVENTS),
        userId: below(6) === 0 ? pick(P2P_USERS) : userId,
        advertId,
      }
    const scale = below(3) + 2
    const rest = { asset: 'USDT', scale, fiat: 'EUR', atoms, terms: terms() }
    return { kind: 'p2pPublish', ...asked(), userId, side: pick(['buy', 'sell']), ...rest }
  }

  function takeCommand(userId: string): P2pCommand {
    const advert = pick([...view.p2p.adverts.values(), undefined])
    const isNew = below(15) > 0
    return {
      kind: 'p2pTake',
      ...asked(),
      userId,
      advertId: advert?.id ?? below(99),
      version: (advert?.version ?? 1) + (isNew ? 0 : 1),
      price: (isNew ? advert?.terms.price : null) ?? String(1 + below(3_000_000)),
      by: pick(['asset', 'fiat']),
      amount: String(1 + below(below(2) === 0 ? 60_000 : 3_000)),
      feeBp: 10,
      methods: [2],
    }
  }

  function orderCommand(): P2pCommand {
    const order = pick([...view.p2p.orders.values()])
    // Most go on where they are, so that appeals and rulings are reached.
    const forward = { awaitingPayment: 'paid', paid: 'appeal', appealed: 'rule' } as const
    const event =
      below(3) > 0 && order.status in forward
        ? forward[order.status as keyof typeof forward]
        : pick(ORDER_EVENTS)
    const by = { paid: order.buyer, cancel: order.buyer, release: order.seller, expire: undefined }
    const userId =
      below(8) === 0 || event === 'appeal' || event === 'rule'
        ? pick([...P2P_USERS, 'operator'])
        : by[event]
    return {
      kind: 'p2pOrder',
      at,
      event,
      orderId: order.id,
      ...(userId === undefined ? {} : { userId }),
      ...(event === 'rule' ? { outcome: pick(['released', 'refunded']), reason: 'r' } : {}),
      ...(event === 'appeal' ? { reason: 'r' } : {}),
    }
  }

  return (): P2pCommand => {
    at += below(12) === 0 ? below(400 * MINUTE) : below(8 * MINUTE)
    const userId = pick(P2P_USERS)
    if (view.p2p.orders.size > 0 && below(3) > 0) return orderCommand()
    return below(3) === 0 ? advertCommand(userId) : takeCommand(userId)
  }
}
