import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChartTemplate,
  MOST_NAME,
  MOST_TEMPLATES,
  readTemplates,
  withTemplate,
  writeTemplates,
} from './templates.ts'

const template = (name: string, more: Partial<ChartTemplate> = {}): ChartTemplate => ({
  name,
  symbol: 'BTCUSDT',
  type: 'candles',
  scale: 'normal',
  indicators: [],
  parameters: {},
  drawings: '[]',
  colours: {},
  ...more,
})
const namesOf = (templates: readonly ChartTemplate[]) => templates.map(({ name }) => name)

describe('templates of a chart', () => {
  it('come back as they were written', () => {
    const any = fc.record({
      name: fc.stringMatching(/^[A-Za-z][\w ,"\\]{0,30}[\wé]$/),
      symbol: fc.constantFrom('BTCUSDT', 'usdt/BTCUSDT'),
      type: fc.constantFrom('candles' as const, 'heikinAshi' as const, 'area' as const),
      scale: fc.constantFrom('normal' as const, 'logarithm' as const),
      indicators: fc.constantFrom([], ['MA' as const], ['MA' as const, 'RSI' as const]),
      parameters: fc.constantFrom({}, { RSI: [9, 12, 24] }, { BOLL: [20, 2.5] }),
      drawings: fc.constantFrom(
        '[]',
        '[{"name":"segment","points":[{"timestamp":1,"value":2},{"timestamp":3,"value":4}]}]',
      ),
      colours: fc.constantFrom({}, { palette: 'safe' as const, customUp: '#112233' }),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 5 }), (templates) => {
        expect(readTemplates(writeTemplates(templates))).toEqual(templates)
      }),
    )
  })

  it('keep the latest twenty, written or read', () => {
    const many = Array.from({ length: MOST_TEMPLATES + 3 }, (_, index) => template(`T${index}`))
    const stored = JSON.stringify(many.map((each) => ({ ...each, indicators: '' })))
    for (const kept of [readTemplates(writeTemplates(many)), readTemplates(stored)])
      expect(namesOf(kept)).toEqual(namesOf(many.slice(3)))
  })

  it('give way to one of the same name, which stands last', () => {
    const all = [template('Day'), template('Swing')]
    const next = withTemplate(all, template('Day', { scale: 'logarithm' }))
    expect(next.map(({ name, scale }) => [name, scale])).toEqual([
      ['Swing', 'normal'],
      ['Day', 'logarithm'],
    ])
    expect(namesOf(all)).toEqual(['Day', 'Swing'])
  })

  it('distinguish names by case', () => {
    expect(namesOf(withTemplate([template('day')], template('Day')))).toEqual(['day', 'Day'])
  })
})

describe('stored templates', () => {
  it.each([null, undefined, '', 'no json', '{}', 'null', '7', '[null]', '[7]', '[{}]'])(
    'are none of %j',
    (stored) => expect(readTemplates(stored)).toEqual([]),
  )

  it.each(['', ' ', '\t', undefined, null, 7])('leave one out that is called %j', (name) => {
    const stored = JSON.stringify([{ name }, { name: 'Kept' }])
    expect(namesOf(readTemplates(stored))).toEqual(['Kept'])
  })

  it('cut a name that no list has space for', () => {
    const stored = JSON.stringify([{ name: 'n'.repeat(MOST_NAME + 1) }])
    expect(readTemplates(stored)[0]?.name).toHaveLength(MOST_NAME)
  })

  it('have the usual look where what they say is none', () => {
    const stored = JSON.stringify([
      {
        name: 'Old',
        symbol: 7,
        type: 'rockets',
        scale: 'cubic',
        indicators: ['MA'],
        parameters: '{"RSI":[1]}',
        drawings: '[{"name":"rocket"}]',
        colours: { palette: 3, evil: 'url(//x)' },
      },
    ])
    expect(readTemplates(stored)).toEqual([template('Old', { symbol: '' })])
  })

  it('keep the indicators that are known, once each', () => {
    const stored = JSON.stringify([{ name: 'A', indicators: 'RSI,MA,NEVER,RSI' }])
    expect(readTemplates(stored)[0]?.indicators).toEqual(['MA', 'RSI'])
  })

  it('keep the colours by their names alone', () => {
    const colours = { palette: 'custom', updown: 'red-up', customUp: '#1', constructor: 'x' }
    const stored = JSON.stringify([{ name: 'A', colours }])
    expect(readTemplates(stored)[0]?.colours).toEqual({
      palette: 'custom',
      updown: 'red-up',
      customUp: '#1',
    })
  })
})
