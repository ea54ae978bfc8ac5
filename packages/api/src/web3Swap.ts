import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  amountText,
  DecimalString,
  FieldText,
  nullable,
  pageOf,
  requiredText,
  Timestamp,
  type ValueOf,
} from './schema.ts'
import { Withdrawal } from './withdrawals.ts'

/** A pool of two assets; empty before its first quote. */
export const Web3Pool = Type.Object({
  base: Type.String(),
  quote: Type.String(),
  baseReserve: DecimalString,
  quoteReserve: DecimalString,
})
/** A pool of two assets; empty before its first quote. */
export type Web3Pool = ValueOf<typeof Web3Pool>

/** What can be swapped, and by which wallet. */
export const Web3SwapTerms = Type.Object({
  network: nullable(Type.String()),
  chainId: nullable(Type.Integer({ minimum: 0 })),
  wallet: nullable(Type.String()),
  fee: Type.String({ description: 'Percent of what is paid, which the pool keeps.' }),
  pools: Type.Array(Web3Pool),
})
/**
 * What can be swapped, and by which wallet: `null` where the user has bound none, `network` where
 * there is no pool.
 */
export type Web3SwapTerms = ValueOf<typeof Web3SwapTerms>

/** What a swap would bring now. */
export const Web3SwapQuote = Type.Object({
  quoteId: Type.String(),
  network: Type.String(),
  wallet: Type.String(),
  fromAsset: Type.String(),
  toAsset: Type.String(),
  amount: DecimalString,
  receive: DecimalString,
  minReceive: DecimalString,
  impact: Type.String({ description: 'Percent that the amount itself moves the price.' }),
  typedData: Type.String({ description: 'JSON that the wallet signs (EIP-712).' }),
  expiresAt: Timestamp,
})
/** What a swap would bring now; `typedData` is for the wallet. */
export type Web3SwapQuote = ValueOf<typeof Web3SwapQuote>

/** A swap that was made. */
export const Web3Swap = Type.Object({
  swapId: Type.String(),
  quoteId: Type.String(),
  wallet: Type.String(),
  fromAsset: Type.String(),
  toAsset: Type.String(),
  amount: DecimalString,
  receive: DecimalString,
  minReceive: DecimalString,
  at: Timestamp,
})
/** A swap that was made. */
export type Web3Swap = ValueOf<typeof Web3Swap>

const write = { method: 'POST', access: 'private', signing: '2', realms: ['live'] } as const
const read = { method: 'GET', access: 'private', signing: '1', realms: ['live'] } as const
const owner = { roles: ['trader', 'agency'] } as const

/** Swaps with a pool, which the user's own wallet signs; live realm, main accounts. */
export const web3Swap = {
  terms: endpoint({
    ...read,
    ...owner,
    path: '/v1/swap/web3/terms',
    summary: 'The pools, and the wallet that the user has bound.',
    response: Web3SwapTerms,
    errors: [],
  }),
  quote: endpoint({
    ...write,
    ...owner,
    path: '/v1/swap/web3/quote',
    summary: 'What an amount would bring, as typed data that the bound wallet signs.',
    request: Type.Object({
      fromAsset: Type.String({ ...FieldText, description: 'What is paid, such as `USDT`.' }),
      toAsset: Type.String({ ...FieldText, description: 'What is received.' }),
      amount: amountText('How much of `fromAsset`, above zero.'),
      slippage: Type.Optional(
        amountText('Percent that the result may be below the quote, 0 to 5; default 0.5.'),
      ),
    }),
    response: Web3SwapQuote,
    errors: ['40401'],
  }),
  sign: endpoint({
    ...write,
    ...owner,
    encrypted: true,
    path: '/v1/swap/web3/sign',
    summary: 'Swaps what the wallet has signed, or nothing below its minimum.',
    request: Type.Object({ quoteId: requiredText(64), signature: requiredText(132) }),
    response: Web3Swap,
    errors: ['00004', '40201', '40231', '40302', '40902'],
  }),
  withdraw: endpoint({
    ...write,
    roles: ['trader'],
    encrypted: true,
    path: '/v1/swap/web3/withdraw',
    summary: 'Withdraws to the bound wallet, by the rules of withdrawals and without a step-up.',
    request: Type.Object({
      asset: Type.String({ ...FieldText, description: 'Asset, such as `USDT`.' }),
      amount: amountText('What leaves the account, the fee in it.'),
      clientOid: Type.String({ ...FieldText, description: 'Key of the request.' }),
    }),
    response: Withdrawal,
    errors: [
      '00004',
      '40201',
      '40203',
      '40204',
      '40209',
      '40230',
      '40231',
      '40302',
      '40401',
      '40902',
    ],
  }),
  history: endpoint({
    ...read,
    ...owner,
    path: '/v1/swap/web3/history',
    summary: 'Swaps of the user, the latest first.',
    request: Type.Object({ cursor: Type.Optional(FieldText), limit: Type.Optional(FieldText) }),
    response: pageOf(Web3Swap),
    errors: [],
  }),
} as const
