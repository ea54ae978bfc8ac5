import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestBrowser } from '../../../testing/createTestBrowser.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import { createTerminalStore, type TerminalStore } from '../terminalStore.ts'
import { useTerminalKeys } from './useTerminalKeys.ts'

const spec = { symbol: 'BTCUSDT' }
let asked: string[]
/** Where the address stands. */
let path: string
beforeEach(async () => {
  path = '/en/spot/BTCUSDT'
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const terminal = createTerminalStore()
  asked = []
  terminal.commands.subscribe((command) => asked.push(command))
  const services = { ...tab.services, location: { ...tab.services.location, path: () => path } }
  await renderPage(<Terminal terminal={terminal} />, {
    browser,
    tab: { ...tab, services },
    at: path,
  }).settle()
})
afterEach(cleanup)

function Terminal({ terminal }: { readonly terminal: TerminalStore }) {
  useTerminalKeys(terminal, spec)
  return (
    <form aria-label="Form" tabIndex={-1}>
      <input aria-label="Amount" />
    </form>
  )
}

it('in a field letters are text; Escape leaves it for its form, where they are commands', async () => {
  const field = screen.getByRole('textbox', { name: 'Amount' })
  field.focus()
  fireEvent.keyDown(field, { key: 'b' })
  fireEvent.keyDown(field, { key: 'Escape' })
  const form = screen.getByRole('form', { name: 'Form' })
  expect(document.activeElement).toBe(form)
  fireEvent.keyDown(form, { key: 's' })
  await expect.poll(() => asked).toEqual(['sell'])
})

it('what is pressed while the map of keys is on its way is not lost, and comes in its order', async () => {
  const form = screen.getByRole('form', { name: 'Form' })
  for (const key of ['s', 'm', 'p']) fireEvent.keyDown(form, { key })
  expect(asked).toEqual([])
  await expect.poll(() => asked).toEqual(['sell', 'market', 'price'])
})

it('what is typed into a field while the map is on its way stays text', async () => {
  const field = screen.getByRole('textbox', { name: 'Amount' })
  field.focus()
  for (const key of ['b', 'z']) fireEvent.keyDown(field, { key })
  await import('./pressedCommand.ts')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toEqual([])
})

it('what was pressed before the reader went into a field is no command once he types there: it would write over what he types', async () => {
  const field = screen.getByRole('textbox', { name: 'Amount' })
  fireEvent.keyDown(screen.getByRole('form', { name: 'Form' }), { key: 's' })
  field.focus()
  fireEvent.keyDown(field, { key: '5' })
  await import('./pressedCommand.ts')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toEqual([])
})

it('once another pair is chosen no key acts on the former one, whose terminal is still on screen, and none does so late', async () => {
  const form = screen.getByRole('form', { name: 'Form' })
  fireEvent.keyDown(form, { key: 'x' })
  path = '/en/spot/ETHUSDT'
  for (const key of ['x', 'z', 'b', '?']) fireEvent.keyDown(form, { key })
  await import('./pressedCommand.ts')
  await new Promise((resolve) => setTimeout(resolve, 20))
  path = '/en/spot/BTCUSDT'
  fireEvent.keyDown(form, { key: 's' })
  await expect.poll(() => asked).toEqual(['sell'])
})

it('letters of an Arabic keyboard are commands too, also the key that writes two characters', async () => {
  const form = screen.getByRole('form', { name: 'Form' })
  fireEvent.keyDown(form, { key: 'لا', code: 'KeyB' })
  fireEvent.keyDown(form, { key: 'F5', code: 'F5' })
  fireEvent.keyDown(form, { key: 'س', code: 'KeyS' })
  await expect.poll(() => asked).toEqual(['buy', 'sell'])
})

it('an Escape that something above has taken leaves nothing', () => {
  const field = screen.getByRole('textbox', { name: 'Amount' })
  field.focus()
  field.addEventListener('keydown', (event) => event.preventDefault())
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(document.activeElement).toBe(field)
})
