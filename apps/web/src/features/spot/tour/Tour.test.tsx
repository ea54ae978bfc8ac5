import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestBrowser } from '../../../testing/createTestBrowser.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import Tour from './Tour.tsx'

afterEach(cleanup)

async function open() {
  const browser = createTestBrowser()
  const tab = await browser.openTab()
  const onEnd = vi.fn<() => void>()
  const { settle } = renderPage(<Tour onEnd={onEnd} />, { browser, tab })
  await settle()
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const card = () => screen.getByRole('complementary')
  return { onEnd, press, card, step: () => /([a-z]+)Shown/.exec(card().className)?.[1] }
}

it('names the panel of each step, and the keys in each', async () => {
  const { press, step, card } = await open()
  const steps = [step()]
  for (let at = 1; at < 4; at++) {
    press('Next')
    steps.push(step())
    expect(card().textContent).toContain(`${at + 1} of 4`)
    expect(card().textContent).toContain('Press ? to see every key')
  }
  expect(steps).toEqual(['chart', 'book', 'form', 'orders'])
})

it('announces the sentence of each step', async () => {
  const { press, card } = await open()
  const sentence = () => card().querySelector('[aria-live]')?.textContent
  const first = sentence()
  press('Next')
  expect(sentence()).not.toBe(first)
  expect(card().querySelector('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
})

it('ends when it is skipped', async () => {
  const { onEnd, press } = await open()
  press('Skip')
  expect(onEnd).toHaveBeenCalledOnce()
})

it('ends after the last step only', async () => {
  const { onEnd, press } = await open()
  for (let at = 1; at < 4; at++) press('Next')
  expect(onEnd).not.toHaveBeenCalled()
  press('Done')
  expect(onEnd).toHaveBeenCalledOnce()
})
