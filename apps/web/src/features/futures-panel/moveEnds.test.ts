import { describe, expect, it } from 'vitest'
import { accountEnd, chooseEnd, isTransfer, userIdOf } from './moveEnds.ts'

const ENDS = { from: 'spot', to: 'margin' } as const
const SUB = accountEnd('2')
const OTHER = accountEnd('3')
const senders = ['spot', 'futures', 'margin', 'margin:BTCUSDT', SUB, OTHER] as const

describe('the two ends of a move', () => {
  it.each([
    ['from', 'futures', { from: 'futures', to: 'margin' }],
    ['to', 'margin:BTCUSDT', { from: 'spot', to: 'margin:BTCUSDT' }],
    ['from', 'margin', { from: 'margin', to: 'spot' }],
    ['to', 'spot', { from: 'margin', to: 'spot' }],
    ['to', 'margin', ENDS],
  ] as const)('are never one wallet twice, after %s %s', (end, place, ends) => {
    expect(chooseEnd(ENDS, { end, place, senders })).toEqual(ends)
  })

  it('are spot and an account, or two accounts', () => {
    expect(chooseEnd(ENDS, { end: 'to', place: SUB, senders })).toEqual({ from: 'spot', to: SUB })
    const futures = { from: 'futures', to: 'spot' } as const
    expect(chooseEnd(futures, { end: 'to', place: SUB, senders })).toEqual({
      from: 'spot',
      to: SUB,
    })
    const out = { from: SUB, to: 'spot' } as const
    expect(chooseEnd(out, { end: 'to', place: OTHER, senders })).toEqual({ from: SUB, to: OTHER })
    expect(chooseEnd(out, { end: 'to', place: 'futures', senders })).toEqual({
      from: 'spot',
      to: 'futures',
    })
  })

  it('never begin where nothing may be sent from', () => {
    const ends = { from: 'spot', to: SUB } as const
    const own = ['spot', 'futures'] as const
    expect(chooseEnd(ends, { end: 'to', place: 'spot', senders: own })).toEqual({
      from: 'futures',
      to: 'spot',
    })
    expect(chooseEnd(ends, { end: 'to', place: 'spot', senders: ['spot'] })).toEqual(ends)
  })

  it('are a transfer as soon as one is another account', () => {
    expect([isTransfer(ENDS), isTransfer({ from: 'spot', to: SUB }), userIdOf(SUB)]).toEqual([
      false,
      true,
      '2',
    ])
  })
})
