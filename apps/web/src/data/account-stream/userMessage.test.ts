import { describe, expect, it } from 'vitest'
import { readUserMessage } from './userMessage.ts'

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
