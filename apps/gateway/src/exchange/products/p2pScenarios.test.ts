import { expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { P2pCommand } from '../state/p2pCommand.ts'
import type { AdvertTerms } from '../state/p2pState.ts'

const MINUTE = 60_000
const START = 20_000 * 1_440 * MINUTE
const [ANN, BEN, CAT, OPERATOR] = ['ann', 'ben', 'cat', 'operator']
const FUNDS = 1_000n

/** What somebody does, and what is then where: free coins of each, the escrow, the fees. */
interface Step {
  readonly does: P2pCommand
  readonly refused?: string
  readonly ann: bigint
  readonly ben: bigint
  readonly escrow: bigint
  readonly fees?: bigint
}

const terms = (changes: Partial<AdvertTerms> = {}): AdvertTerms => ({
  price: '100000000',
  marginBp: null,
  minimum: '1',
  maximum: '100000',
  payMinutes: 20,
  methods: ['bank'],
  methodIds: [1],
  text: '',
  ...changes,
})
const publish = (side: 'buy' | 'sell', atoms: string): P2pCommand => ({
  kind: 'p2pPublish',
  at: START,
  userId: ANN,
  clientOid: 'advert',
  digest: 'd',
  side,
  asset: 'USDT',
  scale: 2,
  fiat: 'EUR',
  atoms,
  terms: terms(),
})
const edit = (atoms: string, changes: Partial<AdvertTerms> = {}): P2pCommand => ({
  kind: 'p2pEdit',
  at: START,
  userId: ANN,
  advertId: 1,
  atoms,
  terms: terms(changes),
})
const advert = (event: 'pause' | 'resume' | 'close'): P2pCommand => ({
  kind: 'p2pAdvert',
  at: START,
  event,
  userId: ANN,
  advertId: 1,
})
const take = (
  amount: string,
  { version = 1, clientOid = 'order', userId = BEN, feeBp = 100 } = {},
): P2pCommand => ({
  kind: 'p2pTake',
  at: START,
  userId,
  clientOid,
  digest: 'd',
  advertId: 1,
  version,
  price: '100000000',
  by: 'asset',
  amount,
  feeBp,
  methods: [2],
})
const order = (
  event: 'paid' | 'cancel' | 'release' | 'expire' | 'appeal' | 'rule',
  userId: string | undefined,
  { orderId = 1, after = 0, outcome = 'released' as 'released' | 'refunded' } = {},
): P2pCommand => ({
  kind: 'p2pOrder',
  at: START + after * MINUTE,
  event,
  orderId,
  ...(userId === undefined ? {} : { userId }),
  ...(event === 'rule' ? { outcome, reason: 'r' } : {}),
})

const SCENARIOS: Readonly<Record<string, readonly Step[]>> = {
  'sells in two orders and closes': [
    { does: publish('sell', '600'), ann: 400n, ben: 1000n, escrow: 600n },
    { does: take('200'), ann: 400n, ben: 1000n, escrow: 600n },
    { does: take('300', { clientOid: 'b' }), ann: 400n, ben: 1000n, escrow: 600n },
    { does: order('paid', BEN), ann: 400n, ben: 1000n, escrow: 600n },
    { does: order('release', ANN), ann: 400n, ben: 1198n, escrow: 400n, fees: 2n },
    { does: advert('close'), ann: 500n, ben: 1198n, escrow: 300n, fees: 2n },
    { does: order('paid', BEN, { orderId: 2 }), ann: 500n, ben: 1198n, escrow: 300n, fees: 2n },
    { does: order('release', ANN, { orderId: 2 }), ann: 500n, ben: 1495n, escrow: 0n, fees: 5n },
  ],
  'has what a cancelled order leaves for the next one': [
    { does: publish('sell', '200'), ann: 800n, ben: 1000n, escrow: 200n },
    { does: take('200'), ann: 800n, ben: 1000n, escrow: 200n },
    {
      does: take('1', { clientOid: 'b' }),
      refused: 'p2p-remaining',
      ann: 800n,
      ben: 1000n,
      escrow: 200n,
    },
    { does: order('cancel', BEN), ann: 800n, ben: 1000n, escrow: 200n },
    { does: take('200', { clientOid: 'c' }), ann: 800n, ben: 1000n, escrow: 200n },
    { does: order('paid', BEN, { orderId: 2 }), ann: 800n, ben: 1000n, escrow: 200n },
    { does: order('release', ANN, { orderId: 2 }), ann: 800n, ben: 1198n, escrow: 0n, fees: 2n },
  ],
  'keeps the coins while an operator decides': [
    { does: publish('sell', '100'), ann: 900n, ben: 1000n, escrow: 100n },
    { does: take('100'), ann: 900n, ben: 1000n, escrow: 100n },
    { does: order('paid', BEN), ann: 900n, ben: 1000n, escrow: 100n },
    {
      does: order('expire', undefined, { after: 60 }),
      refused: 'p2p-state',
      ann: 900n,
      ben: 1000n,
      escrow: 100n,
    },
    { does: order('appeal', ANN, { after: 10 }), ann: 900n, ben: 1000n, escrow: 100n },
    { does: advert('close'), ann: 900n, ben: 1000n, escrow: 100n },
    {
      does: order('rule', BEN, { after: 11 }),
      refused: 'no-p2p-order',
      ann: 900n,
      ben: 1000n,
      escrow: 100n,
    },
    {
      does: order('rule', OPERATOR, { after: 11, outcome: 'refunded' }),
      ann: 1000n,
      ben: 1000n,
      escrow: 0n,
    },
  ],
  'buys from two sellers': [
    { does: publish('buy', '500'), ann: 1000n, ben: 1000n, escrow: 0n },
    { does: take('200'), ann: 1000n, ben: 800n, escrow: 200n },
    { does: take('300', { clientOid: 'b', userId: CAT }), ann: 1000n, ben: 800n, escrow: 500n },
    {
      does: take('1', { clientOid: 'c' }),
      refused: 'p2p-remaining',
      ann: 1000n,
      ben: 800n,
      escrow: 500n,
    },
    { does: order('paid', ANN), ann: 1000n, ben: 800n, escrow: 500n },
    { does: order('release', BEN), ann: 1198n, ben: 800n, escrow: 300n, fees: 2n },
    {
      does: order('expire', undefined, { orderId: 2, after: 20 }),
      ann: 1198n,
      ben: 800n,
      escrow: 0n,
      fees: 2n,
    },
    { does: advert('close'), ann: 1198n, ben: 800n, escrow: 0n, fees: 2n },
  ],
  'moves only the difference of an edit': [
    { does: publish('sell', '500'), ann: 500n, ben: 1000n, escrow: 500n },
    { does: edit('400'), refused: 'advert-state', ann: 500n, ben: 1000n, escrow: 500n },
    { does: take('100'), ann: 500n, ben: 1000n, escrow: 500n },
    { does: advert('pause'), ann: 500n, ben: 1000n, escrow: 500n },
    { does: edit('900'), ann: 0n, ben: 1000n, escrow: 1000n },
    { does: edit('901'), refused: 'balance', ann: 0n, ben: 1000n, escrow: 1000n },
    { does: edit('50'), ann: 850n, ben: 1000n, escrow: 150n },
    { does: edit('50', { payMinutes: 30 }), ann: 850n, ben: 1000n, escrow: 150n },
    {
      does: take('10', { clientOid: 'b', version: 4 }),
      refused: 'no-advert',
      ann: 850n,
      ben: 1000n,
      escrow: 150n,
    },
    { does: advert('resume'), ann: 850n, ben: 1000n, escrow: 150n },
    {
      does: take('10', { clientOid: 'b' }),
      refused: 'advert-changed',
      ann: 850n,
      ben: 1000n,
      escrow: 150n,
    },
    { does: take('10', { clientOid: 'b', version: 4 }), ann: 850n, ben: 1000n, escrow: 150n },
    { does: order('cancel', BEN), ann: 850n, ben: 1000n, escrow: 150n },
    { does: advert('close'), ann: 990n, ben: 1000n, escrow: 10n },
    { does: order('cancel', BEN, { orderId: 2 }), ann: 1000n, ben: 1000n, escrow: 0n },
  ],
  'takes no fee of a free order, and cuts a fee to the atom': [
    { does: publish('sell', '300'), ann: 700n, ben: 1000n, escrow: 300n },
    { does: take('100', { feeBp: 0 }), ann: 700n, ben: 1000n, escrow: 300n },
    { does: order('paid', BEN), ann: 700n, ben: 1000n, escrow: 300n },
    { does: order('release', ANN), ann: 700n, ben: 1100n, escrow: 200n },
    { does: take('199', { clientOid: 'b', feeBp: 99 }), ann: 700n, ben: 1100n, escrow: 200n },
    { does: order('paid', BEN, { orderId: 2 }), ann: 700n, ben: 1100n, escrow: 200n },
    { does: order('release', ANN, { orderId: 2 }), ann: 700n, ben: 1298n, escrow: 1n, fees: 1n },
  ],
}

it.each(Object.keys(SCENARIOS))('moves coins as written: %s (products 2)', (name) => {
  const exchange = createExchange(SPOT_SYMBOLS)
  for (const userId of [ANN, BEN, CAT])
    exchange.execute({
      kind: 'grant',
      at: 1,
      realm: 'live',
      userId,
      key: userId,
      funds: { USDT: String(FUNDS) },
    })
  const balance = (owner: string) => exchange.state.accounts.of('live', owner, 'USDT').balance
  for (const [at, { does, refused, ...expected }] of (SCENARIOS[name] ?? []).entries()) {
    const outcome = exchange.execute(does)
    const reason = 'refused' in outcome ? outcome.refused.reason : undefined
    expect(reason, `step ${at}`).toBe(refused)
    const found = {
      ann: balance('user:ann'),
      ben: balance('user:ben'),
      escrow: balance('p2p:1'),
      fees: balance('fees'),
    }
    expect(found, `step ${at}`).toEqual({ fees: 0n, ...expected })
  }
})
