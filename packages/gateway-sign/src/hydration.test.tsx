import { act } from '@testing-library/react'
import { useStore } from '@x/kit/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { createFixture } from './testing/createFixture.ts'

it('renders ‘notStarted’ on the server and while hydrating', async () => {
  const errors = vi.spyOn(console, 'error')
  const { sign } = createFixture()
  expect(await sign.init()).toBe('verified')
  expect(sign.getInitialState?.()).toBe('notStarted')
  const State = () => <output title={useStore(sign)}>{useStore(sign)}</output>
  const host = document.body.appendChild(document.createElement('main'))
  host.innerHTML = renderToString(<State />)
  const corrections: unknown[] = []
  const served = host.textContent
  const root = await act(async () =>
    hydrateRoot(host, <State />, { onRecoverableError: (error) => corrections.push(error) }),
  )
  expect([served, host.textContent]).toEqual(['notStarted', 'verified'])
  expect([...corrections, ...errors.mock.calls]).toEqual([])
  act(() => root.unmount())
})
