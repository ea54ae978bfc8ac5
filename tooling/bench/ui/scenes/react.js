// What the React scenes share: a root, and a state that a measurement sets from outside.
import { createElement, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

export function stage(View, initial, wrap = (view) => view) {
  let set
  const host = document.querySelector('main')
  const root = createRoot(host)
  function Holder() {
    const [props, setProps] = useState(initial)
    set = setProps
    return createElement(View, props)
  }
  flushSync(() => root.render(wrap(createElement(Holder))))
  return {
    set: (props) => flushSync(() => set((before) => ({ ...before, ...props }))),
    close: () => root.unmount(),
  }
}
