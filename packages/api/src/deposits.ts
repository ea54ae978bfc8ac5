import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  amountText,
  DecimalString,
  FieldText,
  nullable,
  oneOf,
  pageOf,
  Timestamp,
  type ValueOf,
} from './schema.ts'

/** A chain that coins come from and go to. */
export const CoinNetwork = Type.Object({
  network: Type.String({ description: 'Id, such as `evm-a`.' }),
  name: Type.String(),
  family: oneOf(['evm', 'ltc', 'btc']),
  chainId: nullable(Type.Integer()),
  blockSeconds: Type.Integer(),
  creditAt: Type.Integer({ description: 'Confirmations until a deposit can be traded.' }),
  unlockAt: Type.Integer({ description: 'Confirmations until a deposit can be withdrawn.' }),
  suspended: nullable(
    oneOf(['unavailable', 'paused'], {
      description: '`unavailable`: no node answers; `paused`: an operator looks into it.',
    }),
  ),
})
export type CoinNetwork = ValueOf<typeof CoinNetwork>

/** An asset on one network. */
export const CoinOnNetwork = Type.Object({
  network: Type.String(),
  contract: nullable(Type.String()),
  minDeposit: DecimalString,
  minWithdraw: DecimalString,
  withdrawFee: DecimalString,
})
export type CoinOnNetwork = ValueOf<typeof CoinOnNetwork>

/** Which assets come and go on which networks. */
export const CoinsConfig = Type.Object({
  networks: Type.Array(CoinNetwork),
  coins: Type.Array(Type.Object({ asset: Type.String(), networks: Type.Array(CoinOnNetwork) })),
  canUseFaucet: Type.Boolean({ description: 'Development: test coins can be had.' }),
})
export type CoinsConfig = ValueOf<typeof CoinsConfig>

/** Where a user deposits an asset on a network. */
export const DepositAddress = Type.Object({
  network: Type.String(),
  asset: Type.String(),
  address: Type.String(),
  minimum: DecimalString,
  creditAt: Type.Integer(),
  unlockAt: Type.Integer(),
})
export type DepositAddress = ValueOf<typeof DepositAddress>

export const DEPOSIT_STATES = [
  'seen',
  'confirming',
  'credited',
  'contested',
  'unlocked',
  'held',
  'ignored',
  'dropped',
  'reversed',
  'returned',
] as const

/** A deposit as its user sees it. */
export const Deposit = Type.Object({
  depositId: Type.String({ description: 'Network, transaction and place in it.' }),
  network: Type.String(),
  asset: Type.String(),
  amount: DecimalString,
  address: Type.String(),
  txHash: Type.String(),
  state: oneOf(DEPOSIT_STATES),
  reason: nullable(
    oneOf(['small', 'unlisted', 'amount', 'returned', 'stale'], {
      description: 'Why it is held or ignored.',
    }),
  ),
  confirmations: Type.Integer(),
  creditAt: Type.Integer(),
  unlockAt: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Deposit = ValueOf<typeof Deposit>

const read = { method: 'GET', access: 'private', signing: '1', realms: ['live'] } as const

/** Deposits from chains; live realm only. */
export const deposits = {
  coins: endpoint({
    method: 'GET',
    path: '/v1/mix/config/coins',
    summary: 'Networks and assets: minima, fees, confirmations, and what is suspended.',
    access: 'public',
    signing: 'none',
    response: CoinsConfig,
    errors: [],
  }),
  address: endpoint({
    ...read,
    path: '/v1/asset/deposit/address',
    summary: "The user's own address of an asset on a network.",
    request: Type.Object({
      asset: Type.String({ ...FieldText, description: 'Asset, such as `USDT`.' }),
      network: Type.String({ ...FieldText, description: 'Network, such as `evm-a`.' }),
    }),
    response: DepositAddress,
    errors: ['40401'],
  }),
  history: endpoint({
    ...read,
    path: '/v1/asset/deposit/history',
    summary: 'Deposits of the user, the latest first, with their confirmations.',
    request: Type.Object({
      cursor: Type.Optional(FieldText),
      limit: Type.Optional(FieldText),
      asset: Type.Optional(FieldText),
    }),
    response: pageOf(Deposit),
    errors: [],
  }),
} as const

const post = {
  method: 'POST',
  access: 'public',
  signing: 'none',
  developmentOnly: true,
} as const
const network = Type.String({ ...FieldText, description: 'Network, such as `evm-a`.' })
const ChainHead = Type.Object({ height: Type.Integer(), hash: Type.String() })

/** Development chains: coins for nothing, blocks at once, re-organisations. */
export const developmentChains = {
  chains: endpoint({
    method: 'GET',
    path: '/v1/dev/chain',
    summary: 'The development chains with the JSON-RPC of their nodes.',
    access: 'public',
    signing: 'none',
    developmentOnly: true,
    response: Type.Array(
      Type.Object({ network: Type.String(), url: Type.String(), height: Type.Integer() }),
    ),
    errors: [],
  }),
  faucet: endpoint({
    ...post,
    path: '/v1/dev/chain/faucet',
    summary: 'Pays test coins to an address with the next block.',
    request: Type.Object({
      network,
      asset: Type.String({ ...FieldText, description: 'Asset, such as `USDT`.' }),
      address: Type.String({ ...FieldText, description: 'Who receives.' }),
      amount: amountText('How much of `asset`, above zero.'),
    }),
    response: Type.Object({ txHash: Type.String() }),
    errors: ['40401'],
  }),
  mine: endpoint({
    ...post,
    path: '/v1/dev/chain/mine',
    summary: 'Makes blocks at once.',
    request: Type.Object({ network, blocks: Type.Integer({ minimum: 1, maximum: 1_000 }) }),
    response: ChainHead,
    errors: ['40401'],
  }),
  reorganise: endpoint({
    ...post,
    path: '/v1/dev/chain/reorg',
    summary: 'Replaces the last blocks, with their transactions or without.',
    request: Type.Object({
      network,
      depth: Type.Integer({ minimum: 1, maximum: 64 }),
      keep: Type.Boolean({ description: 'Whether the transactions come again.' }),
    }),
    response: ChainHead,
    errors: ['40401'],
  }),
  check: endpoint({
    ...post,
    path: '/v1/dev/chain/check',
    summary: 'Compares coins and ledger at once, as each minute does.',
    request: Type.Object({ network }),
    response: Type.Object({
      height: Type.Integer({ description: 'The block that was compared, which was read last.' }),
      faults: Type.Array(Type.String(), { description: 'What does not hold, with its rule.' }),
    }),
    errors: ['40401'],
  }),
} as const
