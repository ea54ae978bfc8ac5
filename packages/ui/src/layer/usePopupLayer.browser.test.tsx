import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { settled } from '../testing/support/stage.tsx'
import { pagePopups, usePopupLayer } from './usePopupLayer.ts'

let root: Root | undefined
const draw = (children: React.ReactNode) => {
  root ??= createRoot(document.body.appendChild(document.createElement('main')))
  root.render(children)
}
afterEach(() => {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
})

function Layer({
  name,
  open,
  onEscape,
}: {
  readonly name: string
  readonly open: boolean
  readonly onEscape?: () => void
}) {
  return <output data-layer={name}>{usePopupLayer({ isOpen: open, onEscape })}</output>
}
const layer = (name: string) => Number(document.querySelector(`[data-layer=${name}]`)?.textContent)
const escape = (init: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...init }),
  )

it('counts from 2000 and keeps the z-index while closing (U1.9)', async () => {
  draw(
    <>
      <Layer name="a" open={false} />
      <Layer name="b" open />
    </>,
  )
  await expect.poll(() => layer('b')).toBe(2000)
  draw(
    <>
      <Layer name="a" open />
      <Layer name="b" open />
    </>,
  )
  await expect.poll(() => layer('a')).toBe(2001)
  draw(
    <>
      <Layer name="a" open={false} />
      <Layer name="b" open />
    </>,
  )
  await settled()
  expect(layer('a')).toBe(2001)
  expect(pagePopups.size()).toBe(1)
})

it('sends Escape to the popup opened last, then the one below (U1.10)', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  draw(
    <>
      <Layer name="a" open onEscape={first} />
      <Layer name="b" open={false} onEscape={second} />
    </>,
  )
  await expect.poll(() => pagePopups.size()).toBe(1)
  draw(
    <>
      <Layer name="a" open onEscape={first} />
      <Layer name="b" open onEscape={second} />
    </>,
  )
  await expect.poll(() => pagePopups.size()).toBe(2)
  await userEvent.keyboard('{Escape}')
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  draw(
    <>
      <Layer name="a" open onEscape={first} />
      <Layer name="b" open={false} onEscape={second} />
    </>,
  )
  await expect.poll(() => pagePopups.size()).toBe(1)
  await userEvent.keyboard('{Escape}')
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
})

it('blocks Escape for popups below one without a handler', async () => {
  const below = vi.fn()
  draw(<Layer name="a" open onEscape={below} />)
  await expect.poll(() => pagePopups.size()).toBe(1)
  draw(
    <>
      <Layer name="a" open onEscape={below} />
      <Layer name="b" open />
    </>,
  )
  await expect.poll(() => pagePopups.size()).toBe(2)
  escape()
  expect(below).not.toHaveBeenCalled()
})

it('ignores Escape of a composition or with default prevented', async () => {
  const onEscape = vi.fn()
  draw(<Layer name="a" open onEscape={onEscape} />)
  await expect.poll(() => pagePopups.size()).toBe(1)
  escape({ isComposing: true })
  // As Safari dispatches it.
  escape({ keyCode: 229 })
  document.body.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
  escape()
  escape({ key: 'Enter' })
  expect(onEscape).not.toHaveBeenCalled()
  expect(escape()).toBe(false)
  expect(onEscape).toHaveBeenCalledOnce()
})

it('releases its place on unmount', async () => {
  draw(<Layer name="a" open />)
  await expect.poll(() => pagePopups.size()).toBe(1)
  draw(null)
  await expect.poll(() => pagePopups.size()).toBe(0)
})
