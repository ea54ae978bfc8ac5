import { act, cleanup, render, screen } from '@testing-library/react'
import { type ReactNode, StrictMode, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStore, type Store, type WritableStore } from './createStore.ts'
import { useStore } from './react.ts'

afterEach(cleanup)

interface Prices {
  readonly bid: number
  readonly ask: number
}

const text = () => screen.getByRole('status').textContent

describe('useStore', () => {
  it('renders the state and its changes', () => {
    const store = createStore('one')
    const View = () => <output>{useStore(store)}</output>
    render(<View />)
    expect(text()).toBe('one')
    act(() => store.setState('two'))
    expect(text()).toBe('two')
  })

  it('renders again only when the selected value changed', () => {
    const store = createStore<Prices>({ bid: 1, ask: 2 })
    const rendered = vi.fn()
    const View = () => {
      const bid = useStore(store, (state) => state.bid)
      rendered()
      return <output>{bid}</output>
    }
    render(<View />)
    act(() => store.setState({ bid: 1, ask: 3 }))
    expect(rendered).toHaveBeenCalledTimes(1)
    act(() => store.setState({ bid: 5, ask: 3 }))
    expect(text()).toBe('5')
    expect(rendered).toHaveBeenCalledTimes(2)
  })

  it('accepts a selector that returns new objects, also in strict mode', () => {
    const store = createStore<Prices>({ bid: 1, ask: 2 })
    const View = () => {
      const { spread } = useStore(store, (state) => ({ spread: state.ask - state.bid }))
      return <output>{spread}</output>
    }
    render(<View />, { wrapper: StrictMode })
    expect(text()).toBe('1')
    act(() => store.setState({ bid: 1, ask: 9 }))
    expect(text()).toBe('8')
  })

  it('uses the newest selector when the component renders for another reason', () => {
    const store = createStore<Prices>({ bid: 1, ask: 2 })
    let flip = () => {}
    const View = () => {
      const [side, setSide] = useState<keyof Prices>('bid')
      flip = () => setSide('ask')
      const value = useStore(store, (state) => state[side])
      return <output>{value}</output>
    }
    render(<View />)
    act(() => flip())
    expect(text()).toBe('2')
  })

  it('moves to another store and unsubscribes from the first', () => {
    const first = createStore('first')
    const second = createStore('second')
    const View = ({ store }: { store: WritableStore<string> }) => <output>{useStore(store)}</output>
    const view = render(<View store={first} />)
    view.rerender(<View store={second} />)
    expect(text()).toBe('second')
    act(() => first.setState('ignored'))
    expect(text()).toBe('second')
    act(() => second.setState('followed'))
    expect(text()).toBe('followed')
  })

  it('subscribes once per mount and unsubscribes on unmount', () => {
    const store = createStore(0)
    let live = 0
    let total = 0
    const counted: WritableStore<number> = {
      ...store,
      subscribe(listener) {
        live++
        total++
        const stop = store.subscribe(listener)
        return () => {
          live--
          stop()
        }
      },
    }
    const View = () => <output>{useStore(counted, (state) => state)}</output>
    const view = render(<View />)
    act(() => store.setState(1))
    view.rerender(<View />)
    expect([live, total]).toEqual([1, 1])
    view.unmount()
    expect(live).toBe(0)
  })

  it('renders on a server from the same state', () => {
    const store = createStore<Prices>({ bid: 4, ask: 5 })
    const View = () => <output>{useStore(store, (state) => state.bid)}</output>
    expect(renderToString(<View />)).toContain('4')
  })
})

describe('useStore while hydrating', () => {
  const errors = vi.spyOn(console, 'error')
  afterEach(() => void errors.mockClear())

  const hydrate = async (view: ReactNode) => {
    const host = document.body.appendChild(document.createElement('div'))
    host.innerHTML = renderToString(view)
    const html = host.innerHTML
    const recovered: unknown[] = []
    const root = await act(async () =>
      hydrateRoot(host, view, { onRecoverableError: (error) => recovered.push(error) }),
    )
    const after = host.textContent
    act(() => root.unmount())
    host.remove()
    return { html, after, warnings: [...recovered, ...errors.mock.calls] }
  }

  it('renders the initial state first and then the current one', async () => {
    const store = createStore<Prices>({ bid: 1, ask: 2 })
    store.setState({ bid: 7, ask: 9 })
    const View = () => {
      const { spread } = useStore(store, (state) => ({ spread: state.ask - state.bid }))
      return <output>{spread}</output>
    }
    expect(await hydrate(<View />)).toEqual({
      html: '<output>1</output>',
      after: '2',
      warnings: [],
    })
  })

  it('accepts a store without an initial state', async () => {
    const { getState, subscribe } = createStore('only')
    const store: Store<string> = { getState, subscribe }
    const View = () => <output>{useStore(store)}</output>
    expect(await hydrate(<View />)).toMatchObject({ after: 'only', warnings: [] })
  })
})
