import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { button, press, pressAt } from '../testing/support/presses.ts'
import { animationsEnded, clearStage, stage } from '../testing/support/stage.tsx'
import { createMessageDialogs, type MessageDialogs } from './createMessageDialogs.ts'
import { MessageDialogHost } from './MessageDialogHost.tsx'

let dialogs: MessageDialogs

beforeEach(async () => {
  await page.viewport(1280, 800)
  dialogs = createMessageDialogs()
})
afterEach(() => {
  dialogs.closeAll()
  clearStage()
})

function show(ask: () => void) {
  stage(
    <>
      <Button onClick={ask}>Ask</Button>
      <MessageDialogHost dialogs={dialogs} />
    </>,
  )
}

const message = (name: string) => page.getByRole('alertdialog', { name })

describe('message dialogs', () => {
  it('focuses the answer of a confirmation and confirms by Enter (U2.15)', async () => {
    let answer: Promise<unknown> = Promise.resolve()
    show(
      () =>
        (answer = dialogs.confirm({
          title: 'Sell 0.25 BTC?',
          message: 'For about 15,204.11 USDT.',
          confirmText: 'Sell 0.25 BTC',
        })),
    )
    await press('Ask')
    await expect
      .element(message('Sell 0.25 BTC?'))
      .toHaveAccessibleDescription('For about 15,204.11 USDT.')
    await expect.element(button('Sell 0.25 BTC')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(answer).resolves.toEqual({ action: 'confirm' })
    await expect.element(button('Ask')).toHaveFocus()
  })

  it('focuses Cancel where it is the initial focus (U2.15)', async () => {
    let answer: Promise<unknown> = Promise.resolve()
    show(
      () =>
        (answer = dialogs.confirm({
          title: 'Buy far above the market?',
          confirmText: 'Buy BTC',
          initialFocus: 'cancel',
        })),
    )
    await press('Ask')
    await expect.element(button('Cancel')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(answer).resolves.toEqual({ action: 'cancel' })
  })

  it('closes by Escape and corner, cancels by backdrop and button (U2.16)', async () => {
    const answers: unknown[] = []
    show(() => void dialogs.confirm({ title: 'Sell?' }).then(({ action }) => answers.push(action)))
    const ways = [
      () => userEvent.keyboard('{Escape}'),
      () => press('Close'),
      async () => pressAt({ x: 20, y: 20 }),
      () => press('Cancel'),
    ]
    for (const leave of ways) {
      await press('Ask')
      await expect.element(message('Sell?')).toBeVisible()
      await animationsEnded()
      await leave()
      await expect.element(message('Sell?')).not.toBeInTheDocument()
    }
    expect(answers).toEqual(['close', 'close', 'cancel', 'cancel'])
  })

  it('ignores Escape and backdrop of an alert with one answer (U2.17)', async () => {
    show(() => void dialogs.alert({ title: 'Session expired' }))
    await press('Ask')
    await expect.element(message('Session expired')).toBeVisible()
    await animationsEnded()
    await userEvent.keyboard('{Escape}')
    pressAt({ x: 20, y: 20 })
    await animationsEnded()
    await expect.element(message('Session expired')).toBeVisible()
    await expect.element(button('Cancel')).not.toBeInTheDocument()
    await press('OK')
    await expect.element(message('Session expired')).not.toBeInTheDocument()
  })

  it('shows the default message of a failed check while typing (U2.18, spec 5.9)', async () => {
    let answer: Promise<unknown> = Promise.resolve()
    show(
      () =>
        (answer = dialogs.prompt({ title: 'Name', label: 'Address name', pattern: /^\w{3,}$/ })),
    )
    await press('Ask')
    const field = page.getByRole('textbox', { name: 'Address name' })
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('ab{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('the input data is not valid')
    await userEvent.keyboard('c')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect(answer).resolves.toEqual({ action: 'confirm', value: 'abc' })
  })

  // Safari has ended the composition when it dispatches the Enter: only the `keyCode` identifies
  // it.
  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'confirms no prompt by Enter in a text area or composition: %j (U2.19)',
    async (of) => {
      show(() => void dialogs.prompt({ title: 'Note', label: 'Note', multiline: true }))
      await press('Ask')
      const area = page.getByRole('textbox', { name: 'Note' })
      await expect.element(area).toHaveFocus()
      await userEvent.keyboard('a{Enter}b')
      await expect.element(area).toHaveValue('a\nb')
      await press('Cancel')
      show(() => void dialogs.prompt({ title: 'Name', label: 'Name' }))
      await press('Ask')
      await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...of }),
      )
      await animationsEnded()
      await expect.element(message('Name')).toBeVisible()
    },
  )

  it('shows a spinner while beforeClose is pending (U2.20)', async () => {
    let decide: (yes: boolean) => void = () => {}
    show(
      () =>
        void dialogs.confirm({
          title: 'Sell?',
          beforeClose: () => new Promise<boolean>((resolve) => (decide = resolve)),
        }),
    )
    await press('Ask')
    await press('Confirm')
    await expect
      .poll(() => document.querySelector('[role=alertdialog] [aria-busy=true]')?.textContent)
      .toBe('Confirm')
    decide(true)
    await expect.element(message('Sell?')).not.toBeInTheDocument()
  })

  it('shows messages one by one and returns focus after the last (U2.21)', async () => {
    show(() => {
      void dialogs.confirm({ title: 'First' })
      void dialogs.confirm({ title: 'Second' })
    })
    await press('Ask')
    await expect.element(message('First')).toBeVisible()
    expect(document.querySelectorAll('[role=alertdialog]')).toHaveLength(1)
    await press('Confirm')
    await expect.element(message('Second')).toBeVisible()
    await expect
      .poll(() =>
        document.activeElement?.closest('[role=alertdialog]')?.textContent?.includes('Second'),
      )
      .toBe(true)
    await press('Confirm')
    await expect.element(button('Ask')).toHaveFocus()
  })
})
