import { describe, expect, it } from 'vitest'
import { acceptsRequest, changed, type Changes } from './testing/requestCheck.ts'

type Row = readonly [isAccepted: boolean, what: string, changes: Changes]
const long = (length: number) => 'x'.repeat(length)

const WITHDRAWAL = {
  asset: 'USDT',
  network: 'evm-a',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  amount: '25.5',
  quoteId: 'q1',
  clientOid: 'w1',
  verifyToken: 't',
}

describe('a request to withdraw', () => {
  it.each([
    [true, 'as it is', {}],
    [true, 'to an entry of the address book', { address: undefined, bookId: 'b1' }],
    [true, 'with a destination tag', { tag: '12345' }],
    [true, 'without a step-up token, which a flag may spare', { verifyToken: undefined }],
    [true, 'with the longest address', { address: long(128) }],
    [false, 'with a longer address', { address: long(129) }],
    [false, 'with a longer tag', { tag: long(65) }],
    [false, 'without the quote that it was shown', { quoteId: undefined }],
    [false, 'with an empty quote', { quoteId: '' }],
    [false, 'without a key', { clientOid: undefined }],
    [false, 'with a number for an amount', { amount: 25.5 }],
    [false, 'with an amount in exponents', { amount: '2e3' }],
    [false, 'with a comma in the amount', { amount: '25,5' }],
    [false, 'without an amount', { amount: undefined }],
    [false, 'with a null tag', { tag: null }],
    [false, 'with an address in parts', { address: ['0x1', '0x2'] }],
    [false, 'with a longer token', { verifyToken: long(65) }],
  ] satisfies readonly Row[])('is accepted: %s %s', (expected, _what, changes) => {
    expect(acceptsRequest('POST /v1/spot/withdraw/apply', changed(WITHDRAWAL, changes))).toBe(
      expected,
    )
  })

  it.each([
    [true, ['1']],
    [true, Array.from({ length: 100 }, (_, at) => String(at))],
    [false, Array.from({ length: 101 }, (_, at) => String(at))],
    [false, []],
    [false, ['']],
    [false, [1]],
    [false, '1'],
    [false, [long(21)]],
  ])('is asked after: %s, by up to a hundred ids', (expected, ids) => {
    expect(acceptsRequest('POST /v1/spot/withdraw/batchQuery', { ids })).toBe(expected)
  })

  it.each([
    [true, { withdrawalId: '7' }],
    [false, { withdrawalId: '' }],
    [false, { withdrawalId: 7 }],
    [false, {}],
  ])('is cancelled: %s, by %o', (expected, request) => {
    expect(acceptsRequest('POST /v1/spot/withdraw/cancel', request)).toBe(expected)
  })
})

describe('a change of the address book', () => {
  const entry = { network: 'evm-a', address: '0x1', label: 'Mine', verifyToken: 't' }

  it.each([
    [true, 'as it is', {}],
    [true, 'with a tag', { tag: '1' }],
    [true, 'with the longest label', { label: long(40) }],
    [false, 'with a longer label', { label: long(41) }],
    [false, 'without a label', { label: '' }],
    [false, 'without a step-up', { verifyToken: undefined }],
    [false, 'with an empty step-up', { verifyToken: '' }],
    [false, 'without a network', { network: undefined }],
  ] satisfies readonly Row[])('is accepted: %s %s', (expected, _what, changes) => {
    expect(acceptsRequest('POST /v1/asset/book/add', changed(entry, changes))).toBe(expected)
  })

  it.each([
    ['POST /v1/asset/book/remove', { bookId: 'b1' }],
    ['POST /v1/asset/book/whitelist', { enabled: false }],
    ['POST /v1/user/security/withdrawNoPassword', { enabled: true, dailyCap: '500' }],
  ])('is asked for its step-up by %s', (name, request) => {
    expect([
      acceptsRequest(name, { ...request, verifyToken: 't' }),
      acceptsRequest(name, request),
    ]).toEqual([true, false])
  })

  it.each(['true', 1, null, undefined])('takes no %j for a switch', (enabled) => {
    const request = changed({ verifyToken: 't' }, { enabled })
    expect(acceptsRequest('POST /v1/asset/book/whitelist', request)).toBe(false)
  })
})

describe('a move between wallets, and a payment to a user', () => {
  const MOVE = { from: 'spot', to: 'futures', asset: 'USDT', amount: '5', clientOid: 'm1' }
  const SEND = { to: '1000000002', asset: 'USDT', amount: '5', clientOid: 's1', verifyToken: 't' }

  it.each(Object.keys(MOVE))('is refused as a move without %s', (field) => {
    expect(acceptsRequest('POST /v1/asset/move', MOVE)).toBe(true)
    expect(acceptsRequest('POST /v1/asset/move', changed(MOVE, { [field]: undefined }))).toBe(false)
  })

  it.each([
    [true, 'as it is', {}],
    [true, 'to an e-mail address', { to: 'ann@example.org' }],
    [true, 'to the longest name', { to: long(100) }],
    [false, 'to a longer name', { to: long(101) }],
    [false, 'to nobody', { to: '' }],
    [false, 'to a number', { to: 1_000_000_002 }],
    [false, 'without an amount', { amount: undefined }],
    [false, 'of a null amount', { amount: null }],
    [false, 'without a key', { clientOid: undefined }],
  ] satisfies readonly Row[])('is accepted as a payment: %s %s', (expected, _what, changes) => {
    expect(acceptsRequest('POST /v1/asset/send', changed(SEND, changes))).toBe(expected)
  })
})

describe('a conversion', () => {
  it.each([
    [true, { fromAsset: 'USDT', toAsset: 'BTC', amount: '100' }],
    [false, { fromAsset: 'USDT', toAsset: 'BTC' }],
    [false, { fromAsset: 'USDT', amount: '100' }],
    [false, { fromAsset: 'USDT', toAsset: 'BTC', amount: 100 }],
    [false, { fromAsset: null, toAsset: 'BTC', amount: '100' }],
  ])('is quoted: %s for %o', (expected, request) => {
    expect(acceptsRequest('POST /v1/convert/quote', request)).toBe(expected)
  })

  it.each([
    [true, { quoteId: 'q', clientOid: 'c' }],
    [false, { quoteId: '', clientOid: 'c' }],
    [false, { quoteId: long(65), clientOid: 'c' }],
    [false, { quoteId: 'q' }],
  ])('is accepted: %s with %o', (expected, request) => {
    expect(acceptsRequest('POST /v1/convert/accept', request)).toBe(expected)
  })
})

describe('a swap with a pool', () => {
  it.each([
    [true, { quoteId: 'q', signature: `0x${'a'.repeat(130)}` }],
    [false, { quoteId: 'q', signature: `0x${'a'.repeat(131)}` }],
    [false, { quoteId: 'q', signature: '' }],
    [false, { signature: '0x' }],
  ])('is signed: %s by %o', (expected, request) => {
    expect(acceptsRequest('POST /v1/swap/web3/sign', request)).toBe(expected)
  })

  it('is quoted with or without a slippage', () => {
    const request = { fromAsset: 'ETH', toAsset: 'USDT', amount: '1' }
    expect(
      [{}, { slippage: '0.5' }, { slippage: 0.5 }].map((changes) =>
        acceptsRequest('POST /v1/swap/web3/quote', { ...request, ...changes }),
      ),
    ).toEqual([true, true, false])
  })
})

describe('an earn product', () => {
  const SUBSCRIBE = { productId: 'flex-usdt', amount: '100', clientOid: 'e1' }

  it.each([
    [true, 'as it is', {}],
    [true, 'that renews itself', { autoRenew: true }],
    [false, 'that renews itself by a word', { autoRenew: 'true' }],
    [false, 'without a product', { productId: undefined }],
    [false, 'without an amount', { amount: undefined }],
    [false, 'without a key', { clientOid: undefined }],
  ] satisfies readonly Row[])('is subscribed to: %s %s', (expected, _what, changes) => {
    expect(acceptsRequest('POST /v1/earn/subscribe', changed(SUBSCRIBE, changes))).toBe(expected)
  })

  it('is redeemed in part, with a key of its own', () => {
    const request = { positionId: '7', amount: '50', clientOid: 'r1' }
    expect(acceptsRequest('POST /v1/earn/redeem', request)).toBe(true)
    for (const field of Object.keys(request))
      expect(acceptsRequest('POST /v1/earn/redeem', changed(request, { [field]: undefined }))).toBe(
        false,
      )
  })
})

describe('a red packet', () => {
  const PACKET = {
    asset: 'USDT',
    amount: '10',
    count: 5,
    split: 'random',
    clientOid: 'p1',
    verifyToken: 't',
  }

  it.each([
    [true, 'as it is', {}],
    [true, 'of one part', { count: 1 }],
    [true, 'of the most parts', { count: 500 }],
    [false, 'of more parts', { count: 501 }],
    [false, 'of no part', { count: 0 }],
    [false, 'of half a part', { count: 2.5 }],
    [false, 'of parts as text', { count: '5' }],
    [true, 'in equal parts, with a greeting', { split: 'equal', greeting: long(100) }],
    [false, 'with a longer greeting', { greeting: long(101) }],
    [false, 'split otherwise', { split: 'fair' }],
    [false, 'without an amount', { amount: undefined }],
  ] satisfies readonly Row[])('is accepted: %s %s', (expected, _what, changes) => {
    expect(acceptsRequest('POST /v1/redpacket/create', changed(PACKET, changes))).toBe(expected)
  })

  it.each([
    [true, { code: 'ABCDEFGH' }],
    [true, { code: 'ABCDEFGH', bizId: 'b' }],
    [false, { code: '' }],
    [false, { code: long(21) }],
    [false, {}],
  ])('is opened: %s by %o', (expected, request) => {
    expect(acceptsRequest('POST /v1/redpacket/claim', request)).toBe(expected)
  })
})

describe('a loan', () => {
  const LOAN = { asset: 'USDT', amount: '100', clientOid: 'l1' }

  it.each(['POST /v1/margin/borrow', 'POST /v1/margin/repay'])(
    'is for the cross account or a pair in %s',
    (name) => {
      expect(
        [{}, { symbol: 'BTCUSDT' }, { symbol: '' }, { symbol: null }].map((changes) =>
          acceptsRequest(name, { ...LOAN, ...changes }),
        ),
      ).toEqual([true, true, true, false])
      for (const field of Object.keys(LOAN))
        expect(acceptsRequest(name, changed(LOAN, { [field]: undefined }))).toBe(false)
    },
  )

  it.each([
    [1, true],
    [10, true],
    [0, false],
    [11, false],
    [2.5, false],
    ['3', false],
  ])('is limited by a leverage of %j: %s', (leverage, expected) => {
    expect(acceptsRequest('POST /v1/margin/leverage', { symbol: 'BTCUSDT', leverage })).toBe(
      expected,
    )
  })
})

describe('paper funds', () => {
  it('are added by a decimal, with or without a key', () => {
    const request = { asset: 'USDT', amount: '100' }
    expect(
      [{}, { clientOid: 'k' }, { clientOid: null }, { amount: 100 }, { asset: null }].map(
        (changes) => acceptsRequest('POST /v1/spot/paper/topup', { ...request, ...changes }),
      ),
    ).toEqual([true, true, true, false, false])
  })

  it('begin anew with the season that is left, as text', () => {
    expect(
      [{ season: '2' }, { season: 2 }, {}].map((request) =>
        acceptsRequest('POST /v1/spot/paper/reset', request),
      ),
    ).toEqual([true, false, false])
  })
})
