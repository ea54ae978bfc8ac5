import type { MachineTable } from '@x/kit'

export type ImageStatus = 'loading' | 'loaded' | 'error'
export type ImageEvent = 'load' | 'fail' | 'change'

/** U20: another source begins anew, whatever became of the one before. */
export const imageTable: MachineTable<ImageStatus, ImageEvent> = {
  loading: { load: 'loaded', fail: 'error' },
  loaded: { change: 'loading', fail: 'error' },
  error: { change: 'loading' },
}

export interface ImageState {
  /** After the rule for sources; empty where it was blanked. */
  readonly source: string
  readonly status: ImageStatus
}

/** U20: what the rule blanks is not asked for: it is a failure at once. */
export function imageOf(source: string): ImageState {
  return { source, status: source === '' ? 'error' : 'loading' }
}

/** News of a source that has been replaced since is none. */
export function reduceImage(
  state: ImageState,
  event:
    | { readonly type: 'load' | 'fail'; readonly source: string }
    | { readonly type: 'change'; readonly source: string },
): ImageState {
  if (event.type === 'change') return event.source === state.source ? state : imageOf(event.source)
  if (event.source !== state.source) return state
  const status = imageTable[state.status][event.type]
  return status === undefined ? state : { ...state, status }
}

/** What an element that was on the page before its listeners has come to by now. */
export function foundOf({
  complete,
  naturalWidth,
}: {
  readonly complete: boolean
  readonly naturalWidth: number
}): 'load' | 'fail' | undefined {
  if (!complete) return undefined
  return naturalWidth > 0 ? 'load' : 'fail'
}
