import { expect, it } from 'vitest'
import { chooseEnd } from './moveEnds.ts'

const ENDS = { from: 'spot', to: 'margin' } as const

it.each([
  ['from', 'futures', { from: 'futures', to: 'margin' }],
  ['to', 'margin:BTCUSDT', { from: 'spot', to: 'margin:BTCUSDT' }],
  ['from', 'margin', { from: 'margin', to: 'spot' }],
  ['to', 'spot', { from: 'margin', to: 'spot' }],
  ['to', 'margin', ENDS],
] as const)('chooses %s %s, never one wallet twice', (end, wallet, ends) => {
  expect(chooseEnd(ENDS, { end, wallet })).toEqual(ends)
})
