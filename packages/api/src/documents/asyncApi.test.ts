import { expect, it } from 'vitest'
import { describeAsyncApi } from './asyncApi.ts'

interface Document {
  readonly channels: Readonly<
    Record<
      string,
      { readonly address: string; readonly messages: Readonly<Record<string, object>> }
    >
  >
  readonly operations: Readonly<
    Record<string, { readonly messages: readonly { readonly $ref: string }[] }>
  >
}
const document = describeAsyncApi() as Document

it('describes both sockets with their topics (wire 10)', () => {
  expect(
    Object.values(document.channels).map(({ address, messages }) => [
      address,
      Object.keys(messages),
    ]),
  ).toEqual([
    [
      '/v1/market/stream',
      [
        'command',
        'reply',
        'books50@100ms',
        'books1000@1s',
        'trade',
        'ticker@250ms',
        'candle_{interval}',
        'mark@1s',
        'liquidation',
        'candle_mark_{interval}',
        'candle_index_{interval}',
      ],
    ],
    [
      '/v1/user/stream',
      [
        'command',
        'reply',
        'orders',
        'fills',
        'balances',
        'deposits',
        'withdrawals',
        'p2p',
        'p2pMessages',
        'positions',
        'futuresAccount',
        'futuresOrders',
        'futuresFills',
        'risk',
        'marginAccount',
        'marginMaxima',
        'accounts',
        'products',
        'notices',
      ],
    ],
  ])
})

it('refers to messages that exist', () => {
  const targets = Object.entries(document.channels).flatMap(([channel, { messages }]) =>
    Object.keys(messages).map((name) => `#/channels/${channel}/messages/${name}`),
  )
  const references = Object.values(document.operations).flatMap(({ messages }) =>
    messages.map(({ $ref }) => decodeURIComponent($ref)),
  )
  expect(references.toSorted()).toEqual(targets.toSorted())
})
