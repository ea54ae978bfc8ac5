import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, type NavigateFunction, useRoutes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Redirect } from '../../lib/router/Redirect.tsx'
import { AddressRouter } from './AddressRouter.tsx'
import { NavigateBridge } from './NavigateBridge.tsx'

let navigate: NavigateFunction
const moveTo = (path: string) => act(async () => void navigate(path))

let arrive: () => Promise<void>

/** An address that leads to a page whose file has not come yet. */
function open(Lead: ComponentType) {
  let load: (page: { default: ComponentType }) => void = () => undefined
  const file = new Promise<{ default: ComponentType }>((resolve) => (load = resolve))
  const Page = lazy(() => file)
  const routes = [
    { path: '/', element: <p>Home</p> },
    { path: '/old', element: <Lead /> },
    { path: '/new', element: <Page /> },
  ]
  const Routes = () => useRoutes(routes)
  history.replaceState(null, '', '/')
  render(
    <AddressRouter>
      <NavigateBridge onReady={(ready) => void (navigate = ready)} />
      <Suspense>
        <Routes />
      </Suspense>
    </AddressRouter>,
  )
  arrive = () => act(async () => load({ default: () => <p>The page</p> }))
}

const shown = () => document.body.textContent
let before = ''
beforeEach(() => void (before = location.pathname))
afterEach(() => {
  cleanup()
  history.replaceState(null, '', before)
})

describe('an address that leads to another one', () => {
  it('waits without a page of its own, then shows the other page', async () => {
    open(() => <Redirect to="/new" />)
    expect(shown()).toBe('Home')
    await moveTo('/old')
    expect([location.pathname, shown()]).toEqual(['/new', ''])
    await arrive()
    expect(await screen.findByText('The page')).toBeTruthy()
  })

  it('leads there again for who comes back while the page loads', async () => {
    open(() => <Redirect to="/new" />)
    await moveTo('/old')
    await moveTo('/old')
    expect(location.pathname).toBe('/new')
    await arrive()
    expect(await screen.findByText('The page')).toBeTruthy()
  })

  // Why `Redirect` is there: a move is a transition, so that what leads away stays mounted while
  // the other page loads, and an effect of the same address does not run again.
  it('would stay empty with the redirect of the router', async () => {
    open(() => <Navigate to="/new" replace />)
    await moveTo('/old')
    await moveTo('/old')
    await arrive()
    expect([location.pathname, shown()]).toEqual(['/old', ''])
  })
})
