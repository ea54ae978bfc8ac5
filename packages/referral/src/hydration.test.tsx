import { act } from '@testing-library/react'
import { useStore } from '@x/kit/react'
import { createManualClock, createMemoryStorage } from '@x/kit/testing'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { createReferral } from './createReferral.ts'

const DAY = 86_400_000

it('renders no stored record on the server and while hydrating', async () => {
  const errors = vi.spyOn(console, 'error')
  const clock = createManualClock()
  const record = {
    actCode: 'a1',
    currentLink: 'https://x.example/join',
    effectiveEndTime: clock.now() + DAY,
  }
  const create = (stored: Record<string, string>) =>
    createReferral({ clock, storage: createMemoryStorage(stored) })
  const Code = ({ of }: { readonly of: ReturnType<typeof create> }) => (
    <output title={useStore(of)?.actCode}>{useStore(of)?.actCode ?? 'no code'}</output>
  )
  const host = document.body.appendChild(document.createElement('main'))
  host.innerHTML = renderToString(<Code of={create({})} />)
  const browser = create({ 'x:referral': JSON.stringify(record) })
  const corrections: unknown[] = []
  expect([browser.getInitialState?.(), browser.getState()]).toEqual([undefined, record])
  const served = host.textContent
  const root = await act(async () =>
    hydrateRoot(host, <Code of={browser} />, {
      onRecoverableError: (error) => corrections.push(error),
    }),
  )
  expect([served, host.textContent]).toEqual(['no code', 'a1'])
  expect([...corrections, ...errors.mock.calls]).toEqual([])
  act(() => root.unmount())
  browser.dispose()
})
