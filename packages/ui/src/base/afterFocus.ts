import { getInteractionModality } from 'react-aria/private/interactions/useFocusVisible'
import { runAfterTransition } from 'react-aria/private/utils/runAfterTransition'

/**
 * Runs `task` after the requested focus was set: with a screen reader, react-aria first waits for
 * the transitions of the page, in the order of the calls.
 */
export function afterFocus(task: () => void): () => void {
  if (getInteractionModality() === 'virtual') return runAfterTransition(task)
  task()
  return () => {}
}
