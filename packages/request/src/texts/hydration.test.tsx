import { act } from '@testing-library/react'
import { useStore } from '@x/kit/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { createRequestTexts } from './createRequestTexts.ts'
import { englishTexts } from './en.ts'

it('renders English on the server and while hydrating, then the language', async () => {
  const errors = vi.spyOn(console, 'error')
  const texts = createRequestTexts()
  await texts.load('de')
  expect(texts.getInitialState?.()).toBe(englishTexts)
  expect(texts.getState().timeout).not.toBe(englishTexts.timeout)
  const Text = () => <output title={useStore(texts).timeout}>{useStore(texts).timeout}</output>
  const host = document.body.appendChild(document.createElement('main'))
  host.innerHTML = renderToString(<Text />)
  const corrections: unknown[] = []
  const served = host.textContent
  const root = await act(async () =>
    hydrateRoot(host, <Text />, { onRecoverableError: (error) => corrections.push(error) }),
  )
  expect([served, host.textContent]).toEqual([englishTexts.timeout, texts.getState().timeout])
  expect([...corrections, ...errors.mock.calls]).toEqual([])
  act(() => root.unmount())
})
