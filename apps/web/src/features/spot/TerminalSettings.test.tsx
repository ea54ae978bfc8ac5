import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { DEFAULT_LAYOUT, type TerminalLayout } from './terminalLayout.ts'
import TerminalSettings from './TerminalSettings.tsx'
import { createTerminalStore } from './terminalStore.ts'

afterEach(cleanup)

interface Given {
  readonly stored?: Readonly<Partial<Record<keyof typeof STORAGE_KEYS, string>>>
  readonly from?: TerminalLayout
}

async function open({ stored = {}, from = DEFAULT_LAYOUT }: Given = {}) {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { storage } = tab.services
  for (const [key, value] of Object.entries(stored))
    storage.set(STORAGE_KEYS[key as keyof typeof STORAGE_KEYS], value)
  const terminal = createTerminalStore()
  const commands: string[] = []
  terminal.commands.subscribe((command) => commands.push(command))
  const onTour = vi.fn<() => void>()
  const close = vi.fn<() => void>()
  let layout = from
  function Host() {
    const [current, setCurrent] = useState(from)
    layout = current
    return (
      <TerminalSettings
        terminal={terminal}
        layout={current}
        change={(part) => setCurrent({ ...current, ...part })}
        onTour={onTour}
        close={close}
      />
    )
  }
  const { settle } = renderPage(<Host />, { browser, tab })
  await settle()
  await screen.findByRole('button', { name: 'Default layout' })
  return {
    settle,
    commands,
    onTour,
    close,
    layout: () => layout,
    stored: (key: keyof typeof STORAGE_KEYS) => storage.get(STORAGE_KEYS[key]),
    press: (name: string) => fireEvent.click(screen.getByRole('button', { name })),
    switchOn: (name: string) => fireEvent.click(screen.getByRole('switch', { name })),
    choose: async (list: string, option: string) => {
      fireEvent.click(screen.getByRole('combobox', { name: list }))
      await settle()
      fireEvent.click(await screen.findByRole('option', { name: option }))
      await settle()
    },
    write: (name: string, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } }),
  }
}

it.each([
  ['Professional', 'professional'],
  ['Both sides', 'both'],
  ['Full screen', 'full'],
] as const)('changes to the layout %s', async (label, preset) => {
  const { choose, layout } = await open()
  await choose('Layout', label)
  expect(layout().preset).toBe(preset)
})

it('keeps the sizes of the panels when the layout changes', async () => {
  const { choose, layout } = await open({ from: { ...DEFAULT_LAYOUT, book: 320, side: 'start' } })
  await choose('Layout', 'Both sides')
  expect(layout()).toEqual({ ...DEFAULT_LAYOUT, book: 320, side: 'start', preset: 'both' })
})

it('saves the layout under a name and chooses it again', async () => {
  const { write, press, choose, layout, stored } = await open()
  await choose('Layout', 'Both sides')
  write('Name of the layout', '  Night   shift ')
  press('Save layout')
  expect(stored('spotLayouts')).toBe('Night shift\tend::::both')
  await choose('Layout', 'Standard')
  expect(layout().preset).toBe('standard')
  await choose('Layout', 'Night shift')
  expect(layout().preset).toBe('both')
})

it('replaces a layout that is saved under the same name', async () => {
  const { write, press, stored } = await open({
    stored: { spotLayouts: 'Mine\tend:300\nOther\tstart' },
    from: { ...DEFAULT_LAYOUT, side: 'start' },
  })
  write('Name of the layout', 'Mine')
  press('Save layout')
  expect(stored('spotLayouts')).toBe('Other\tstart\nMine\tstart')
})

it.each(['', '   '])('saves nothing under the name %j', async (name) => {
  const { write, press, stored } = await open()
  write('Name of the layout', name)
  press('Save layout')
  expect(stored('spotLayouts')).toBeNull()
})

it('moves the watch list beside the chart and back', async () => {
  const { switchOn, layout } = await open()
  switchOn('Watch list beside the chart')
  expect(layout().isDocked).toBe(true)
  switchOn('Watch list beside the chart')
  expect(layout().isDocked).toBe(false)
})

it('moves book and form to the other side and back', async () => {
  const { press, layout } = await open()
  press('Move book and form to the start side')
  expect(layout().side).toBe('start')
  press('Move book and form to the end side')
  expect(layout().side).toBe('end')
})

it('gives back the default layout', async () => {
  const { press, layout } = await open({
    from: { ...DEFAULT_LAYOUT, side: 'start', orders: 300, preset: 'both', isDocked: true },
  })
  press('Default layout')
  expect(layout()).toEqual(DEFAULT_LAYOUT)
})

it('keeps which orders are confirmed and whether fills sound', async () => {
  const { choose, switchOn, stored } = await open()
  await choose('Confirmation of orders', 'Confirm every order')
  switchOn('Sounds for fills')
  switchOn('Sounds for price alerts')
  expect([stored('confirmOrders'), stored('sounds')]).toEqual(['all', 'fills alerts'])
  switchOn('Sounds for fills')
  expect(stored('sounds')).toBe('alerts')
  switchOn('Sounds for price alerts')
  expect(stored('sounds')).toBe('off')
})

it('keeps the sounds of before as a switch for each event', async () => {
  const { switchOn, stored } = await open({ stored: { sounds: 'on' } })
  switchOn('Sounds for cancelled orders')
  expect(stored('sounds')).toBe('fills triggers alerts')
})

it('changes the name of the chosen layout in place and removes it', async () => {
  const { write, press, choose, stored } = await open({
    stored: { spotLayouts: 'Mine\tend:300\nOther\tstart' },
  })
  expect(screen.queryByRole('button', { name: 'Remove the layout' })).toBeNull()
  await choose('Layout', 'Mine')
  write('Name of the layout', ' Night  shift')
  press('Rename the layout')
  expect(stored('spotLayouts')).toBe('Night shift\tend:300\nOther\tstart')
  expect(screen.getByDisplayValue('Night shift')).toBeDefined()
  press('Remove the layout')
  expect(stored('spotLayouts')).toBe('Other\tstart')
  expect(screen.getByDisplayValue('Standard')).toBeDefined()
})

it('shows what was chosen before', async () => {
  await open({ stored: { confirmOrders: 'none', sounds: 'on' } })
  expect(screen.getByDisplayValue('Confirm no order')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Sounds for fills' }).checked).toBe(
    true,
  )
})

it('closes before it shows the keys or the tour', async () => {
  const { press, commands, onTour, close } = await open()
  press('Keyboard shortcuts')
  expect([commands, close.mock.calls.length]).toEqual([['help'], 1])
  press('Show the tour')
  expect([onTour.mock.calls.length, close.mock.calls.length]).toEqual([1, 2])
})
