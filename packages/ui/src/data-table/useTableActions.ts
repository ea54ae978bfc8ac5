import { useLayoutEffect, useRef, useState } from 'react'
import type { HeaderActions, RowActions } from './actions.ts'

/** Returns one object for all renders that calls the actions of the last one. */
export function useTableActions<R>(
  actions: RowActions<R> & HeaderActions,
): RowActions<R> & HeaderActions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<RowActions<R> & HeaderActions>(() => ({
    press: (row) => latest.current.press(row),
    toggle: (key, options) => latest.current.toggle(key, options),
    expand: (key) => latest.current.expand(key),
    sort: (column) => latest.current.sort(column),
    toggleEvery: () => latest.current.toggleEvery(),
    resize: (column, to) => latest.current.resize(column, to),
  }))
  return stable
}
