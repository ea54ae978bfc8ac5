import { describe, expect, it } from 'vitest'
import { newDraft } from './orderDraft.ts'
import { refusedField } from './refusedField.ts'

const limit = newDraft('buy')
const market = { ...limit, type: 'market' } as const

describe('the field that a refusal is about (wire 10)', () => {
  it.each([
    ['tick', undefined, 'price', 'total'],
    ['would-cross', undefined, 'price', 'total'],
    ['balance', undefined, 'amount', 'total'],
    ['parameter', 'size', 'amount', 'total'],
    ['parameter', 'price', 'price', 'price'],
    ['direction', 'triggerPrice', 'trigger', 'trigger'],
    ['direction', 'stopLossTriggerPrice', 'stopLoss', 'stopLoss'],
    ['protection', 'takeProfitPrice', 'takeProfitLimit', 'takeProfitLimit'],
    ['parameter', 'clientOid', undefined, undefined],
    [undefined, 'price', undefined, undefined],
  ] as const)(
    'resolves %s, named %s: %s of a limit, %s of market',
    (refusal, named, ofLimit, ofMarket) => {
      expect([
        refusedField(limit, { refusal, named }),
        refusedField(market, { refusal, named }),
      ]).toEqual([ofLimit, ofMarket])
    },
  )
})
