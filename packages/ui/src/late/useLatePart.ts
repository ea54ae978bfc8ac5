import { useEffect, useEffectEvent } from 'react'
import { useStore } from '@x/kit/react'
import { useUiEnvironment } from '../provider/useUiEnvironment.ts'
import type { LatePart } from './createLatePart.ts'

/** Options of `useLatePart`. */
export interface LatePartWish {
  /** Loads the module when true; each change from false to true is a new attempt. */
  readonly wanted: boolean
  /** Called after a failure was reported. */
  readonly onFail?: (() => void) | undefined
}

/** Returns the module once it is loaded; `undefined` before and on the server. */
export function useLatePart<T>(
  part: LatePart<T>,
  { wanted, onFail }: LatePartWish,
): { readonly Part: T | undefined } {
  const { reporter } = useUiEnvironment()
  const status = useStore(part)
  const fail = useEffectEvent((error: unknown) => {
    reporter.report({
      kind: 'ui-part-failed',
      message: error instanceof Error ? error.message : String(error),
      detail: { part: part.name },
    })
    onFail?.()
  })
  useEffect(() => {
    if (!wanted) return undefined
    let current = true
    const fetchPart = async () => {
      const outcome = await part.load()
      if (current && outcome.status === 'failed') fail(outcome.error)
    }
    void fetchPart()
    return () => {
      current = false
    }
  }, [part, wanted])
  return { Part: status === 'ready' ? part.get() : undefined }
}
