import type { MachineTable } from '@x/kit'

/** Status of an image. */
export type ImageStatus = 'loading' | 'loaded' | 'error'
/** Events of an image. */
export type ImageEvent = 'load' | 'fail' | 'change'

/** State table of an image; another source starts again at `loading` (U20). */
export const imageTable: MachineTable<ImageStatus, ImageEvent> = {
  loading: { load: 'loaded', fail: 'error' },
  loaded: { change: 'loading', fail: 'error' },
  error: { change: 'loading' },
}

/** State of an image. */
export interface ImageState {
  /** Allowed source; '' if it was refused. */
  readonly source: string
  readonly status: ImageStatus
}

/** Returns the first state of a source; a refused one fails at once (U20). */
export function initialImage(source: string): ImageState {
  return { source, status: source === '' ? 'error' : 'loading' }
}

/** Reduces the state of an image; events of a replaced source are ignored. */
export function reduceImage(
  state: ImageState,
  event:
    | { readonly type: 'load' | 'fail'; readonly source: string }
    | { readonly type: 'change'; readonly source: string },
): ImageState {
  if (event.type === 'change')
    return event.source === state.source ? state : initialImage(event.source)
  if (event.source !== state.source) return state
  const status = imageTable[state.status][event.type]
  return status === undefined ? state : { ...state, status }
}

/** Returns the event of an image element that finished before its listeners were added. */
export function imageEventOf({
  complete,
  naturalWidth,
}: {
  readonly complete: boolean
  readonly naturalWidth: number
}): 'load' | 'fail' | undefined {
  if (!complete) return undefined
  return naturalWidth > 0 ? 'load' : 'fail'
}
