import { useEffect, useState, type ReactNode } from 'react'
import { browserClock } from '@x/kit/browser'
import { useStore } from '@x/kit/react'
import { Button } from '../button/Button.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Spinner } from '../skeleton/Skeleton.tsx'
import { createRemoteSearch, type RemoteSearchRun } from './createRemoteSearch.ts'
import type { SelectOption } from './selectReducer.ts'

export interface UseRemoteOptions {
  /** The first one given is kept. A rejection is shown with a way to try again. */
  readonly search: RemoteSearchRun
  /** Offered while there is no query, and what a value chosen before is called. */
  readonly initial?: readonly SelectOption[]
}

/** To be spread over a `Select` or a `MultiSelect`. */
export interface RemoteOptions {
  readonly filterable: true
  readonly remote: true
  readonly options: readonly SelectOption[]
  readonly busy: boolean
  readonly empty: ReactNode
  readonly onQuery: (text: string) => void
}

/** U8: options that a server finds: `<Select label="Coin" {...useRemoteOptions({ search })} />`. */
export function useRemoteOptions({ search, initial }: UseRemoteOptions): RemoteOptions {
  const strings = useUiStrings()
  const [model] = useState(() =>
    createRemoteSearch({ clock: browserClock(), search, ...(initial ? { initial } : {}) }),
  )
  const { status, options } = useStore(model)
  useEffect(() => model.dispose, [model])
  const faces: Readonly<Record<typeof status, ReactNode>> = {
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
    empty: faces[status],
    onQuery: model.type,
  }
}
