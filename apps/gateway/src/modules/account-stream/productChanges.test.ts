import { describe, expect, it } from 'vitest'
import type { Effects } from '../../exchange/state/effects.ts'
import { productChanges } from './productChanges.ts'

/** What only the named parts of the effects need. */
const effectsOf = (parts: object) => parts as Effects
const LIVE = { realm: 'live' } as const

describe('changes of products (products 1, products 3, products 4)', () => {
  it('are none where no product was touched', () => {
    expect(productChanges(effectsOf({}))).toEqual([])
  })

  it('reach followers and lead traders of a follow, once each', () => {
    const follow = { id: 7, ...LIVE, userId: '1', leadUserId: '2' }
    const order = { followId: 7, ...LIVE, userId: '1' }
    const copy = { leads: [], follows: [follow], orders: [order, order], shares: [], days: [] }
    expect(productChanges(effectsOf({ copy }))).toEqual([
      { product: 'copy', realm: 'live', userId: '1', id: '7' },
      { product: 'copy', realm: 'live', userId: '2', id: '7' },
    ])
  })

  it('keep realms apart', () => {
    const copy = {
      leads: [
        { id: 1, realm: 'paper', userId: '1' },
        { id: 2, realm: 'live', userId: '1' },
      ],
      follows: [],
      orders: [],
      shares: [],
      days: [],
    }
    expect(productChanges(effectsOf({ copy })).map(({ realm, id }) => [realm, id])).toEqual([
      ['paper', '1'],
      ['live', '2'],
    ])
  })

  it('reach owners of positions, and who sent or opened a packet', () => {
    const products = {
      positions: [{ id: 3, userId: '1' }],
      packets: [{ id: 4, userId: '1', claims: [{ userId: '2' }, { userId: '1' }] }],
      payments: [],
    }
    expect(
      productChanges(effectsOf({ products })).map(({ product, userId, id }) => [
        product,
        userId,
        id,
      ]),
    ).toEqual([
      ['earn', '1', '3'],
      ['redPacket', '1', '4'],
      ['redPacket', '2', '4'],
    ])
  })
})
