import { useEffect, useState, type ReactNode } from 'react'
import { browserClock } from '@x/kit/browser'
import { useStore } from '@x/kit/react'
import { Button } from '../button/Button.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Spinner } from '../skeleton/Skeleton.tsx'
import { createRemoteSearch, type RemoteSearchRun } from './createRemoteSearch.ts'
import type { SelectOption } from './selectReducer.ts'

/** Options of `useRemoteOptions`. */
export interface UseRemoteOptions {
  /** The first function passed is kept. A rejection shows an error with a retry button. */
  readonly search: RemoteSearchRun
  /** Options without a query; they also label a value chosen before. */
  readonly initial?: readonly SelectOption[]
}

/** Props to spread on a `Select` or `MultiSelect`. */
export interface RemoteOptions {
  readonly filterable: true
  readonly remote: true
  readonly options: readonly SelectOption[]
  readonly busy: boolean
  readonly empty: ReactNode
  readonly onQuery: (text: string) => void
}

/**
 * Loads options from a server: `<Select label="Coin" {...useRemoteOptions({ search })} />` (U8).
 */
export function useRemoteOptions({ search, initial }: UseRemoteOptions): RemoteOptions {
  const strings = useUiStrings()
  const [model] = useState(() =>
    createRemoteSearch({ clock: browserClock(), search, ...(initial ? { initial } : {}) }),
  )
  const { status, options } = useStore(model)
  useEffect(() => model.dispose, [model])
  const emptyContents: Readonly<Record<typeof status, ReactNode>> = {
    idle: strings.typeToSearch,
    waiting: <Spinner />,
    loading: <Spinner />,
    ready: undefined,
    failed: (
      <span role="alert" style={{ display: 'inline-grid', gap: 8, justifyItems: 'center' }}>
        {strings.loadFailed}
        <Button size="small" onClick={model.retry}>
          {strings.retry}
        </Button>
      </span>
    ),
  }
  return {
    filterable: true,
    remote: true,
    options,
    busy: status === 'waiting' || status === 'loading',
    empty: emptyContents[status],
    onQuery: model.type,
  }
}
