import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Providers } from '../../app/startup/Providers.tsx'
import { createTestBrowser, type TestTab } from '../../testing/createTestBrowser.ts'
import { ActionForm } from './ActionForm.tsx'

let tab: TestTab
const sent = vi.fn()
beforeEach(async () => {
  sent.mockReset()
  tab = await createTestBrowser().openTab('http://app/en/asset/send')
})
afterEach(cleanup)

function show(now: Partial<Parameters<typeof ActionForm>[0]> = {}) {
  render(
    <Providers services={tab.services} store={tab.store}>
      <ActionForm label="Send" action="Send coins" isBusy={false} isReady onSubmit={sent} {...now}>
        <input aria-label="Amount" />
      </ActionForm>
    </Providers>,
  )
  fireEvent.submit(screen.getByRole('form', { name: 'Send' }))
}

describe('a form with one button', () => {
  it('sends what is ready', () => {
    show()
    expect(sent).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([{ isBusy: true }, { isReady: false }])('sends nothing while it is %o', (now) => {
    show(now)
    expect(sent).not.toHaveBeenCalled()
  })

  it('says why its button is disabled (visual 4)', () => {
    show({ isReady: false })
    expect(screen.getByText('Enter an amount.')).toBeTruthy()
    cleanup()
    show({ isReady: false, disabledReason: 'It is paused.' })
    expect(screen.getByText('It is paused.')).toBeTruthy()
  })

  it('says why the last try was refused, as an alert', () => {
    show({ refusal: 'There is no such user.' })
    expect(screen.getByRole('alert').textContent).toBe('There is no such user.')
  })
})
