import { describe, expect, it } from 'vitest'
import { changeParameter, parametersOf, readParameters } from './indicatorParameters.ts'

describe('parameters of indicators', () => {
  it('are the usual ones until one is changed', () => {
    expect(parametersOf({}, 'BOLL')).toEqual([20, 2])
    const changed = changeParameter({}, { name: 'BOLL', index: 1, text: '2.5' })
    expect(parametersOf(changed, 'BOLL')).toEqual([20, 2.5])
    expect(parametersOf(changed, 'MACD')).toEqual([12, 26, 9])
  })

  it.each(['', ' ', 'x', '0', '-3', '1000', 'Infinity'])('ignores %j', (text) => {
    expect(changeParameter({}, { name: 'BOLL', index: 0, text })).toEqual({})
  })

  it('are read as they were written', () => {
    const chosen = changeParameter({}, { name: 'RSI', index: 0, text: '9' })
    expect(readParameters(JSON.stringify(chosen))).toEqual(chosen)
  })

  it.each([
    null,
    'no json',
    'null',
    '[]',
    '{"RSI":[1]}',
    '{"RSI":["6",12,24]}',
    '{"__proto__":[1]}',
  ])('reads nothing from %j', (stored) => expect(readParameters(stored)).toEqual({}))
})
