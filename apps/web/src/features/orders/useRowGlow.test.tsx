import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRowGlow } from './useRowGlow.ts'

const glowed: string[] = []
let prefersLess = false

beforeEach(() => {
  glowed.length = 0
  prefersLess = false
  vi.stubGlobal('matchMedia', () => ({ matches: prefersLess }))
  // The test environment has no animations.
  HTMLElement.prototype.animate = function animate(this: HTMLElement) {
    glowed.push(this.dataset['row'] ?? '')
    return {} as Animation
  }
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(HTMLElement.prototype, 'animate')
})

function List({ keys }: { readonly keys: readonly string[] | undefined }) {
  const list = useRef<HTMLUListElement>(null)
  useRowGlow(list, { keys })
  return (
    <ul ref={list}>
      {keys?.map((key) => (
        <li key={key} data-row={key} />
      ))}
    </ul>
  )
}

function open(keys?: readonly string[]) {
  const { rerender } = render(<List keys={keys} />)
  return { next: (now: readonly string[]) => rerender(<List keys={now} />) }
}

it('marks a row that was not there before', () => {
  open(['1', '2']).next(['3', '1', '2'])
  expect(glowed).toEqual(['3'])
})

it('marks none of the first rows', () => {
  open().next(['1', '2'])
  expect(glowed).toEqual([])
})

it('marks nothing when a row ends or moves', () => {
  const { next } = open(['1', '2', '3'])
  next(['2', '1'])
  expect(glowed).toEqual([])
})

it('marks each row once', () => {
  const { next } = open(['1'])
  next(['2', '1'])
  next(['2', '1'])
  next(['1', '2'])
  expect(glowed).toEqual(['2'])
})

it('marks nothing where motion is reduced', () => {
  prefersLess = true
  open(['1']).next(['2', '1'])
  expect(glowed).toEqual([])
})
