import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { lazyModal } from '../lazy/lazyOverlays.ts'
import { animationsEnded, clearStage, stage } from '../testing/support/stage.tsx'

/** Like a security check: a dialog of the platform that a script adds beside the app. */
function addForeign(isNative: boolean): { readonly host: HTMLElement; readonly pressed: string[] } {
  const pressed: string[] = []
  const host = document.createElement('div')
  host.className = 'foreign'
  const box = document.createElement(isNative ? 'dialog' : 'section')
  const button = Object.assign(document.createElement('button'), { textContent: 'Solve' })
  button.addEventListener('click', () => pressed.push('solve'))
  const field = Object.assign(document.createElement('input'), { ariaLabel: 'Answer' })
  box.append(button, field)
  // A script of another site hides what is inside.
  host.attachShadow({ mode: 'open' }).append(box)
  if (!isNative) host.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 9999'
  document.body.append(host)
  if (box instanceof HTMLDialogElement) box.showModal()
  return { host, pressed }
}

function App() {
  const [open, setOpen] = useState(true)
  const [isNested, setNested] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog title="Is it you?" open={open} onOpenChange={setOpen}>
        <Button onClick={() => setNested(true)}>Ask</Button>
        <Dialog title="Above" open={isNested} onOpenChange={setNested} />
      </Dialog>
    </>
  )
}

async function show() {
  stage(<App />)
  await expect.element(page.getByRole('dialog', { name: 'Is it you?' })).toBeVisible()
  await animationsEnded()
}

beforeEach(async () => void (await lazyModal.load()))
afterEach(() => {
  for (const each of document.querySelectorAll('.foreign, [data-late]')) each.remove()
  clearStage()
})

describe.each([
  ['a dialog of the platform', true],
  ['a plain box', false],
])('%s of another script above an open dialog', (_name, isNative) => {
  it('can be pressed and takes the focus (U1.32)', async () => {
    await show()
    const { host, pressed } = addForeign(isNative)
    await userEvent.click(page.getByRole('button', { name: 'Solve' }))
    expect(pressed).toEqual(['solve'])
    expect(host.inert).toBe(false)
    await userEvent.fill(page.getByLabelText('Answer'), 'seven')
    expect(document.activeElement).toBe(host)
    await expect.element(page.getByLabelText('Answer')).toHaveValue('seven')
  })

  it('has Escape for itself, and the dialog after it (U1.33)', async () => {
    await show()
    const { host } = addForeign(isNative)
    await userEvent.click(page.getByLabelText('Answer'))
    await userEvent.keyboard('{Escape}')
    const dialog = page.getByRole('dialog', { name: 'Is it you?', includeHidden: true })
    await expect.element(dialog).toBeInTheDocument()
    host.remove()
    await userEvent.click(page.getByRole('button', { name: 'Ask' }))
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog', { name: 'Above' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  })
})

it('leaves no mark once the dialogs are closed (U1.34)', async () => {
  await show()
  const { host } = addForeign(false)
  await expect.poll(() => host.dataset['xAbove']).toBe('')
  await userEvent.click(page.getByRole('button', { name: 'Close' }).first())
  await expect.poll(() => Object.keys(host.dataset)).toEqual([])
  const late = document.body.appendChild(document.createElement('div'))
  late.dataset['late'] = ''
  await new Promise(requestAnimationFrame)
  expect(Object.keys(late.dataset)).toEqual(['late'])
})

it('keeps the page and what was there before inert (U1.35)', async () => {
  await show()
  await userEvent.click(page.getByRole('button', { name: 'Close' }).first())
  const { host } = addForeign(false)
  await userEvent.click(page.getByRole('button', { name: 'Open' }))
  await expect.poll(() => host.inert).toBe(true)
  expect(document.querySelector('main')?.closest('[inert]')).not.toBeNull()
  await userEvent.click(page.getByRole('button', { name: 'Ask' }))
  await expect.element(page.getByRole('dialog', { name: 'Above' })).toBeVisible()
  expect(document.querySelectorAll('[data-x-above]')).toHaveLength(0)
  expect(document.querySelectorAll('[data-x-modal][inert]')).toHaveLength(1)
})
