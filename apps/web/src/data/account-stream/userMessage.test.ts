import { describe, expect, it } from 'vitest'
import {
  isUserMessage,
  readUserMessage,
  SUBSCRIBE_ALL,
  subscribeTo,
  unsubscribeFrom,
} from './userMessage.ts'

const HEAD = { type: 'delta', seq: 2, prevSeq: 1 }
const read = (message: object) => readUserMessage(JSON.stringify(message))

describe('readUserMessage', () => {
  it.each([
    ['orders', { orderId: '1', status: 'open' }],
    ['fills', { fillId: '1', orderId: '1' }],
    ['balances', { asset: 'USDT' }],
  ])('reads a message of %s', (topic, item) => {
    const message = { topic, ...HEAD, data: [item] }
    expect(read(message)).toEqual(message)
  })

  it.each([
    ['orders', { orderId: '1' }],
    ['fills', { fillId: 1, orderId: '1' }],
    ['balances', null],
  ])('refuses a message of %s with an item that cannot be found', (topic, item) => {
    expect(read({ topic, ...HEAD, data: [item] })).toBeUndefined()
  })

  it('refuses other topics, other types and texts that are no message', () => {
    expect(read({ topic: 'weather', ...HEAD, data: [] })).toBeUndefined()
    expect(read({ topic: 'toString', ...HEAD, data: [] })).toBeUndefined()
    expect(read({ topic: 'orders', ...HEAD, type: 'patch', data: [] })).toBeUndefined()
    expect(readUserMessage('pong')).toBeUndefined()
    expect(readUserMessage('null')).toBeUndefined()
  })
})

describe('the head of a message', () => {
  const order = { orderId: '1', status: 'open' }
  it.each([
    ['seq', { seq: '2' }],
    ['prevSeq', { prevSeq: undefined }],
    ['type', { type: undefined }],
    ['data', { data: order }],
    ['data', { data: null }],
  ])('must have its %s: %o', (_field, part) => {
    expect(read({ topic: 'orders', ...HEAD, data: [order], ...part })).toBeUndefined()
  })

  it('is whole without an item', () => {
    expect(read({ topic: 'orders', ...HEAD, type: 'snapshot', data: [] })).toMatchObject({
      type: 'snapshot',
      data: [],
    })
  })

  it('refuses all of a message for one item that is none', () => {
    expect(read({ topic: 'orders', ...HEAD, data: [order, { orderId: '2' }] })).toBeUndefined()
  })
})

describe('a topic that was requested', () => {
  const isRequested = (topic: unknown): topic is 'positions' => topic === 'positions'
  const message = { topic: 'positions', ...HEAD, data: [null, 5] }

  it('is read with whatever items it has, for its listener to check', () => {
    expect(readUserMessage(JSON.stringify(message), isRequested)).toEqual(message)
  })

  it('is nothing where nobody requested it', () => {
    expect(read(message)).toBeUndefined()
  })

  it('must be whole like any other', () => {
    const text = JSON.stringify({ ...message, seq: undefined })
    expect(readUserMessage(text, isRequested)).toBeUndefined()
  })

  it('differs from the topics that every visit gets', () => {
    const requested = readUserMessage(JSON.stringify(message), isRequested)
    const own = read({ topic: 'balances', ...HEAD, data: [] })
    expect([requested, own].map((each) => each && isUserMessage(each))).toEqual([false, true])
  })
})

describe('what is sent to the server', () => {
  it('subscribes to the three topics of every visit at once', () => {
    expect(JSON.parse(SUBSCRIBE_ALL)).toEqual({
      op: 'subscribe',
      args: [{ topic: 'orders' }, { topic: 'fills' }, { topic: 'balances' }],
    })
  })

  it('subscribes to and leaves a topic by its name', () => {
    expect([subscribeTo('risk'), unsubscribeFrom('risk')].map((text) => JSON.parse(text))).toEqual([
      { op: 'subscribe', args: [{ topic: 'risk' }] },
      { op: 'unsubscribe', args: [{ topic: 'risk' }] },
    ])
  })
})
