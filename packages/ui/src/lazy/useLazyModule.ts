import { useEffect, useEffectEvent } from 'react'
import { useStore } from '@x/kit/react'
import { useUiEnvironment } from '../provider/useUiEnvironment.ts'
import type { LazyModule } from './createLazyModule.ts'

/** Options of `useLazyModule`. */
export interface UseLazyModuleOptions {
  /** Loads the module when true; each change from false to true is a new attempt. */
  readonly wanted: boolean
  /** Called after a failure was reported. */
  readonly onFail?: (() => void) | undefined
}

/** Returns the module once it is loaded; `undefined` before and on the server. */
export function useLazyModule<T>(
  module: LazyModule<T>,
  { wanted, onFail }: UseLazyModuleOptions,
): { readonly Component: T | undefined } {
  const { reporter } = useUiEnvironment()
  const status = useStore(module)
  const fail = useEffectEvent((error: unknown) => {
    reporter.report({
      kind: 'ui-load-failed',
      message: error instanceof Error ? error.message : String(error),
      detail: { module: module.name },
    })
    onFail?.()
  })
  useEffect(() => {
    if (!wanted) return undefined
    let current = true
    const load = async () => {
      const outcome = await module.load()
      if (current && outcome.status === 'failed') fail(outcome.error)
    }
    void load()
    return () => {
      current = false
    }
  }, [module, wanted])
  return { Component: status === 'ready' ? module.get() : undefined }
}
