import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { ChartTexts } from '../../../lib/lazy/ChartTexts.tsx'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import { createTestBrowser } from '../../../testing/createTestBrowser.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import { type ChartChoices, useChartChoice } from '../useChartChoice.ts'
import { TemplateList } from './TemplateList.tsx'
import { MOST_TEMPLATES, readTemplates, withTemplate, writeTemplates } from './templates.ts'

afterEach(cleanup)

const spec = { symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT' } as SpotSymbol
const LINE = '[{"name":"horizontalStraightLine","points":[{"timestamp":1,"value":60000}]}]'
const template = {
  name: 'Swing',
  symbol: 'BTCUSDT',
  type: 'hollow',
  scale: 'logarithm',
  indicators: ['RSI'],
  parameters: { RSI: [9, 12, 24] },
  drawings: LINE,
  colours: { palette: 'safe', updown: 'red-up' },
} as const

async function open(stored: Readonly<Partial<Record<keyof typeof STORAGE_KEYS, string>>> = {}) {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { storage } = tab.services
  for (const [key, value] of Object.entries(stored))
    storage.set(STORAGE_KEYS[key as keyof typeof STORAGE_KEYS], value)
  let choices: ChartChoices | undefined
  function Host() {
    choices = useChartChoice()
    return <TemplateList spec={spec} {...choices} />
  }
  const { settle } = renderPage(
    <ChartTexts>
      <Host />
    </ChartTexts>,
    { browser, tab },
  )
  await settle()
  await screen.findByLabelText('Name of the template')
  return {
    storage,
    appearance: tab.services.appearance,
    names: () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent),
    press: (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name }))),
    type: (text: string) =>
      fireEvent.change(screen.getByLabelText('Name of the template'), { target: { value: text } }),
    choices: () => choices,
    kept: () => readTemplates(storage.get(STORAGE_KEYS.chartTemplates)),
  }
}

describe('templates of the chart', () => {
  it('keep indicators, drawings, colours and look under a name', async () => {
    const { storage, appearance, type, press, names, kept, choices } = await open({
      chartIndicators: 'RSI',
      chartType: 'hollow',
    })
    storage.set(`${STORAGE_KEYS.drawings}BTCUSDT`, LINE)
    appearance.set({ palette: 'safe' })
    type('  My   look ')
    await press('Save as template')
    expect(names()).toEqual(['My look'])
    expect(kept()).toMatchObject([
      { name: 'My look', symbol: 'BTCUSDT', type: 'hollow', indicators: ['RSI'], drawings: LINE },
    ])
    expect(kept()[0]?.colours.palette).toBe('safe')
    await act(async () => choices()?.change({ type: 'line' }))
    type('My look')
    await press('Save as template')
    expect(kept().map(({ type: kind }) => kind)).toEqual(['line'])
  })

  it('bring all of it back by a press', async () => {
    const { press, choices, appearance } = await open({
      chartTemplates: writeTemplates([template]),
    })
    await press('Swing')
    expect(choices()?.choice).toMatchObject({
      type: 'hollow',
      scale: 'logarithm',
      indicators: ['RSI'],
      parameters: { RSI: [9, 12, 24] },
      drawing: { kind: 'restore', stored: LINE },
    })
    expect(appearance.getState()).toMatchObject({ palette: 'safe', updown: 'red-up' })
  })

  it('leave the drawings of another pair alone', async () => {
    const other = { ...template, symbol: 'ETHUSDT' }
    const { press, choices } = await open({ chartTemplates: writeTemplates([other]) })
    await press('Swing')
    expect(choices()?.choice).toMatchObject({ type: 'hollow', drawing: undefined })
  })

  it('go when they are removed', async () => {
    const { press, names, kept } = await open({ chartTemplates: writeTemplates([template]) })
    await press('Remove the template Swing')
    expect([names(), kept()]).toEqual([[], []])
  })

  it('have a name', async () => {
    const { type, kept } = await open()
    type('   ')
    const button = screen.getByRole('button', { name: 'Save as template' })
    expect((button as HTMLButtonElement).disabled || button.ariaDisabled).toBeTruthy()
    expect(kept()).toEqual([])
  })
})

describe('templates in storage', () => {
  it('come back as they were written', () => {
    expect(readTemplates(writeTemplates([template]))).toEqual([template])
  })

  it('are the latest twenty, one of each name', () => {
    let list = [template] as readonly ReturnType<typeof readTemplates>[number][]
    for (let index = 0; index < 30; index++)
      list = withTemplate(list, { ...template, name: `No. ${index % 25}` })
    const kept = readTemplates(writeTemplates(list))
    expect(kept).toHaveLength(MOST_TEMPLATES)
    expect(new Set(kept.map(({ name }) => name)).size).toBe(MOST_TEMPLATES)
  })

  it.each([null, '', '{', '{}', '[1,null,{}]', '[{"name":" "}]', '[{"name":7}]'])(
    'are none in %j',
    (stored) => {
      expect(readTemplates(stored)).toEqual([])
    },
  )

  it('fall back to what every chart begins with', () => {
    expect(readTemplates('[{"name":"A","type":"x","scale":3,"drawings":"["}]')).toMatchObject([
      { name: 'A', type: 'candles', scale: 'normal', indicators: [], drawings: '[]', colours: {} },
    ])
    expect(readTemplates('[{"name":"A","colours":{"palette":7,"x":"y"}}]')[0]?.colours).toEqual({})
  })
})
