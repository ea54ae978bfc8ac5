import { afterEach, expect, it } from 'vitest'
import { watchTheme } from './watchTheme.ts'

const root = document.documentElement
afterEach(() => {
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
})

/** Observers are called in a microtask. */
const rendered = () => Promise.resolve()

it('reports theme, palette and colour direction until stopped', async () => {
  let calls = 0
  const leave = watchTheme(() => (calls += 1))
  for (const name of ['data-theme', 'data-palette', 'data-updown']) {
    root.setAttribute(name, 'other')
    await rendered()
  }
  root.setAttribute('lang', 'ar')
  await rendered()
  expect(calls).toBe(3)
  leave()
  root.setAttribute('data-theme', 'dark')
  await rendered()
  expect(calls).toBe(3)
})
