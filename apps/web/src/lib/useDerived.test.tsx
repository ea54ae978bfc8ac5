import { createStore } from '@x/kit'
import { act, cleanup, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useDerived } from './useDerived.ts'

afterEach(cleanup)

function setUp() {
  const store = createStore(1)
  let drawn = 0
  const Shown = ({ over }: { readonly over: number }) => {
    drawn++
    const { isOver } = useDerived(store, (value) => ({ isOver: value > over }))
    return <p>{String(isOver)}</p>
  }
  const view = render(
    <StrictMode>
      <Shown over={10} />
    </StrictMode>,
  )
  return {
    store,
    text: () => view.container.textContent,
    drawn: () => drawn,
    ask: (over: number) =>
      view.rerender(
        <StrictMode>
          <Shown over={over} />
        </StrictMode>,
      ),
  }
}

it('renders again only where the derived value changed', () => {
  const { store, text, drawn } = setUp()
  const before = drawn()
  act(() => store.setState(2))
  act(() => store.setState(3))
  expect([text(), drawn()]).toEqual(['false', before])
  act(() => store.setState(11))
  expect(text()).toBe('true')
})

it('answers the question of the moment, and not the one before', () => {
  const { store, text, ask } = setUp()
  act(() => store.setState(5))
  ask(4)
  expect(text()).toBe('true')
  act(() => store.setState(3))
  expect(text()).toBe('false')
})
