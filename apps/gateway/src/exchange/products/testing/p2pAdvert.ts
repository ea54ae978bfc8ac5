import { expect } from 'vitest'
import { createExchange } from '../../createExchange.ts'
import { SPOT_SYMBOLS } from '../../instruments/symbols.ts'
import type { ExchangeCommand } from '../../state/command.ts'
import type { P2pCommand } from '../../state/p2pCommand.ts'
import type { AdvertTerms } from '../../state/p2pState.ts'

/** Who publishes the advert, and who takes it. */
export const [SELLER, BUYER] = ['1', '2'] as const
export const START = 20_000 * 86_400_000
/** In atoms: what each has, what the advert begins with, and what an order takes of it. */
export const [FUNDS, ADVERT, TAKEN] = [1_000_000n, 100_000n, 20_000n] as const

export const TERMS: AdvertTerms = {
  price: '100000000',
  marginBp: null,
  minimum: '100',
  maximum: '100000',
  payMinutes: 15,
  methods: ['bank'],
  methodIds: [1],
  text: '',
}

export const publish = (clientOid = 'advert', atoms: bigint = ADVERT): P2pCommand => ({
  kind: 'p2pPublish',
  at: START,
  clientOid,
  digest: clientOid,
  userId: SELLER,
  side: 'sell',
  asset: 'USDT',
  scale: 2,
  fiat: 'EUR',
  atoms: String(atoms),
  terms: TERMS,
})

/** An order of the first advert. */
export const take = (changes: object = {}): P2pCommand => ({
  kind: 'p2pTake',
  at: START,
  clientOid: 'order',
  digest: 'd',
  userId: BUYER,
  advertId: 1,
  version: 1,
  price: '100000000',
  by: 'asset',
  amount: String(TAKEN),
  feeBp: 10,
  methods: [],
  ...changes,
})

/** An exchange where both have coins, before there is an advert. */
export function openMarket() {
  const exchange = createExchange(SPOT_SYMBOLS)
  const run = (command: ExchangeCommand) =>
    expect(exchange.execute(command)).not.toHaveProperty('refused')
  const funds = { USDT: String(FUNDS) }
  for (const userId of [SELLER, BUYER])
    run({ kind: 'grant', at: 1, realm: 'live', userId, key: userId, funds })
  return {
    exchange,
    run,
    balanceOf: (owner: string) => exchange.state.accounts.spendable('live', owner, 'USDT'),
  }
}
