import type { MessageDialogs, MessageOptions } from '@x/ui/message-dialog'
import { type SameFacts, sameQuestion } from './SameQuestion.tsx'

interface AskSameOptions {
  readonly dialogs: Pick<MessageDialogs, 'confirm'>
  readonly facts: SameFacts
}

/**
 * Whether the same once more is the one that had no answer, or another; `undefined`:
 * nothing is to be sent.
 */
export async function askSame(
  question: Omit<MessageOptions, 'message'>,
  { dialogs, facts }: AskSameOptions,
): Promise<'again' | 'another' | undefined> {
  let isSecond: boolean = facts.hasArrived
  const { action } = await dialogs.confirm({
    ...question,
    message: sameQuestion({ ...facts, onSecond: (checked) => (isSecond = checked) }),
  })
  return action !== 'confirm' ? undefined : isSecond ? 'another' : 'again'
}
