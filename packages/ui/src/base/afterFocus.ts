import { getInteractionModality } from 'react-aria/private/interactions/useFocusVisible'
import { runAfterTransition } from 'react-aria/private/utils/runAfterTransition'

/**
 * Runs `task` once the focus that was asked for is given: where the screen is read, the engine
 * waits for the transitions of the page, in the order of the calls.
 */
export function afterFocus(task: () => void): () => void {
  if (getInteractionModality() === 'virtual') return runAfterTransition(task)
  task()
  return () => {}
}
