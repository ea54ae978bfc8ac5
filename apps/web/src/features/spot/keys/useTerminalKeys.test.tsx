import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestBrowser } from '../../../testing/createTestBrowser.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import { createTerminalDesk, type TerminalDesk } from '../terminalDesk.ts'
import { useTerminalKeys } from './useTerminalKeys.ts'

let asked: string[]
beforeEach(async () => {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const desk = createTerminalDesk()
  asked = []
  desk.commands.subscribe((command) => asked.push(command))
  await renderPage(<Terminal desk={desk} />, { browser, tab, at: '/en/spot/BTCUSDT' }).settle()
})
afterEach(cleanup)

function Terminal({ desk }: { readonly desk: TerminalDesk }) {
  useTerminalKeys(desk)
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

it('an Escape that something above has taken leaves nothing', () => {
  const field = screen.getByRole('textbox', { name: 'Amount' })
  field.focus()
  field.addEventListener('keydown', (event) => event.preventDefault())
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(document.activeElement).toBe(field)
})
