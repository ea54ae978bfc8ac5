import { StrictMode, useRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createRecordingReporter } from '@x/kit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pagePopups } from '../layer/usePopupLayer.ts'
import { UiProvider } from '../provider/UiProvider.tsx'
import { button, press, pressAt } from '../testing/support/presses.ts'
import { settled } from '../testing/support/stage.tsx'
import { createLazyModule, type LazyModule } from './createLazyModule.ts'
import { useLazyPopup } from './useLazyPopup.ts'

type Box = (props: { readonly zIndex: number }) => React.ReactNode
const Box: Box = ({ zIndex }) => (
  <p role="dialog" aria-label="Box" style={{ zIndex }}>
    Here
  </p>
)

/** A popup whose code loads or fails on demand. */
function byHand() {
  const answers: { readonly arrive: () => void; readonly fail: () => void }[] = []
  const part: LazyModule<Box> = createLazyModule({
    name: 'box',
    load: () =>
      new Promise((resolve, reject) =>
        answers.push({
          arrive: () => resolve(Box),
          fail: () => reject(new TypeError('Failed to fetch')),
        }),
      ),
  })
  return { part, answers }
}

function Opener({ part, onFail }: { readonly part: LazyModule<Box>; readonly onFail: () => void }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { Layer, zIndex } = useLazyPopup(part, {
    isOpen,
    onEscape: close,
    onFail: () => (onFail(), close()),
    anchor,
  })
  return (
    <>
      <button ref={anchor} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Open
      </button>
      <button>Elsewhere</button>
      {Layer && isOpen ? <Layer zIndex={zIndex} /> : null}
    </>
  )
}

let root: Root | undefined
const onFail = vi.fn()
const box = () => document.querySelector('[role=dialog]')

function show(part: LazyModule<Box>) {
  const reporter = createRecordingReporter()
  root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(
    <StrictMode>
      <UiProvider reporter={reporter}>
        <Opener part={part} onFail={onFail} />
      </UiProvider>
    </StrictMode>,
  )
  return reporter
}

beforeEach(async () => {
  onFail.mockClear()
  await page.viewport(800, 600)
})
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

describe('a popup whose code is loading', () => {
  it('is open for its trigger and the stack, and visible when loaded', async () => {
    const { part, answers } = byHand()
    show(part)
    await press('Open')
    await expect.element(button('Open')).toHaveAttribute('aria-expanded', 'true')
    expect(box()).toBeNull()
    expect(pagePopups.size()).toBe(1)
    answers[0]?.arrive()
    await expect.poll(box).not.toBeNull()
    expect(getComputedStyle(box() as Element).zIndex).toBe('2000')
    expect(answers).toHaveLength(1)
  })

  it.each([
    ['a second press', () => press('Open')],
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a press elsewhere', async () => pressAt({ x: 400, y: 400 })],
    ['the focus going on', () => userEvent.tab()],
  ] as const)('stays closed after %s', async (_, turnAway) => {
    const { part, answers } = byHand()
    show(part)
    await press('Open')
    await expect.element(button('Open')).toHaveAttribute('aria-expanded', 'true')
    await settled()
    await turnAway()
    await expect.element(button('Open')).toHaveAttribute('aria-expanded', 'false')
    answers[0]?.arrive()
    await settled()
    expect(box()).toBeNull()
    expect(pagePopups.size()).toBe(0)
    await press('Open')
    await expect.poll(box).not.toBeNull()
  })

  it('leaves presses elsewhere to the popup once loaded', async () => {
    const { part, answers } = byHand()
    show(part)
    await press('Open')
    answers[0]?.arrive()
    await expect.poll(box).not.toBeNull()
    pressAt({ x: 400, y: 400 })
    await settled()
    expect(box()).not.toBeNull()
  })
})

describe('a popup whose code fails to load', () => {
  it('closes, reports once, and retries on the next press', async () => {
    const uncaught = vi.fn((event: Event) => event.preventDefault())
    window.addEventListener('error', uncaught)
    window.addEventListener('unhandledrejection', uncaught)
    const { part, answers } = byHand()
    const reporter = show(part)
    await press('Open')
    await expect.poll(() => answers.length).toBe(1)
    answers[0]?.fail()
    await expect.element(button('Open')).toHaveAttribute('aria-expanded', 'false')
    expect(reporter.reports).toEqual([
      { kind: 'ui-load-failed', message: 'Failed to fetch', detail: { module: 'box' } },
    ])
    expect(onFail).toHaveBeenCalledOnce()
    await press('Open')
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.arrive()
    await expect.poll(box).not.toBeNull()
    expect(reporter.reports).toHaveLength(1)
    expect(uncaught).not.toHaveBeenCalled()
    window.removeEventListener('error', uncaught)
    window.removeEventListener('unhandledrejection', uncaught)
  })

  it('does not report after the user moved on', async () => {
    const { part, answers } = byHand()
    const reporter = show(part)
    await press('Open')
    await expect.poll(() => answers.length).toBe(1)
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Open')).toHaveAttribute('aria-expanded', 'false')
    answers[0]?.fail()
    await settled()
    expect(reporter.reports).toEqual([])
    expect(onFail).not.toHaveBeenCalled()
  })
})
