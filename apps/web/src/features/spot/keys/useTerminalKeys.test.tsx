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

it('treats letters in a field as text until Escape', async () => {
  const field = screen.getByRole('textbox', { name: 'Amount' })
  field.focus()
  fireEvent.keyDown(field, { key: 'b' })
  fireEvent.keyDown(field, { key: 'Escape' })
  const form = screen.getByRole('form', { name: 'Form' })
  expect(document.activeElement).toBe(form)
  fireEvent.keyDown(form, { key: 's' })
  await expect.poll(() => asked).toEqual(['sell'])
})

it('keeps presses in order while the keymap loads', async () => {
  const form = screen.getByRole('form', { name: 'Form' })
  for (const key of ['s', 'm', 'p']) fireEvent.keyDown(form, { key })
  expect(asked).toEqual([])
  await expect.poll(() => asked).toEqual(['sell', 'market', 'price'])
})

it('keeps typing in a field as text while the map loads', async () => {
  const field = screen.getByRole('textbox', { name: 'Amount' })
  field.focus()
  for (const key of ['b', 'z']) fireEvent.keyDown(field, { key })
  await import('./pressedCommand.ts')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toEqual([])
})

it('drops a command once the user types in a field', async () => {
  const field = screen.getByRole('textbox', { name: 'Amount' })
  fireEvent.keyDown(screen.getByRole('form', { name: 'Form' }), { key: 's' })
  field.focus()
  fireEvent.keyDown(field, { key: '5' })
  await import('./pressedCommand.ts')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toEqual([])
})

it('ignores keys once the URL names another pair', async () => {
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

it('maps keys of an Arabic keyboard to commands', async () => {
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
