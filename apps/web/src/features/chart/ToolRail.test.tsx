import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import ToolRail from './ToolRail.tsx'
import { type ChartChoices, useChartChoice } from './useChartChoice.ts'

afterEach(cleanup)

async function open() {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  let choices: ChartChoices | undefined
  function Host() {
    choices = useChartChoice()
    return <ToolRail {...choices} />
  }
  const { settle } = renderPage(<Host />, { browser, tab })
  await settle()
  const { dialogs } = tab.services
  const press = async (name: string) => {
    await act(async () => fireEvent.click(screen.getByRole('button', { name })))
    await settle()
  }
  return {
    press,
    /** Opens a group of tools and picks one of them. */
    async pick(group: string, tool: string) {
      await press(group)
      await act(async () => fireEvent.click(await screen.findByRole('menuitem', { name: tool })))
      await settle()
    },
    async write(text: string, action: 'confirm' | 'cancel' | 'close' = 'confirm') {
      await act(async () => {
        dialogs.type(text)
        await dialogs.answer(action)
      })
      await settle()
    },
    question: () => dialogs.getState().current,
    drawing: () => choices?.choice.drawing,
    modes: () => choices?.choice.modes,
    button: (name: string) => screen.getByRole('button', { name }),
  }
}

describe('the drawing tools', () => {
  it('are a toolbar that runs downwards', async () => {
    await open()
    const rail = screen.getByRole('toolbar', { name: 'Drawings' })
    expect(rail.getAttribute('aria-orientation')).toBe('vertical')
    expect(within(rail).getAllByRole('button')).toHaveLength(6 + 4 + 3)
  })

  it('have a menu for each group', async () => {
    const { press } = await open()
    await press('Measure and forecast')
    const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(names).toEqual(['Measure', 'Long position', 'Short position'])
  })

  it('begin a drawing, each press anew', async () => {
    const { pick, drawing } = await open()
    await pick('Lines', 'Line')
    expect(drawing()).toEqual({ kind: 'draw', tool: 'segment', count: 1 })
    await pick('Lines', 'Line')
    expect(drawing()).toEqual({ kind: 'draw', tool: 'segment', count: 2 })
  })

  it('mark the group that was used last', async () => {
    const { pick, press, button } = await open()
    await pick('Shapes', 'Ellipse')
    expect(button('Shapes').dataset['latest']).toBe('true')
    await pick('Fibonacci', 'Fibonacci')
    expect([button('Shapes'), button('Fibonacci')].map(({ dataset }) => dataset['latest'])).toEqual(
      [undefined, 'true'],
    )
    await press('Undo')
    expect(button('Fibonacci').dataset['latest']).toBeUndefined()
  })
})

describe('a note', () => {
  it('is asked for its text before it is drawn', async () => {
    const { pick, write, drawing, question } = await open()
    await pick('Text', 'Note')
    expect([question()?.options.title, drawing()]).toEqual(['Note', undefined])
    await write('  Breakout ')
    expect(drawing()).toEqual({ kind: 'draw', tool: 'note', text: 'Breakout', count: 1 })
  })

  it('is drawn with 1 to 80 characters alone', async () => {
    const { pick, write, drawing, question } = await open()
    await pick('Text', 'Note')
    for (const text of ['', '   ', 'n'.repeat(81)]) {
      // oxlint-disable-next-line no-await-in-loop
      await write(text)
      expect(question()?.failure, text).toMatchObject({ text: 'Write 1 to 80 characters.' })
    }
    expect(drawing()).toBeUndefined()
    await write('n'.repeat(80))
    expect(drawing()).toMatchObject({ text: 'n'.repeat(80) })
  })

  it('is not drawn once its question is cancelled or closed', async () => {
    const { pick, write, drawing } = await open()
    await pick('Text', 'Note')
    await write('Breakout', 'cancel')
    await pick('Text', 'Note')
    await write('Breakout', 'close')
    expect(drawing()).toBeUndefined()
  })
})

it('switches each mode of drawings by itself', async () => {
  const { press, modes, button } = await open()
  for (const [name, mode] of [
    ['Snap to candles', 'magnet'],
    ['Lock drawings', 'locked'],
    ['Hide drawings', 'hidden'],
    ['Eraser', 'erases'],
  ] as const) {
    expect(button(name).getAttribute('aria-pressed'), name).toBe('false')
    // oxlint-disable-next-line no-await-in-loop
    await press(name)
    expect(button(name).getAttribute('aria-pressed'), name).toBe('true')
    expect(modes()?.[mode], name).toBe(true)
  }
  await press('Lock drawings')
  expect(modes()).toEqual({ magnet: true, locked: false, hidden: true, erases: true })
})

it('carries steps out once a press', async () => {
  const { press, drawing } = await open()
  await press('Undo')
  expect(drawing()).toEqual({ kind: 'undo', count: 1 })
  await press('Undo')
  await press('Redo')
  expect(drawing()).toEqual({ kind: 'redo', count: 3 })
  await press('Remove all drawings')
  expect(drawing()).toEqual({ kind: 'clear', count: 4 })
})
