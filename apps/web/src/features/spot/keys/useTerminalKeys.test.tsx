import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import { createTestBrowser } from '../../../testing/createTestBrowser.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import { createTerminalStore, type TerminalStore } from '../terminalStore.ts'
import { useTerminalKeys } from './useTerminalKeys.ts'

const spec = { symbol: 'BTCUSDT' }
let asked: string[]
/** Where the address stands. */
let path: string
let keep: (key: string, value: string) => void
let unmount: () => void
beforeEach(async () => {
  path = '/en/spot/BTCUSDT'
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const terminal = createTerminalStore()
  asked = []
  terminal.commands.subscribe((command) => asked.push(command))
  const services = { ...tab.services, location: { ...tab.services.location, path: () => path } }
  keep = (key, value) => tab.services.storage.set(key, value)
  const page = renderPage(<Terminal terminal={terminal} />, {
    browser,
    tab: { ...tab, services },
    at: path,
  })
  unmount = page.unmount
  await page.settle()
})
afterEach(cleanup)

function Terminal({ terminal }: { readonly terminal: TerminalStore }) {
  useTerminalKeys(terminal, spec)
  return (
    <form aria-label="Form" tabIndex={-1}>
      <input aria-label="Amount" />
      <textarea aria-label="Note" />
      <select aria-label="Kind" />
      <input type="radio" aria-label="Limit" />
      <input type="checkbox" aria-label="Post only" />
      <input type="range" aria-label="Share" />
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

/** Presses a key that is none of the terminal's, and then one that is. */
async function pressesNothing(press: () => void) {
  press()
  fireEvent.keyDown(screen.getByRole('form', { name: 'Form' }), { key: 's' })
  await expect.poll(() => asked).toEqual(['sell'])
}
const b = (more: object = {}) => ({ key: 'b', code: 'KeyB', ...more })

describe('keys that are no commands', () => {
  it.each([
    ['Control', { ctrlKey: true }],
    ['Alt', { altKey: true }],
    ['Command', { metaKey: true }],
  ])('are those with %s held', async (_, held) => {
    await pressesNothing(() => fireEvent.keyDown(document.body, b(held)))
  })

  it('are those that are held down', async () => {
    await pressesNothing(() => fireEvent.keyDown(document.body, b({ repeat: true })))
  })

  it('are those of a composition', async () => {
    await pressesNothing(() => fireEvent.keyDown(document.body, b({ isComposing: true })))
  })

  it.each(['Enter', 'Tab', ' ', 'ArrowUp', 'Shift', 'F1', 'Dead', 'Unidentified'])(
    'are those without a letter: %j',
    async (key) => {
      await pressesNothing(() => fireEvent.keyDown(document.body, { key, code: key }))
    },
  )

  it.each(['Amount', 'Note', 'Kind'])('are those typed into a field: %s', async (label) => {
    await pressesNothing(() => {
      const field = screen.getByLabelText(label)
      field.focus()
      fireEvent.keyDown(field, b())
      screen.getByRole('form', { name: 'Form' }).focus()
    })
  })

  it.each(['dialog', 'alertdialog', 'menu', 'listbox'])(
    'are those below what lies above the terminal: %s',
    async (role) => {
      const above = document.createElement('div')
      above.setAttribute('role', role)
      document.body.append(above)
      await pressesNothing(() => {
        fireEvent.keyDown(document.body, b())
        above.remove()
      })
    },
  )

  it('are those that something else has taken', async () => {
    const take = (event: Event) => event.preventDefault()
    document.body.addEventListener('keydown', take)
    await pressesNothing(() => {
      fireEvent.keyDown(document.body, b())
      document.body.removeEventListener('keydown', take)
    })
  })
})

describe('keys that are commands', () => {
  it.each(['Limit', 'Post only', 'Share'])(
    'are those on a control that takes no text: %s',
    async (label) => {
      const control = screen.getByLabelText(label)
      control.focus()
      fireEvent.keyDown(control, b())
      await expect.poll(() => asked).toEqual(['buy'])
    },
  )

  it('are those that the trader has chosen', async () => {
    keep(STORAGE_KEYS.keymap, JSON.stringify({ cancelAll: 'q' }))
    fireEvent.keyDown(document.body, { key: 'z', code: 'KeyZ' })
    fireEvent.keyDown(document.body, { key: 'Q', code: 'KeyQ', shiftKey: true })
    await expect.poll(() => asked).toEqual(['cancelAll'])
  })

  it('are none once the terminal has gone', async () => {
    unmount()
    fireEvent.keyDown(document.body, b())
    await import('./pressedCommand.ts')
    await Promise.resolve()
    expect(asked).toEqual([])
  })
})
