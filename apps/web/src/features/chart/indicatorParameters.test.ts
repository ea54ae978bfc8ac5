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

  it.each([
    ['BOLL', 1, '2.5', true],
    ['KC', 1, '1.5', true],
    ['ENV', 1, '0.5', true],
    ['ST', 1, '2.25', true],
    ['SAR', 0, '1.5', true],
    ['SAR', 2, '19.5', true],
    ['BOLL', 0, '20.5', false],
    ['ST', 0, '10.5', false],
    ['MA', 0, '5.5', false],
    ['MA', 3, '0.5', false],
    ['ICHIMOKU', 1, '26.5', false],
    ['AROON', 0, '14.5', false],
  ] as const)('counts whole candles: %s, parameter %i, %j', (name, index, text, isTaken) => {
    const changed = changeParameter({}, { name, index, text })
    expect(parametersOf(changed, name)[index]).toBe(
      isTaken ? Number(text) : parametersOf({}, name)[index],
    )
  })

  it.each([
    ['999', 999],
    [' 7 ', 7],
    ['1e2', 100],
  ])('takes %j', (text, value) => {
    expect(changeParameter({}, { name: 'RSI', index: 1, text })).toEqual({ RSI: [6, value, 24] })
  })

  it('keeps what was chosen of others, and of the same before', () => {
    const once = changeParameter({ MA: [1, 2, 3, 4] }, { name: 'RSI', index: 0, text: '9' })
    expect(changeParameter(once, { name: 'RSI', index: 2, text: '30' })).toEqual({
      MA: [1, 2, 3, 4],
      RSI: [9, 12, 30],
    })
    expect(once).toEqual({ MA: [1, 2, 3, 4], RSI: [9, 12, 24] })
  })

  it('changes nothing at a place that an indicator does not have', () => {
    const changed = changeParameter({}, { name: 'RSI', index: 3, text: '9' })
    expect(parametersOf(changed, 'RSI')).toEqual([6, 12, 24])
  })

  it('keeps the sound lists of a stored object alone', () => {
    const stored = '{"RSI":[6,12,24.5],"MA":[5,10,30,1000],"KC":[20,1.5],"NEVER":[1],"WR":[6,0,1]}'
    expect(readParameters(stored)).toEqual({ KC: [20, 1.5] })
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
